/// Text for `man`, as groff_man(7) and mandoc read it.
struct Roff {
    private(set) var text: String
    /// The length of the text when its last section began.
    private var beginsSection = 0

    /// - Parameters:
    ///   - section: 1 for commands, 7 for other pages.
    init(_ title: String, section: Int, version: String) {
        text =
            ".\\\" Generated from the tables that the program reads; do not edit.\n"
            + ".TH \(title.uppercased()) \(section) \"\" \"Microscope \(version)\" \"Microscope\"\n"
    }

    mutating func section(_ title: String) {
        text += ".SH \(Self.quoted(title.uppercased()))\n"
        beginsSection = text.utf8.count
    }
    mutating func subsection(_ title: String) { text += ".SS \(Self.quoted(title))\n" }

    /// Adds a paragraph. The first one of a section needs no request.
    mutating func paragraph(_ words: String) {
        text += (text.utf8.count == beginsSection ? "" : ".PP\n") + "\(Self.escaped(words))\n"
    }

    mutating func line(_ words: String) { text += "\(Self.escaped(words))\n" }

    mutating func lineBreak() { text += ".br\n" }

    /// Adds a term and its meaning, indented below it.
    mutating func item(_ term: String, _ meaning: String) {
        text += ".TP\n.B \(Self.quoted(term))\n\(Self.escaped(meaning))\n"
    }

    /// Adds lines as they are written, indented.
    mutating func code(_ lines: String) {
        text += ".PP\n.nf\n.RS 2\n"
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            text += line.isEmpty ? "\\&\n" : Self.escaped(String(line)) + "\n"
        }
        text += ".RE\n.fi\n"
    }

    /// Adds a term, and lines below it that are not filled up with each other.
    mutating func item(_ term: String, lines: [String]) {
        text += ".TP\n.B \(Self.quoted(term))\n" + lines.map { Self.escaped($0) + "\n" }.joined(separator: ".br\n")
        if lines.isEmpty { text += "\\&\n" }
    }

    /// Returns the text escaped: a hyphen would be a minus, a backslash would begin an escape, and a dot or an apostrophe a request where a line
    /// begins.
    static func escaped(_ words: String) -> String {
        let plain = words.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
        return plain.utf8.first.map(".'".utf8.contains) == true ? "\\&" + plain : plain
    }

    private static let escapes: [Unicode.Scalar: String] = [
        "\\": "\\e", "-": "\\-", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
    ]

    /// Returns one argument of a request.
    private static func quoted(_ words: String) -> String {
        "\"" + escaped(words).unicodeScalars.map { $0 == "\"" ? "\\(dq" : String($0) }.joined() + "\""
    }
}
