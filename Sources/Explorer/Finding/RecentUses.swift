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
        guard current.writtenUses != nil else {
            guard !current.areUsesOrdered else { return [] }
            current.areUsesOrdered = true
            return [effect(.recentUses, .recentUses(nil))]
        }
        let uses = recentUses
        guard uses != current.writtenUses else { return [] }
        current.writtenUses = uses
        return [effect(.recentUses, .recentUses(uses))]
    }

    /// What was used meanwhile goes before what was kept.
    mutating func take(_ uses: RecentUses) {
        let isFirst = recentUses == RecentUses()
        current.recentRequests += uses.requests.filter { !current.recentRequests.contains($0) }
        current.recentRequests.removeLast(max(0, current.recentRequests.count - RecentUses.requestLimit))
        let actions = uses.actions.compactMap(Action.init(rawValue:))
        recentActions += actions.filter { !recentActions.contains($0) }
        recentActions.removeLast(max(0, recentActions.count - RecentUses.actionLimit))
        // What cannot be used any more is no reason to write.
        current.writtenUses = isFirst ? recentUses : uses
    }

    private var recentUses: RecentUses {
        RecentUses(requests: current.recentRequests, actions: recentActions.map(\.rawValue))
    }

    /// An action was taken from the palette.
    mutating func noteUse(of action: Action) {
        recentActions.removeAll { $0 == action }
        recentActions.insert(action, at: 0)
        recentActions.removeLast(max(0, recentActions.count - RecentUses.actionLimit))
    }
}
