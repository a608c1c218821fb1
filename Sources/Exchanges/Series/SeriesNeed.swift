/// A missing variable and the place that needs it: its value is used for no other place.
public struct SeriesNeed: Sendable, Hashable {
    public var name: String
    /// The place: "https://api.example.com", or an environment.
    public var place: String
    /// The ``CollectionState/path`` of the collection whose environment it is; nil if the place is a host.
    public var collection: String?

    public init(_ name: String, at place: String, of collection: String? = nil) {
        self.name = name
        self.place = place
        self.collection = collection
    }
}

/// The exchanges of a series, to be kept as a set.
public struct SeriesSet: Sendable, Hashable {
    /// The name; if a set has it already, that set stays and another name is found.
    public var name: String
    public var note: String
    /// Whether a request was repeated, instead of exchanges of the history.
    public var isRepeat: Bool
    /// The exchanges, in order.
    public var ids: [HistoryRow.ID]

    public init(name: String, note: String, isRepeat: Bool = false, ids: [HistoryRow.ID]) {
        self.name = name
        self.note = note
        self.isRepeat = isRepeat
        self.ids = ids
    }
}
