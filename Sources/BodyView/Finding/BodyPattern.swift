/// A pattern to search for in a body, as the user typed it.
public struct BodyPattern: Sendable, Hashable {
    public var text: String
    /// Whether it is a regular expression in Perl's syntax, otherwise a plain text.
    public var isRegex: Bool
    /// Whether the case of letters matters. Default: no, but see ``ignoresCase``.
    public var matchesCase: Bool

    public init(_ text: String, isRegex: Bool = false, matchesCase: Bool = false) {
        self.text = text
        self.isRegex = isRegex
        self.matchesCase = matchesCase
    }

    /// Whether case is ignored: unless a capital is in the pattern; in a regular expression, the letter after a backslash (`\S`)
    /// is not counted.
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

/// The reason why a pattern cannot be searched for.
public struct BodyPatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The column in the pattern, 1-based, in characters; nil if the error has no place.
    public var column: Int?
    /// PCRE2's own message.
    public var reason: String

    /// The error with its place: "character 7: missing closing parenthesis".
    public var description: String { column.map { "character \($0): \(reason)" } ?? reason }
}
