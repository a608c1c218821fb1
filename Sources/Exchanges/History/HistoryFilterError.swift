/// A filter that cannot be understood.
public struct HistoryFilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong: "there is no key \"stauts\"".
    public let message: String
    /// What to write instead: "did you mean status:?"
    public let advice: String
    /// Which of the filter's characters it is about.
    public let place: Range<Int>
    /// The whole filter.
    public let text: String

    /// "there is no key \"stauts\"; did you mean status:?"
    public var description: String { "\(message); \(advice)" }
}
