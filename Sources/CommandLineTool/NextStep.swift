import Exchanges

extension String {
    /// Returns the text followed by the next thing to do: "what; what to do", or two sentences if the text ends as a sentence does.
    ///
    /// - Parameter step: The next thing to do, as it begins after a semicolon.
    public func followed(by step: String) -> String {
        guard endsAsSentence else { return "\(self); \(step)" }
        return "\(self) \(step.prefix(1).uppercased())\(String(step.dropFirst()).withFullStop)"
    }
}
