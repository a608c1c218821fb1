/// The type under which a terminal is known to take red, green and blue, where its environment says that it does.
///
/// ncurses takes that many colours from terminfo only: from entries like `xterm-direct`, which the package ncurses-term has.
enum DirectColours {
    /// Returns the types to look for, the likeliest first; none if nothing says so.
    ///
    /// - Parameters:
    ///   - type: The value of TERM.
    ///   - environment: The environment with `COLORTERM`, as terminals set it.
    static func types(besides type: String, _ environment: [String: String]) -> [String] {
        let word = (environment["COLORTERM"] ?? "").lowercased()
        guard ["truecolor", "24bit"].contains(word), !type.hasSuffix("-direct") else { return [] }
        let base = colourSuffixes.first { type.hasSuffix($0) }.map { String(type.dropLast($0.count)) } ?? type
        // "xterm-kitty" is xterm's to programs that know no better.
        let own = base.hasPrefix("xterm-") ? [String(base.dropFirst("xterm-".count))] : []
        return (own + [base]).map { $0 + "-direct" }
    }

    private static let colourSuffixes = ["-256color", "-88color", "-16color", "-color"]
}
