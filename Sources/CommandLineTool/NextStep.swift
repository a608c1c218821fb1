import Exchanges

extension String {
    /// With the next thing to do behind it: "what; what to do", or a sentence of its own behind one that ends as a sentence does.
    ///
    /// - Parameter step: begins as it should behind a semicolon.
    public func followed(by step: String) -> String {
        guard endsAsSentence else { return "\(self); \(step)" }
        return "\(self) \(step.prefix(1).uppercased())\(String(step.dropFirst()).withFullStop)"
    }
}
