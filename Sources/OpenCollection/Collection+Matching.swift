/// What a name on the command line stands for.
public struct RequestMatches: Sendable {
    /// The requests that match equally well: exactly one is a hit.
    public var matches: [CollectionItem]
    /// For the message when there is not one match: the matches, else what comes near, else all; their paths
    /// without `.yml`, at most ten.
    public var candidates: [String]

    public var only: CollectionItem? { matches.count == 1 ? matches[0] : nil }
}

extension Collection {
    /// Requests that `name` stands for: by path without `.yml`, else by path without regard to case, else by `info.name`,
    /// else by `info.name` without regard to case. The first of these that finds anything counts.
    public func requests(matching name: String) -> RequestMatches {
        let items = allRequests.map(\.item)
        let wanted = name.hasSuffix(".yml") ? String(name.dropLast(4)) : name
        let tests: [(CollectionItem) -> Bool] = [
            { $0.path.withoutExtension == wanted },
            { $0.path.withoutExtension.lowercased() == wanted.lowercased() },
            { $0.name == name }, { $0.name.lowercased() == name.lowercased() },
        ]
        let matches = tests.lazy.map { items.filter($0) }.first { !$0.isEmpty } ?? []
        let near = matches.isEmpty ? items.filter { $0.resembles(name) } : matches
        let shown = (near.isEmpty ? items : near).prefix(10).map(\.path.withoutExtension)
        return RequestMatches(matches: matches, candidates: shown)
    }
}

extension CollectionItem {
    fileprivate func resembles(_ text: String) -> Bool {
        let wanted = text.lowercased()
        return path.text.lowercased().contains(wanted) || name.lowercased().contains(wanted)
    }
}

extension ItemPath {
    /// "users/get" for "users/get.yml".
    public var withoutExtension: String { text.hasSuffix(".yml") ? String(text.dropLast(4)) : text }
}
