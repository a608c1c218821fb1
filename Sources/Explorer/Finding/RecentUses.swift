public import OpenCollection

/// What a person used last, kept for the next run: requests of one collection, and actions of any.
public struct RecentUses: Sendable, Hashable {
    /// The last used first.
    public var requests: [ItemPath]
    /// Names of actions, the last used first.
    public var actions: [String]

    /// Of ``requests``, and of ``actions``.
    public static let requestLimit = 50
    public static let actionLimit = 30

    /// - Parameters:
    ///   - requests: The last used first.
    ///   - actions: Their names, the last used first.
    public init(requests: [ItemPath] = [], actions: [String] = []) {
        self.requests = requests
        self.actions = actions
    }
}

extension ExplorerState {
    /// Once for each collection: what was used in an earlier run.
    mutating func orderRecentUses() -> [Effect] {
        guard current.exists, !isInBackground else { return [] }
        guard current.opened.writtenUses != nil else {
            guard !current.opened.areUsesOrdered else { return [] }
            current.opened.areUsesOrdered = true
            return effect(.recentUses, Effect.Order.readRecentUses, note: { $0.take($1) })
        }
        let uses = recentUses
        guard uses != current.opened.writtenUses else { return [] }
        current.opened.writtenUses = uses
        return effect(.recentUses, .keepRecentUses(uses))
    }

    /// What was used meanwhile goes before what was kept.
    mutating func take(_ uses: RecentUses) {
        let isFirst = recentUses == RecentUses()
        current.opened.recent += uses.requests.filter { !current.opened.recent.contains($0) }
        current.opened.recent.removeLast(max(0, current.opened.recent.count - RecentUses.requestLimit))
        let actions = uses.actions.compactMap(Action.named)
        finding.recentActions += actions.filter { !finding.recentActions.contains($0) }
        finding.recentActions.removeLast(max(0, finding.recentActions.count - RecentUses.actionLimit))
        // What cannot be used any more is no reason to write.
        current.opened.writtenUses = isFirst ? recentUses : uses
    }

    private var recentUses: RecentUses {
        RecentUses(requests: current.opened.recent, actions: finding.recentActions.map(\.name))
    }

    /// An action was taken from the palette.
    mutating func noteUse(of action: Action) {
        finding.recentActions.removeAll { $0 == action }
        finding.recentActions.insert(action, at: 0)
        finding.recentActions.removeLast(max(0, finding.recentActions.count - RecentUses.actionLimit))
    }
}
