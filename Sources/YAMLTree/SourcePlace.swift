/// A place in a text.
public struct SourcePlace: Sendable, Hashable {
    /// 1-based.
    public var line: Int
    /// 1-based, in scalars.
    public var column: Int
    /// 0-based, in UTF-8 bytes from the start of the text, a byte order mark included.
    public var offsetInBytes: Int

    public init(line: Int, column: Int, offsetInBytes: Int) {
        self.line = line
        self.column = column
        self.offsetInBytes = offsetInBytes
    }
}
