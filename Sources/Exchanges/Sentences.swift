extension String {
    /// Whether it ends like a sentence, so that another one may follow.
    public var endsAsSentence: Bool { last.map { ".?!".contains($0) } == true }

    /// The text with a full stop if it does not end like a sentence.
    public var withFullStop: String { endsAsSentence ? self : self + "." }
}

extension RecordedFailure {
    /// The message and the advice as sentences in one line; only the message if there is no advice.
    public var sentences: String {
        guard let advice, !message.isEmpty else { return advice ?? message }
        return "\(message.withFullStop) \(advice)"
    }
}
