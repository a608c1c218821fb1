/// One name in sight of a request, as a list of variables shows it.
public struct VariableListing: Sendable, Hashable {
    public var name: String
    /// As its scope writes it; empty for a secret without value.
    public var template: String
    public var state: State
    public var scope: VariableScope
    /// The file that holds it, or "session", "process environment".
    public var place: String
    public var isSecret: Bool
    /// The same name in scopes that this one hides, nearest first.
    public var shadowed: [VariableValue.Shadowed]

    public enum State: Sendable, Hashable {
        /// What lands in a text.
        case value(String)
        case secretWithoutValue
        /// The way round: ["a", "b", "a"].
        case cycle([String])
    }
}

extension VariableScopes {
    /// Every name of a file or of the session, sorted. The process environment and names made for each send are not among them.
    public var listings: [VariableListing] { names.compactMap(listing) }

    private func listing(of name: String) -> VariableListing? {
        guard let found = find(name) else { return nil }
        var walk = Expansion(scopes: self)
        var listing = VariableListing(
            name: name, template: found.value?.text ?? "", state: .secretWithoutValue, scope: found.scope,
            place: found.place, isSecret: found.isSecret, shadowed: found.shadowed)
        switch walk.state(of: name, stack: []) {
        case .value(let value):
            listing.state = .value(value.value)
            listing.isSecret = value.isSecret
        case .dynamic(let text): listing.state = .value(text)
        case .cycle(let way): listing.state = .cycle(way)
        case .missing: break
        }
        return listing
    }
}
