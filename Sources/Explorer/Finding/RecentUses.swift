public import OpenCollection

/// The requests of one collection, and the actions of any, that were used last; kept for the next run.
public struct RecentUses: Sendable, Hashable {
    /// The last used first.
    public var requests: [ItemPath]
    /// Names of actions, the last used first.
    public var actions: [String]

    /// The number of ``requests`` and of ``actions`` that are kept.
    public static let requestLimit = 50
    public static let actionLimit = 30

    /// - Parameters:
    ///   - requests: The last used first.
    ///   - actions: Their names, the last used first.
    public init(requests: [ItemPath] = [], actions: [String] = []) {
        (self.requests, self.actions) = (requests, actions)
    }
}

extension ExplorerState {
    /// Orders what was used in an earlier run, once for each collection.
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

    /// Puts what was used meanwhile before what was kept.
    mutating func take(_ uses: RecentUses) {
        let isFirst = recentUses == RecentUses()
        current.opened.recent.putLast(uses.requests, limit: RecentUses.requestLimit)
        finding.recentActions.putLast(uses.actions.compactMap(Action.named), limit: RecentUses.actionLimit)
        // What cannot be used any more is no reason to write.
        current.opened.writtenUses = isFirst ? recentUses : uses
    }

    private var recentUses: RecentUses {
        RecentUses(requests: current.opened.recent, actions: finding.recentActions.map(\.name))
    }
}

/// A list of what was used, the last used first.
extension Array where Element: Equatable {
    mutating func putFirst(_ element: Element, limit: Int) {
        self = Array(([element] + filter { $0 != element }).prefix(limit))
    }

    /// Adds the elements that are not there yet at the end.
    mutating func putLast(_ elements: [Element], limit: Int) {
        self = Array((self + elements.filter { !contains($0) }).prefix(limit))
    }
}
