/// An instance's drafts of a collection, after it has taken over those of instances that ended.
public struct ClaimedDrafts: Sendable, Hashable {
    /// The drafts, at most one for each item; sorted by item.
    public var drafts: [DraftRecord]
    /// The items of which ended instances left more than one draft: the others stay in the journal, and are claimed one by one, the newest first,
    /// whenever this instance has no draft of the item.
    public var waiting: [String]
    /// The items of which other running instances have drafts, which they keep.
    public var elsewhere: [String]

    public init(drafts: [DraftRecord] = [], waiting: [String] = [], elsewhere: [String] = []) {
        self.drafts = drafts
        self.waiting = waiting
        self.elsewhere = elsewhere
    }
}

/// The owners of a collection's drafts, without the contents.
struct DraftListing {
    struct Row: Hashable {
        var item: String
        var owner: String
    }

    /// The drafts, at most one for each item: this instance's, or the newest that may be taken over.
    private(set) var claimed: [Row] = []
    private(set) var waiting: [String] = []
    private(set) var elsewhere: [String] = []

    /// - Parameters:
    ///   - rows: The rows, sorted by item; of each item this instance's first, then the newest.
    ///   - others: The owners that are running, without this instance.
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

    /// Appends an item if it is not the last already; rows are sorted by item.
    private static func note(_ item: String, in items: inout [String]) {
        if items.last != item { items.append(item) }
    }
}
