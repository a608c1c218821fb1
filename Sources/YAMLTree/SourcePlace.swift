/// A position in a text, for people (`line`, `column`) and for programs (`offsetInBytes`).
public struct SourcePlace: Sendable, Hashable {
    /// The 1-based line. A line ends at LF, CRLF or a lone CR.
    public var line: Int
    /// The 1-based column, counted in Unicode scalars. A byte order mark is not counted.
    public var column: Int
    /// The 0-based offset into the UTF-8 bytes of the text, byte order mark included.
    public var offsetInBytes: Int

    public init(line: Int, column: Int, offsetInBytes: Int) {
        self.line = line
        self.column = column
        self.offsetInBytes = offsetInBytes
    }
}
