/// A charset that the system's `iconv` cannot convert from.
public struct CharsetError: Error, Sendable, Hashable, CustomStringConvertible {
    /// As it was named.
    public let charset: String
    /// `errno` of `iconv_open`; nil when the name is no charset's name at all and was not tried.
    public let code: Int32?
    /// The system's own words.
    public let message: String

    public var description: String { "The charset `\(charset)` cannot be read: \(message)" }
}
