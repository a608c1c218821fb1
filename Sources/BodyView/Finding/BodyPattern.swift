/// What a person looks for in a body, as it was typed.
public struct BodyPattern: Sendable, Hashable {
    public var text: String
    /// Whether it is a regular expression in the words of Perl, else it stands for itself.
    public var isRegex: Bool
    /// Whether a small letter is no capital. Default: it may be one, see ``ignoresCase``.
    public var matchesCase: Bool

    public init(_ text: String, isRegex: Bool = false, matchesCase: Bool = false) {
        self.text = text
        self.isRegex = isRegex
        self.matchesCase = matchesCase
    }

    /// Small letters stand for capitals too, unless a capital is among them; in a regular expression, what follows a backslash (`\S`)
    /// is none.
    public var ignoresCase: Bool {
        if matchesCase { return false }
        var isEscaped = false
        for character in text {
            if !isEscaped, character.isUppercase { return false }
            isEscaped = isRegex && character == "\\" && !isEscaped
        }
        return true
    }
}

/// Why a pattern cannot be looked for.
public struct BodyPatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where in the pattern, 1-based, in characters; nil: in none of its places.
    public var column: Int?
    /// PCRE2's own words.
    public var reason: String

    /// "character 7: missing closing parenthesis"
    public var description: String { column.map { "character \($0): \(reason)" } ?? reason }
}
