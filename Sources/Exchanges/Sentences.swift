extension String {
    /// Whether another sentence may follow it.
    public var endsAsSentence: Bool { last.map { ".?!".contains($0) } == true }

    /// As a sentence that another one may follow.
    public var withFullStop: String { endsAsSentence ? self : self + "." }
}

extension RecordedFailure {
    /// What happened, and what to try, as sentences of one line; the message as it is where there is no advice.
    public var sentences: String {
        guard let advice, !message.isEmpty else { return advice ?? message }
        return "\(message.withFullStop) \(advice)"
    }
}
