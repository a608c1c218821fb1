/// What an instance has of a collection's drafts, once it has taken over those of instances that ended.
public struct ClaimedDrafts: Sendable, Hashable {
    /// One of an item at most; by item.
    public var drafts: [DraftRecord]
    /// Items of which instances that ended left more than one: the others stay in the journal, and are claimed one by one, the newest first,
    /// whenever this instance has none of the item.
    public var waiting: [String]
    /// Items of which other instances that go on have drafts: these stay theirs.
    public var elsewhere: [String]

    public init(drafts: [DraftRecord] = [], waiting: [String] = [], elsewhere: [String] = []) {
        self.drafts = drafts
        self.waiting = waiting
        self.elsewhere = elsewhere
    }
}

/// Whose the drafts of a collection are, without what is in them.
struct DraftListing {
    struct Row: Hashable {
        var item: String
        var owner: String
    }

    /// One of an item at most: this instance's, or the newest that may be taken over.
    private(set) var claimed: [Row] = []
    private(set) var waiting: [String] = []
    private(set) var elsewhere: [String] = []

    /// - Parameters:
    ///   - rows: by item; of each item this instance's first, then the newest.
    ///   - others: the owners that go on, without this instance.
    init(_ rows: [Row], others: Set<String>) {
        for row in rows {
            if others.contains(row.owner) {
                Self.note(row.item, in: &elsewhere)
            } else if claimed.last?.item == row.item {
                Self.note(row.item, in: &waiting)
            } else {
                claimed.append(row)
            }
        }
    }

    /// They come by item.
    private static func note(_ item: String, in items: inout [String]) {
        if items.last != item { items.append(item) }
    }
}
