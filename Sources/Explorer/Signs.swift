public import TextGrid

/// The signs that go with every colour, so that nothing is said by colour alone; with a form in ASCII.
public struct Signs: Sendable, Hashable {
    public var success, redirect, clientError, failure, unsaved, running, retried, changed: String
    public var closed, open, on, off, secret, ellipsis, arrow, bar, rule, separator, bullet, marked, swatch, chosen,
        notChosen, protected, changedLine, removal, pinned, past, step: String
    /// Parts of a cell from the lowest to the highest, for bars.
    public var levels: [String]
    /// Numbers as bars.
    public var sparkline = Sparkline.unicode

    public static let unicode = Signs(
        success: "✓", redirect: "↪", clientError: "!", failure: "✗", unsaved: "●", running: "…", retried: "⟳",
        changed: "≠",
        closed: "▸", open: "▾", on: "[✓]", off: "[ ]", secret: "••••", ellipsis: "…", arrow: "→", bar: "█", rule: "─",
        separator: "│", bullet: "·", marked: "◆", swatch: "■",
        chosen: "(●)", notChosen: "( )", protected: "⚠", changedLine: "▌", removal: "▔",
        pinned: "★", past: "⏲", step: "▲", levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"])

    public static let ascii = Signs(
        success: "+", redirect: ">", clientError: "!", failure: "x", unsaved: "*", running: "~", retried: "@",
        changed: "%",
        closed: ">", open: "v", on: "[x]", off: "[ ]", secret: "****", ellipsis: "~", arrow: "->", bar: "#", rule: "-",
        separator: "|", bullet: "-", marked: "#", swatch: "#",
        chosen: "(x)", notChosen: "( )", protected: "!!", changedLine: "!", removal: "^",
        pinned: "+", past: "@", step: "^", levels: [".", ":", "#"], sparkline: .ascii)

    /// The sign of a status.
    public func sign(forStatus status: Int) -> String {
        switch status {
        case 200..<300: success
        case 300..<400: redirect
        case 400..<500: clientError
        case 500...: failure
        default: running
        }
    }
}
