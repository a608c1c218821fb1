extension RecordedFailure {
    /// What happened, and what to try, as sentences of one line; the message as it is where there is no advice.
    public var sentences: String {
        guard let advice, let end = message.last else { return advice ?? message }
        return ".?!".contains(end) ? "\(message) \(advice)" : "\(message). \(advice)"
    }
}
