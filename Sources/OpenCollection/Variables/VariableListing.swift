/// A name in sight of a request, as a list of variables shows it.
public struct VariableListing: Sendable, Hashable {
    public var name: String
    /// The value as its scope writes it; empty for a secret without value.
    public var template: String
    public var state: State
    public var scope: VariableScope
    /// The file that holds it, or "session", "process environment".
    public var place: String
    public var isSecret: Bool
    /// The same name in scopes that this one hides, nearest first.
    public var shadowed: [VariableValue.Shadowed]

    public enum State: Sendable, Hashable {
        /// The value in a text.
        case value(String)
        case secretWithoutValue
        /// The way round: ["a", "b", "a"].
        case cycle([String])
        /// A value longer than variables may make a text.
        case tooLong
    }
}

extension VariableScopes {
    /// All names of files and of the session, sorted. The process environment and names generated for each send are not among them.
    public var listings: [VariableListing] {
        // One walk for all: each variable is resolved once, however many lead to it.
        var walk = Expansion(scopes: self, budgetInBytes: 64 << 20)
        return names.compactMap { listing(of: $0, &walk) }
    }

    private func listing(of name: String, _ walk: inout Expansion) -> VariableListing? {
        guard let found = find(name) else { return nil }
        var listing = VariableListing(
            name: name, template: found.value?.text ?? "", state: .secretWithoutValue, scope: found.scope,
            place: found.place, isSecret: found.isSecret, shadowed: found.shadowed)
        switch walk.state(of: name) {
        case .value(let value):
            listing.state = .value(value.value)
            listing.isSecret = value.isSecret
        case .dynamic(let text): listing.state = .value(text)
        case .cycle(let way): listing.state = .cycle(way)
        case .missing(.tooLong): listing.state = .tooLong
        case .literal: listing.state = .value("{{\(name)}}")
        case .missing, .fault: break
        }
        return listing
    }
}
