public import Foundation

/// The unsaved state of a request, as the journal keeps it.
public struct DraftRecord: Sendable, Hashable {
    /// The collection's root directory.
    public var collection: String
    /// The request's file within the collection, or an id for a draft without a file.
    public var item: String
    /// The edited request, as JSON.
    public var payload: Data
    /// The hash of the file's text that the draft was made from; nil without a file.
    public var baseHash: String?
    /// The time of the last change, kept to the microsecond.
    public var updatedAt: Date

    public init(collection: String, item: String, payload: Data, baseHash: String?, updatedAt: Date) {
        self.collection = collection
        self.item = item
        self.payload = payload
        self.baseHash = baseHash
        self.updatedAt = updatedAt
    }
}
