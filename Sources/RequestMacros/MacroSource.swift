import DeclarationScanner

/// A piece of the user's source as the compiler passes it to a macro.
public struct MacroSource: Sendable, Hashable {
    public var text: String
    /// The full path; empty when the compiler does not report it.
    public var fileName: String
    /// The start of the text in the file: the offset in UTF-8 bytes, 0-based, and line and column, 1-based.
    public var offset: Int
    public var line: Int
    public var column: Int

    public init(_ text: String, fileName: String = "", offset: Int = 0, line: Int = 1, column: Int = 1) {
        self.text = text
        self.fileName = fileName
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Returns the line and the column in the file of a byte of the text.
    func place(of position: Int) -> (line: Int, column: Int) {
        var place = (line: line, column: column)
        for byte in text.utf8.prefix(position) {
            place = byte == 0x0A ? (place.line + 1, 1) : (place.line, place.column + 1)
        }
        return place
    }

    func spot(_ range: Range<Int>) -> Spot {
        Spot(fileName: fileName, range: offset + range.lowerBound..<offset + range.upperBound)
    }
}

/// A range of bytes in one of the user's files.
public struct Spot: Sendable, Hashable {
    public var fileName: String
    public var range: Range<Int>

    public init(fileName: String, range: Range<Int>) {
        self.fileName = fileName
        self.range = range
    }
}
