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
        guard pieces.count == 1, case .text(let text) = pieces[0], text.utf8.contains(UInt8(ascii: "\"")),
            !text.utf8.contains(UInt8(ascii: "#")), !text.unicodeScalars.contains(where: { isInvisible($0) })
        else { return nil }
        return "#\"\(text)\"#"
    }

    /// The lines of a literal over several lines, its quotes included; nil when one line is enough.
    static func lines(_ pieces: [SwiftText.Piece]) -> [String]? {
        let text = pieces.map { inner($0, keepsLines: true) }.joined()
        guard text.utf8.contains(0x0A) else { return nil }
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return ["\"\"\""] + lines.map { escapingEnd(String($0)) } + ["\"\"\""]
    }

    private static func inner(_ piece: SwiftText.Piece, keepsLines: Bool = false) -> String {
        switch piece {
        case .text(let text): escaped(text, keepsLines: keepsLines)
        case .hole(let name): "\\(\(name))"
        }
    }

    /// Returns the line with a space at its end escaped, since it is easily lost.
    private static func escapingEnd(_ line: String) -> String {
        line.utf8.last == 0x20 ? String(line.unicodeScalars.dropLast()) + "\\u{20}" : line
    }

    private static func escaped(_ text: String, keepsLines: Bool = false) -> String {
        var result = ""
        var quotes = 0
        for scalar in text.unicodeScalars {
            // Between triple quotes, one or two quotes may be as they are, but not three.
            let isKept = scalar == "\"" && keepsLines && quotes < 2
            quotes = isKept ? quotes + 1 : 0
            if isKept { result += "\"" } else { append(scalar, to: &result, keepsLines: keepsLines) }
        }
        return result
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String, keepsLines: Bool) {
        switch scalar {
        case "\\": result += "\\\\"
        case "\"": result += "\\\""
        case "\n": result += keepsLines ? "\n" : "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where isInvisible(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: result.unicodeScalars.append(scalar)
        }
    }

    /// Whether a reader would not see the scalar, or it would turn the direction of the text.
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

    /// Creates a text: neighbouring pieces of text become one, empty ones are left out.
    init(_ pieces: [Piece]) {
        self.pieces = pieces.reduce(into: []) { all, piece in
            switch (all.last, piece) {
            case (_, .text("")): break
            case (.text(let before)?, .text(let text)): all[all.count - 1] = .text(before + text)
            default: all.append(piece)
            }
        }
    }

    /// The text as an expression.
    var expression: String { SwiftLiteral.string(pieces) }
}
