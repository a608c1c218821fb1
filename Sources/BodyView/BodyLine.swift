/// One line to show.
public struct BodyLine: Sendable, Hashable {
    /// 1-based, as a gutter shows it.
    public var number: Int
    /// How many containers the line stands in; 0 outside JSON.
    public var depth: Int
    /// The text from left to right, indentation included, of the columns that were asked for.
    public var runs: [BodyRun]
    /// The bytes of the body that the line shows: from its first token to its last one, without the line break.
    public var byteRange: Range<Int>
    /// Whether text follows to the right of what was asked for.
    public var isCut: Bool

    public init(number: Int, depth: Int, runs: [BodyRun], byteRange: Range<Int>, isCut: Bool = false) {
        self.number = number
        self.depth = depth
        self.runs = runs
        self.byteRange = byteRange
        self.isCut = isCut
    }

    /// All runs as one text.
    public var text: String { runs.map(\.text).joined() }
}

/// A piece of a line with one meaning.
public struct BodyRun: Sendable, Hashable {
    /// As the body has it, control characters included: whoever draws it makes pictures of those.
    public var text: String
    public var token: BodyToken

    public init(_ text: String, _ token: BodyToken) {
        self.text = text
        self.token = token
    }
}

/// What a piece of a line means.
public enum BodyToken: Sendable, Hashable, CaseIterable {
    /// Text without a grammar, and blanks.
    case plain
    /// The name of a JSON member, with its quotes.
    case key
    case string
    case number
    case bool
    case null
    /// Brackets, braces, commas and colons.
    case punctuation
    /// The name of an element, of one of its attributes.
    case tag, attribute
    case comment
    /// A processing instruction, a document type.
    case instruction
    /// A character by its name or number: `&amp;`.
    case entity
    /// The place of a row of hexadecimal digits.
    case offset
    case hexByte
    /// The characters beside hexadecimal digits.
    case ascii
    /// A byte that is not UTF-8, shown as U+FFFD.
    case invalid
    /// The place and reason of a fault; not a part of the body.
    case error
    /// What stands for folded lines; not a part of the body.
    case summary
}

/// Where and why a body stops being what it claims.
public struct BodyFault: Sendable, Hashable, CustomStringConvertible {
    /// Of the first byte that does not fit, or the length of a body that ends too early.
    public var offsetInBytes: Int
    /// In the body as received; 1-based; counted in line feeds.
    public var line: Int
    /// 1-based, in scalars.
    public var column: Int
    /// "expected a comma or `]`, found `;`".
    public var reason: String

    public init(offsetInBytes: Int, line: Int, column: Int, reason: String) {
        self.offsetInBytes = offsetInBytes
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// "line 3, column 7: expected a comma or `]`, found `;`"
    public var description: String { "line \(line), column \(column): \(reason)" }
}
