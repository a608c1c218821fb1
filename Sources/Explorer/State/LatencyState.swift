public import Exchanges
import Foundation
public import OpenCollection

/// Of which request and environment it is asked how long its answers took.
public struct LatencyOrder: Sendable, Hashable {
    /// ``CollectionState/path`` of the request's collection.
    public var collection: String
    public var request: ItemPath
    /// Nil: without one.
    public var environment: String?

    public init(collection: String, request: ItemPath, environment: String?) {
        self.collection = collection
        self.request = request
        self.environment = environment
    }
}

/// How long the answers of a request took, as an overlay shows it.
public struct LatencyState: Sendable, Hashable {
    public var order: LatencyOrder
    /// When the cursor's stretch of time began; nil: the last one.
    var selected: Date?

    public init(_ order: LatencyOrder) { self.order = order }
}

/// What was found out of it.
public struct ShownLatency: Sendable {
    public let order: LatencyOrder
    /// All environments that the request was sent to; nil: without one.
    public let environments: [String?]
    public let report: LatencyReport
    /// As many stretches of time as the screen has room for; made when it is shown.
    var buckets: [LatencyBucket] = []

    public init(_ order: LatencyOrder, environments: [String?], _ report: LatencyReport) {
        self.order = order
        self.environments = environments
        self.report = report
    }
}
