import BodyStore
import Exchanges
import Foundation
import HTTPArchive
import MicroClient

// An archive has an entry for each hop of each attempt. What the format cannot say is in members with an underscore.

extension SharePackage {
    /// Writes an archive; the entries of only one exchange are in memory at a time.
    func writeArchive(
        by creator: (name: String, version: String), to sink: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let entries = exchanges.lazy.flatMap(\.entries)
        try archive(by: creator).encode(entries) { bytes in try bytes.withUnsafeBytes(sink) }
    }

    /// Returns the archive without its entries. The set's name and note are "_set" of the log; "_masked" names the markers.
    private func archive(by creator: (name: String, version: String)) -> HAR {
        var log = HAR.Log(creator: HAR.Tool(name: creator.name, version: creator.version))
        log.comment = note
        if name != nil || note != nil {
            var set = HAR.Members()
            set["name"] = name.map(HAR.JSON.string)
            set["note"] = note.map(HAR.JSON.string)
            log.other["_set"] = .object(set)
        }
        if !markerNames.isEmpty { log.other["_masked"] = .array(markerNames.sorted().map(HAR.JSON.string)) }
        return HAR(log: log)
    }
}

extension SharedExchange {
    /// The first of them has "_exchange": all that the entries do not say, as the history writes it down.
    fileprivate var entries: [HAR.Entry] {
        let exchange = past.kept.exchange
        let last = exchange.attempts.last.map { ($0.number, $0.hops.count - 1) }
        var entries = HAR.entries(of: exchange) { attempt, hop in
            let hops = exchange.attempts.first { $0.number == attempt }?.hops ?? []
            let request = hops.indices.contains(hop) ? hops[hop].request : exchange.request
            let isLast = last.map { $0 == (attempt, hop) } ?? false
            return HAR.Bodies(
                request: request.method == exchange.request.method && request.bodyLength != 0
                    ? past.requestBody.flatMap { HAR.Body($0, past.kept.requestBody) } : nil,
                response: isLast ? past.responseBody.flatMap { HAR.Body($0, past.kept.responseBody) } : nil)
        }
        if entries.isEmpty { entries = [unsent] }
        let starts = exchange.attempts.flatMap { attempt in
            attempt.hops.isEmpty ? [attempt.startedAfter] : attempt.hops.map(\.startedAfter)
        }
        for (index, start) in starts.enumerated() where entries.indices.contains(index) {
            entries[index].startedAfter = start
        }
        // An attempt that failed before its first hop has an entry too.
        let unsent = exchange.attempts.filter(\.hops.isEmpty).map(\.number)
        for index in entries.indices where entries[index].attempt.map(unsent.contains) == true {
            entries[index].other["_unsent"] = true
        }
        entries[0].comment = note
        entries[0].other["_note"] = note.map(HAR.JSON.string)
        entries[0].other["_verdict"] = verdict.map(HAR.JSON.string)
        entries[0].other["_exchange"] = past.kept.shell
        return entries
    }

    /// The entry of an exchange that sent nothing because there was no token.
    private var unsent: HAR.Entry {
        let kept = past.kept
        var entry = HAR.Entry(Exchange.Hop(startedAfter: .zero, request: kept.exchange.request), startedAt: kept.sentAt)
        entry.response.failure = kept.failure.map {
            Exchange.Failure(stage: .prepare, code: .other, message: $0.message)
        }
        return entry
    }
}

extension HAR.Body {
    init?(_ store: BodyStore, _ kept: StoredBody?) {
        guard let kept else { return nil }
        self.init(
            store.withBytes(in: 0..<store.count) { Data($0) }, length: kept.length, isTruncated: kept.isCut)
    }
}

extension HAR.Entry {
    /// The time from the start of the exchange to that of the hop, written as "_startedAfter", in milliseconds; nil if it is not known.
    var startedAfter: Duration? {
        get { other["_startedAfter"]?.double.map { .nanoseconds(Int64((min(max($0, 0), 3.2e12) * 1e6).rounded())) } }
        set { other["_startedAfter"] = newValue.map { .number($0.inSeconds * 1000) } }
    }

    /// The exchange in "_exchange"; nil if it has nothing that can be read.
    var shell: StoredExchange? {
        guard case .object(let members)? = other["_exchange"] else { return nil }
        return (try? JSONEncoder().encode(HAR.JSON.object(members))).flatMap {
            try? JSONDecoder().decode(StoredExchange.self, from: $0)
        }
    }
}

extension StoredExchange {
    /// The exchange without what the entries say: attempts, fields, the head.
    fileprivate var shell: HAR.JSON? {
        var shell = self
        let request = facts.exchange.request
        shell.exchange.request = Exchange.SentRequest(
            method: request.method, url: request.url, headers: [], bodyLength: request.bodyLength, body: nil)
        shell.exchange.attempts = []
        shell.head = nil
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return (try? encoder.encode(shell)).flatMap { try? HAR.JSON(data: $0) }
    }
}
