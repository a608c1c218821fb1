/// A command of curl with what is to be known about it.
struct CurlCommand {
    /// Options with their values, one group to a line; the first stands beside `curl`.
    var groups: [[ShellText]]
    var comments: [String]
    var url: ShellText

    /// Comment lines, then the command over several lines, with a line end.
    var text: String {
        let lines = groups.map { $0.map(\.quoted).joined(separator: " ") }
        let comments = comments.map { "# " + $0.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n" }
        return comments.joined() + (["curl " + (lines.first ?? "")] + lines.dropFirst()).joined(separator: " \\\n  ")
            + "\n"
    }
}
