/// Writes values as Swift text.
enum SwiftLiteral {
    /// A string in quotes, on one line.
    static func string(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// A text with holes, on one line: "v\(version)"; a hole alone is its name.
    static func string(_ pieces: [SwiftText.Piece]) -> String {
        if pieces.count == 1, case .hole(let name) = pieces[0] { return name }
        return "\"\(pieces.map { inner($0) }.joined())\""
    }

    /// A text with quotes in it as it is, between number signs; nil when that is no help.
    static func raw(_ pieces: [SwiftText.Piece]) -> String? {
        guard pieces.count == 1, case .text(let text) = pieces[0], text.contains("\""), !text.contains("#"),
            !text.unicodeScalars.contains(where: { isInvisible($0) })
        else { return nil }
        return "#\"\(text)\"#"
    }

    /// The lines of a literal over several lines, its quotes included; nil when one line is enough.
    static func lines(_ pieces: [SwiftText.Piece]) -> [String]? {
        let text = pieces.map { inner($0, keepsLines: true) }.joined()
        guard text.contains("\n") else { return nil }
        return ["\"\"\""] + text.split(separator: "\n", omittingEmptySubsequences: false).map(escapingEnd) + ["\"\"\""]
    }

    private static func inner(_ piece: SwiftText.Piece, keepsLines: Bool = false) -> String {
        switch piece {
        case .text(let text): escaped(text, keepsLines: keepsLines)
        case .hole(let name): "\\(\(name))"
        }
    }

    /// A blank at the end of a line is easily lost.
    private static func escapingEnd(_ line: Substring) -> String {
        line.hasSuffix(" ") ? line.dropLast() + "\\u{20}" : String(line)
    }

    private static func escaped(_ text: String, keepsLines: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars { append(scalar, to: &result, keepsLines: keepsLines) }
        return result
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String, keepsLines: Bool) {
        switch scalar {
        case "\\": result += "\\\\"
        // Between three quotes one may stand as it is, and two, but not three.
        case "\"": result += keepsLines && !result.hasSuffix("\"\"") ? "\"" : "\\\""
        case "\n": result += keepsLines ? "\n" : "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where isInvisible(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: result.unicodeScalars.append(scalar)
        }
    }

    /// What a reader would not see, or what would turn the text around.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
        case .spaceSeparator: scalar != " "
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}

/// A text with holes for what a parameter or a property gives.
struct SwiftText: Sendable, Hashable {
    enum Piece: Sendable, Hashable {
        case text(String)
        /// The name of a parameter.
        case hole(String)
    }

    var pieces: [Piece]

    /// Neighbouring texts become one; empty ones are left out.
    init(_ pieces: [Piece]) {
        self.pieces = pieces.reduce(into: []) { all, piece in
            switch (all.last, piece) {
            case (_, .text("")): break
            case (.text(let before)?, .text(let text)): all[all.count - 1] = .text(before + text)
            default: all.append(piece)
            }
        }
    }

    var hasHoles: Bool { pieces.contains { if case .hole = $0 { true } else { false } } }
    /// As an expression.
    var expression: String { SwiftLiteral.string(pieces) }
}
