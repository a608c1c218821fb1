public import TextGrid

/// The glyphs that go with every colour, so that nothing is said by colour alone; with a form in ASCII.
public struct Glyphs: Sendable, Hashable {
    public var success, redirect, clientError, failure, unsaved, running, retried, changed: String
    /// The glyph for a wait on an axis of time.
    public var pause: String
    /// The glyph after a name without a value; in a URL it must not read as a part of that.
    public var missing: String
    public var closed, open, on, off, secret, ellipsis, arrow, bar, rule, separator, bullet, marked, swatch, chosen,
        notChosen, protected, changedLine, removal, pinned, past, step, crumb, earlier, later: String
    /// Parts of a cell from the lowest to the highest, for bars.
    public var levels: [String]
    /// Numbers as bars.
    public var sparkline = Sparkline.unicode
    /// Whether they are words, to be heard rather than seen.
    public var areWords = false

    public static let unicode = Glyphs(
        success: "✓", redirect: "↪", clientError: "!", failure: "✗", unsaved: "●", running: "…", retried: "⟳",
        changed: "≠", pause: "·", missing: "✗",
        closed: "▸", open: "▾", on: "[✓]", off: "[ ]", secret: "••••", ellipsis: "…", arrow: "→", bar: "█", rule: "─",
        separator: "│", bullet: "·", marked: "◆", swatch: "■",
        chosen: "(●)", notChosen: "( )", protected: "⚠", changedLine: "▌", removal: "▔",
        pinned: "★", past: "⏲", step: "▲", crumb: "›", earlier: "‹", later: "›",
        levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"])

    public static let ascii = Glyphs(
        success: "+", redirect: ">", clientError: "!", failure: "x", unsaved: "*", running: "~", retried: "@",
        changed: "%", pause: "-", missing: "!",
        closed: ">", open: "v", on: "[x]", off: "[ ]", secret: "****", ellipsis: "~", arrow: "->", bar: "#", rule: "-",
        separator: "|", bullet: "-", marked: "#", swatch: "#",
        chosen: "(x)", notChosen: "( )", protected: "!!", changedLine: "!", removal: "^",
        pinned: "+", past: "@", step: "^", crumb: ">", earlier: "<", later: ">", levels: [".", ":", "#"],
        sparkline: .ascii)

    /// The glyphs for the console of Linux: its fonts have lines and letters, but hardly one of the other glyphs.
    package static let console: Glyphs = {
        var glyphs = Glyphs.ascii
        (glyphs.rule, glyphs.separator) = (Glyphs.unicode.rule, Glyphs.unicode.separator)
        return glyphs
    }()

    /// Returns the glyphs that a terminal can show.
    ///
    /// - Parameters:
    ///   - type: The value of its TERM.
    ///   - showsNonASCII: Whether it is sent more than ASCII.
    public static func shown(onTerminal type: String, showsNonASCII: Bool) -> Glyphs {
        guard showsNonASCII else { return .ascii }
        return type == "linux" || type.hasPrefix("linux-") ? .console : .unicode
    }

    /// Words, for those who hear them; what has a column of its own stays one character.
    public static let plain = Glyphs(
        success: "ok", redirect: "redirect", clientError: "warning", failure: "error", unsaved: "unsaved",
        running: "busy", retried: "retried", changed: "differs", pause: " ", missing: "(no value)", closed: "closed",
        open: "open", on: "on ", off: "off",
        secret: "hidden", ellipsis: "~", arrow: "->", bar: " ", rule: " ", separator: " ", bullet: ",",
        marked: "marked", swatch: "", chosen: "chosen", notChosen: "not chosen", protected: "protected",
        changedLine: "*", removal: "^", pinned: "pinned", past: "past", step: "^",
        crumb: ">", earlier: "<", later: ">", levels: [" "], sparkline: .ascii,
        areWords: true)

    /// The meaning of each glyph that appears without words: for the help and the page of keys.
    package static var meanings: [(sign: KeyPath<Glyphs, String>, meaning: String)] {
        [
            (\.success, "a status of 200 to 299; an assertion that passed"),
            (\.redirect, "a status of 300 to 399"),
            (
                \.clientError,
                "a status of 400 to 499; with a number, warnings in the log; after a tab, notes on its file"
            ),
            (
                \.failure,
                "a status of 500 or more, no whole response, a failed assertion, GraphQL errors; with a number, errors in the log"
            ),
            (\.running, "being sent; at the end of a line or of tabs, there is more"),
            (\.unsaved, "changes that are not saved"),
            (\.retried, "with a number: how often the send was retried"),
            (\.changed, "with a number: lines that differ from the previous response; in the tree, changed on disk"),
            (\.changedLine, "a line that differs from the previous response"),
            (\.removal, "lines of the previous response are missing above this one"),
            (\.past, "a response from the history"),
            (\.bullet, "in the tree: the selected environment"),
            (\.marked, "marked with Space"),
            (\.pinned, "pinned in the history: never deleted automatically"),
            (\.protected, "a protected environment"),
            (\.secret, "a secret"),
        ]
    }

    /// Returns a number with its glyph: "!3", "3 warning".
    package func count(_ number: Int, _ sign: String, isBehind: Bool = false) -> String {
        areWords ? "\(number) \(sign)" : isBehind ? "\(number)\(sign)" : "\(sign)\(number)"
    }

    /// Columns of the widest glyph for an outcome.
    package var columnsOfOutcomes: Int {
        let ofStatuses = [200, 300, 400, 500].map(sign(forStatus:))
        return ([running, success, failure] + ofStatuses).map { DisplayWidth.columns(of: $0) }.max() ?? 0
    }

    /// Returns the glyph of a status.
    public func sign(forStatus status: Int) -> String {
        switch status {
        case 200..<300: success
        case 300..<400: redirect
        case 400..<500: areWords ? "client error" : clientError
        case 500...: areWords ? "server error" : failure
        default: running
        }
    }
}

extension Glyphs {
    /// Returns a text as far as it fits; text without room ends in a glyph.
    package func clipped(_ text: String, to columns: Int) -> String {
        DisplayWidth.clipped(text, toColumns: columns, ellipsis: ellipsis)
    }

    /// Returns a text as wide as a column.
    package func padded(_ text: String, to columns: Int, _ alignment: DisplayWidth.Alignment = .left) -> String {
        DisplayWidth.padded(text, toColumns: columns, alignment, ellipsis: ellipsis)
    }
}
