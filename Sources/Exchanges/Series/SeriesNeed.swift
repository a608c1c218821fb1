/// A name that nothing stands for, where it is needed: what is given for one place goes to no other.
public struct SeriesNeed: Sendable, Hashable {
    public var name: String
    /// "https://api.example.com", or an environment.
    public var place: String
    /// ``CollectionState/path`` of the one whose environment it is; nil: it is a host.
    public var collection: String?

    public init(_ name: String, at place: String, of collection: String? = nil) {
        self.name = name
        self.place = place
        self.collection = collection
    }
}

/// The exchanges of a series, to be kept as a set.
public struct SeriesSet: Sendable, Hashable {
    /// A set that has the name already stays: another name is found.
    public var name: String
    public var note: String
    /// Whether a request was sent again and again, instead of exchanges of the history.
    public var isRepeat: Bool
    /// In order.
    public var ids: [HistoryRow.ID]

    public init(name: String, note: String, isRepeat: Bool = false, ids: [HistoryRow.ID]) {
        self.name = name
        self.note = note
        self.isRepeat = isRepeat
        self.ids = ids
    }
}
