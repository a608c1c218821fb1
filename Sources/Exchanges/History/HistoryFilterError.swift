/// A filter that cannot be understood.
public struct HistoryFilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fault: "there is no key \"stauts\"".
    public let message: String
    /// The text to write instead: "did you mean status:?"
    public let advice: String
    /// The range of the filter's characters that are wrong.
    public let place: Range<Int>
    /// The whole filter.
    public let text: String

    /// The fault with the advice: "there is no key \"stauts\"; did you mean status:?"
    public var description: String { "\(message); \(advice)" }
}
