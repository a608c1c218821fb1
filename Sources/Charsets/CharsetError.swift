/// A charset that the system's `iconv` cannot convert from.
public struct CharsetError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the charset as it was given.
    public let charset: String
    /// The `errno` of `iconv_open`; nil if the name cannot be a charset's and was not tried.
    public let code: Int32?
    /// The system's message.
    public let message: String

    public var description: String { "The charset `\(charset)` cannot be read: \(message)" }
}
