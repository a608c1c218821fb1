import Quoting

/// A word of a POSIX shell: text, and variables of the shell within it.
struct ShellText: Hashable {
    enum Piece: Hashable {
        case text(String)
        /// The name of a shell variable.
        case variable(String)
    }
    var pieces: [Piece]

    init(_ pieces: [Piece]) { self.pieces = pieces.filter { $0 != .text("") } }
    init(_ text: String) { self.init([.text(text)]) }

    static func + (left: ShellText, right: ShellText) -> ShellText { ShellText(left.pieces + right.pieces) }
    static func + (left: String, right: ShellText) -> ShellText { ShellText(left) + right }

    var hasVariables: Bool { pieces.contains { if case .variable = $0 { true } else { false } } }
    /// Whether a shell could be given it: no argument holds a NUL.
    var isSayable: Bool { !pieces.contains { if case .text(let text) = $0 { text.utf8.contains(0) } else { false } } }

    /// The text quoted so that the shell reads exactly this text.
    ///
    /// - Source: POSIX.1-2017, Shell Command Language, section 2.2.
    var quoted: String {
        if pieces.isEmpty { return "''" }
        if !hasVariables { return pieces.count == 1 ? Self.literal(pieces[0]) : ShellText(joinedText).quoted }
        return doubleQuoted ?? pieces.map(Self.literal).joined()
    }

    private var joinedText: String {
        pieces.map { if case .text(let text) = $0 { text } else { "" } }.joined()
    }

    private static func literal(_ piece: Piece) -> String {
        switch piece {
        case .variable(let name): "\"$\(name)\""
        case .text(let text): ShellQuoting.word(text)
        }
    }

    /// `"Authorization: Bearer $token"`; nil when the text holds what means something there, `!` of interactive shells included, or goes on after a
    /// variable as its name could: the braces for that are unknown to fish.
    private var doubleQuoted: String? {
        var result = "\""
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .text(let text):
                if text.utf8.contains(where: "\"$`\\!\n".utf8.contains) { return nil }
                result += text
            case .variable(let name):
                if index + 1 < pieces.count, Self.beginsLikeName(pieces[index + 1]) { return nil }
                result += "$\(name)"
            }
        }
        return result + "\""
    }

    private static func beginsLikeName(_ piece: Piece) -> Bool {
        guard case .text(let text) = piece, let first = text.utf8.first else { return false }
        return ShellQuoting.isNameByte(first)
    }
}
