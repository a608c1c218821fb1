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

    /// Which of the columns are which bytes of the body; hexadecimal digits and what is no part of the body are in none.
    var stretches: [BodyStretch] = []
    /// The column behind the last one that was passed or laid out; that of the line's end unless it is cut.
    var endColumn = 0
    var marks: [LineRuler.Mark] = []

    /// The bytes of the body that are shown of it; nil where none are.
    public var shownBytes: Range<Int>? {
        if let first = stretches.first, let last = stretches.last {
            return first.byteRange.lowerBound..<last.byteRange.upperBound
        }
        return byteRange.isEmpty || byteRange.count > MatchCounts.blockSize ? nil : byteRange
    }

    init(number: Int, depth: Int, _ writer: LineWriter, byteRange: Range<Int>) {
        self.init(number: number, depth: depth, runs: writer.runs, byteRange: byteRange, isCut: writer.isCut)
        (stretches, endColumn, marks) = (writer.stretches, writer.column, writer.marks)
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

/// Bytes of the body that are columns of a line, a scalar each.
struct BodyStretch: Sendable, Hashable {
    /// 0-based, of the first scalar.
    var column: Int
    var byteRange: Range<Int>
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
