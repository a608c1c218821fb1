/// A line to show.
public struct BodyLine: Sendable, Hashable {
    /// The number of the line, 1-based, as a gutter shows it.
    public var number: Int
    /// The number of containers around the line; 0 outside of JSON, XML and HTML.
    public var depth: Int
    /// The text from left to right, indentation included, of the requested columns.
    public var runs: [BodyRun]
    /// The bytes of the body that the line shows: from its first token to its last one, without the line break.
    public var byteRange: Range<Int>
    /// Whether text follows to the right of the requested columns.
    public var isCut: Bool

    public init(number: Int, depth: Int, runs: [BodyRun], byteRange: Range<Int>, isCut: Bool = false) {
        self.number = number
        self.depth = depth
        self.runs = runs
        self.byteRange = byteRange
        self.isCut = isCut
    }

    /// The columns that are bytes of the body; hexadecimal digits and text that is not part of the body have none.
    var byteRuns: [BodyByteRun] = []
    /// The column after the last one that was skipped or laid out; the end of the line unless it is cut.
    var endColumn = 0
    var marks: [LineRuler.Mark] = []

    /// The shown bytes of the body; nil if there are none.
    public var shownBytes: Range<Int>? {
        if let first = byteRuns.first, let last = byteRuns.last {
            return first.byteRange.lowerBound..<last.byteRange.upperBound
        }
        return byteRange.isEmpty || byteRange.count > MatchCounts.blockSize ? nil : byteRange
    }

    init(number: Int, depth: Int, _ writer: LineWriter, byteRange: Range<Int>) {
        self.init(number: number, depth: depth, runs: writer.runs, byteRange: byteRange, isCut: writer.isCut)
        (byteRuns, endColumn, marks) = (writer.byteRuns, writer.column, writer.marks)
    }

    /// The text of all runs.
    public var text: String { runs.map(\.text).joined() }
}

/// A piece of a line with one meaning.
public struct BodyRun: Sendable, Hashable {
    /// The text as in the body, control characters included: the caller replaces those.
    public var text: String
    public var token: BodyToken

    public init(_ text: String, _ token: BodyToken) {
        self.text = text
        self.token = token
    }
}

/// Bytes of the body that are columns of a line, one column for each scalar.
struct BodyByteRun: Sendable, Hashable {
    /// The column of the first scalar, 0-based.
    var column: Int
    var byteRange: Range<Int>
}

/// The meaning of a piece of a line.
public enum BodyToken: Sendable, Hashable, CaseIterable {
    /// Text without a grammar, and spaces.
    case plain
    /// The name of a JSON member, with its quotes.
    case key
    case string
    case number
    case bool
    case null
    /// Brackets, braces, commas and colons.
    case punctuation
    /// The name of an element, or of an attribute.
    case tag, attribute
    case comment
    /// A processing instruction, a document type.
    case instruction
    /// A character written by name or number: `&amp;`.
    case entity
    /// The offset of a row of hexadecimal digits.
    case offset
    case hexByte
    /// The characters beside hexadecimal digits.
    case ascii
    /// A byte that is not UTF-8, shown as U+FFFD.
    case invalid
    /// The place and reason of a fault; not a part of the body.
    case error
    /// The replacement of folded lines; not a part of the body.
    case summary
}

/// The place where a body becomes invalid, and the reason.
public struct BodyFault: Sendable, Hashable, CustomStringConvertible {
    /// The offset of the first byte that does not fit, or the length of a body that ends too early.
    public var offsetInBytes: Int
    /// The line in the body as received, 1-based, counted in line feeds.
    public var line: Int
    /// The column, 1-based, in scalars.
    public var column: Int
    /// The reason: "expected a comma or `]`, found `;`".
    public var reason: String

    public init(offsetInBytes: Int, line: Int, column: Int, reason: String) {
        self.offsetInBytes = offsetInBytes
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// The place and the reason: "line 3, column 7: expected a comma or `]`, found `;`".
    public var description: String { "line \(line), column \(column): \(reason)" }
}
