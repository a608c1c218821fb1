import ExchangeStore
import Exchanges
import Foundation
import OpenCollection

/// Paths in a collection that are others since.
struct FollowedPaths: Sendable {
    var collection: String
    var changes: [PathChange]
    /// Wall clock, as ``RecordedExchange/sentAt`` is.
    var madeAt: Date
}

extension RecordedExchange.Origin {
    /// The same request and environment, as they are called after changes in a collection.
    func after(_ changes: [PathChange], in collection: String) -> Self {
        guard collection == self.collection else { return self }
        var new = self
        new.requestPath = requestPath.map { ItemPath($0).after(changes).text }
        new.environment = environment.map { ItemPath(environment: $0).after(changes).baseName }
        return new
    }
}

extension RecordedExchange {
    /// Filed under today's paths, though it was sent before they were.
    func after(_ moves: [FollowedPaths]) -> Self {
        var record = self
        for move in moves where move.madeAt >= facts.sentAt {
            record.origin = record.origin.after(move.changes, in: move.collection)
        }
        return record
    }
}
