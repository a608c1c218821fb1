import ExchangeStore
import Exchanges
import Foundation
import OpenCollection

/// Changes of paths in a collection.
struct FollowedPaths: Sendable {
    var collection: String
    var changes: [PathChange]
    /// The time of the change by the wall clock, as ``RecordedExchange/sentAt``.
    var madeAt: Date
}

extension RecordedExchange.Origin {
    /// Returns the same request and environment, with their names after changes in a collection.
    func after(_ changes: [PathChange], in collection: String) -> Self {
        guard collection == self.collection else { return self }
        var new = self
        new.requestPath = requestPath.map { ItemPath($0).after(changes).text }
        new.environment = environment.map { ItemPath(environment: $0).after(changes).baseName }
        return new
    }
}

extension RecordedExchange {
    /// Returns the exchange under today's paths, if it was sent before they changed.
    func after(_ moves: [FollowedPaths]) -> Self {
        var record = self
        for move in moves where move.madeAt >= facts.sentAt {
            record.origin = record.origin.after(move.changes, in: move.collection)
        }
        return record
    }
}
