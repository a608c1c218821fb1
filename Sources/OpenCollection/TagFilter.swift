/// A filter that chooses the requests of a run by their tags.
///
/// - Source: Bruno, `packages/bruno-common/src/tags/index.ts`.
public struct TagFilter: Sendable, Hashable {
    /// A request has to have one of these; empty: any will do, and none.
    public var included: Set<String>
    /// A request with one of these is left out, whatever else it has.
    public var excluded: Set<String>

    public init(included: some Sequence<String> = [], excluded: some Sequence<String> = []) {
        self.included = Set(included)
        self.excluded = Set(excluded)
    }

    public var isEmpty: Bool { included.isEmpty && excluded.isEmpty }

    /// Whether a request with these tags is taken. Tags are compared exactly, capitals and spaces included.
    public func takes(_ tags: [String]) -> Bool {
        (included.isEmpty || !included.isDisjoint(with: tags)) && excluded.isDisjoint(with: tags)
    }
}
