import CollectionFiles
import CollectionRunner
import ExchangeStore
import Exchanges
import Explorer
import Foundation
import Interchange
import MicroClient
import OpenCollection

/// A recorded request on its way out again, on screen and command line alike: its secrets are put back from where they came from.
struct ReplayPreparation {
    let store: HistoryStore
    /// The collection that it is replayed from; only for exchanges of its own may it fill in secrets.
    let collectionRoot: String
    let spillDirectory: URL

    /// A request with the values for its markers, as far as they are known.
    struct Filled {
        let request: RestoredRequest
        let values: ReplayValues
        fileprivate let kept: StoredExchange
        fileprivate let today: RequestToday?
        fileprivate let given: [String: String]
        fileprivate let restore: @Sendable (ReplayValues) throws -> RestoredRequest

        /// The markers without a value, each name once.
        var needs: [SeriesNeed] {
            Set(request.missing.filter { values[$0] == nil }.map(\.name)).sorted().map {
                SeriesNeed($0, at: values.origin)
            }
        }
    }

    struct Ready {
        let request: RestoredRequest
        let terms: ReplayTerms
    }

    /// - Throws: ``SendRefusal`` when it is gone, or not kept whole.
    func past(_ id: HistoryRow.ID) throws(SendRefusal) -> PastExchange {
        let found: PastExchange?
        do {
            found = try HistoryEffect.past(id, in: store)
        } catch {
            throw .failed("the history cannot be read: \(ErrorWords.text(of: error))")
        }
        guard let past = found else { throw .failed("the exchange was deleted in the meantime.") }
        let body = past.kept.requestBody
        guard body?.isCut != true, body == nil || past.requestBody != nil else {
            throw .failed("its body was not saved in full: send the current request.")
        }
        return past
    }

    /// Whether it was sent of the very request that it is replayed for, and not said by somebody else's file, replays of such included: only then
    /// may what the request knows go along.
    func isOwn(_ kept: StoredExchange, requestPath: String) throws -> Bool {
        guard kept.origin.collection == collectionRoot, kept.origin.requestPath == requestPath else { return false }
        var source = kept.source
        for _ in 0..<Self.longestChain {
            switch source {
            case .screen, .commandLine: return true
            case .imported: return false
            case .replay(let id):
                guard let original = try store.row(id) else { return false }
                source = original.source
            }
        }
        return false
    }

    private static let longestChain = 1000

    /// - Parameters:
    ///   - given: The values that the user gave, by the names of markers.
    ///   - today: the request as it is today; nil where nothing of it may go along.
    func filled(_ past: PastExchange, given: [String: String], today: RequestToday?) throws -> Filled {
        let values = ReplayValues(past.kept, today, given: given)
        let (kept, body) = (past.kept, past.requestBody)
        let restore = { @Sendable [spillDirectory] (values: ReplayValues) in
            try RestoredRequest(kept, body: body, spillDirectory: spillDirectory) { values[$0] }
        }
        return Filled(
            request: try restore(values), values: values, kept: kept, today: today, given: given, restore: restore)
    }

    /// - Parameter others: The options that apply if no request is known.
    /// - Throws: ``SendRefusal`` if a marker is left in it.
    func ready(
        _ filled: Filled, files: RequestFiles, others: TransferOptions = TransferOptions(idleTimeout: nil)
    ) throws -> Ready {
        let (request, values) = (filled.request, filled.values)
        if let marker = request.missing.first(where: { values[$0] != nil }) {
            throw SendRefusal.failed(
                "\(marker.name) cannot be restored as it was: send the current request.")
        }
        guard request.missing.isEmpty else { throw SendRefusal.unfilled(filled.needs.map(\.name)) }
        try requireAgreedConnection(filled)
        var terms = try ReplayTerms(filled.kept, values, checks: filled.today?.checks, files: files, others: others)
        if let today = filled.today {
            terms.renew(today, filled.kept, given: filled.given, restore: filled.restore)
        }
        return Ready(request: request, terms: terms)
    }

    /// A value that somebody typed for a place goes through the collection's proxy only where secrets of the request do, which was agreed to.
    private func requireAgreedConnection(_ filled: Filled) throws(SendRefusal) {
        guard let made = filled.today?.request, !made.isSentDirectly, made.flows.isEmpty,
            filled.kept.markers.contains(where: { filled.given[$0.name] != nil })
        else { return }
        throw .failed(
            "its secrets would go through a proxy of the collection, or without checked certificates, which was not allowed"
        )
    }
}
