/// Measured places along a line that is too long to be counted from its start each time a part of it is shown.
///
/// Stays valid while the body grows: the measured part does not change.
public struct LineRuler: Sendable {
    /// A place within a token, at the start of a scalar.
    struct Mark: Sendable, Hashable {
        var byte: Int
        var column: Int
        /// The offset of the token's first byte.
        var tokenStart: Int
    }

    /// The number of bytes from one mark to the next.
    static let spacing = 1 << 16
    /// The length in bytes from which a line gets a ruler.
    public static let shortestLine = 1 << 18
    /// The start of windows that request marks, not text.
    static let endColumn = BodyDocument.maximumColumns - 1

    /// The line, 0-based.
    public let line: Int
    /// The number of scalars in the line, its indentation included, as far as it was known.
    public let columnCount: Int
    private let marks: [Mark]

    init(line: Int, columnCount: Int, marks: [Mark]) {
        (self.line, self.columnCount, self.marks) = (line, columnCount, marks)
    }

    /// Returns the last mark at or before a column.
    func mark(atOrBeforeColumn column: Int) -> Mark? { last { $0.column <= column } }

    /// Returns the last mark at or before a byte.
    func mark(atOrBeforeByte byte: Int) -> Mark? { last { $0.byte <= byte } }

    private func last(where isInFront: (Mark) -> Bool) -> Mark? {
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if isInFront(marks[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? marks[low - 1] : nil
    }
}

/// The rulers of some lines of a body.
public struct LineRulers: Sendable {
    private var rulers: [Int: LineRuler] = [:]
    /// The most rulers that are kept: more lines than a screen shows.
    private static let capacity = 256

    public init() {}

    public subscript(line: Int) -> LineRuler? { rulers[line] }

    public mutating func insert(_ ruler: LineRuler) {
        if rulers.count >= Self.capacity { rulers = [:] }
        rulers[ruler.line] = ruler
    }

    /// Returns the last mark at or before a window, within a token of a line; nil while marks are being made.
    func mark(before window: Range<Int>, ofLine line: Int, in tokenStart: Int) -> LineRuler.Mark? {
        guard !rulers.isEmpty, window.lowerBound < LineRuler.endColumn,
            let mark = rulers[line]?.mark(atOrBeforeColumn: window.lowerBound), mark.tokenStart == tokenStart
        else { return nil }
        return mark
    }
}

extension BodyDocument {
    /// Measures a line, 0-based: reads all of it. nil if it is short, or not known yet.
    public func ruler(ofLine line: Int) -> LineRuler? {
        guard !kind.isBytes, isLong(line),
            let measured = lines(line..<line + 1, columns: LineRuler.endColumn..<Self.maximumColumns).first
        else { return nil }
        return LineRuler(line: line, columnCount: measured.endColumn, marks: measured.marks)
    }

    /// Returns the number of scalars in a line, 0-based, its indentation included. Reads all of it, unless it has a ruler.
    public func columnCount(ofLine line: Int) -> Int {
        if let ruler = rulers[line] { return ruler.columnCount }
        return lines(line..<line + 1, columns: LineRuler.endColumn..<Self.maximumColumns).first?.endColumn ?? 0
    }

    /// Whether a line has enough bytes for a ruler.
    private func isLong(_ line: Int) -> Bool {
        guard let start = lines(line..<line + 1, columns: 0..<0).first?.byteRange.lowerBound else { return false }
        let next = lines(line + 1..<line + 2, columns: 0..<0).first?.byteRange.lowerBound ?? index.scannedBytes
        return next - start >= LineRuler.shortestLine
    }
}
