import BodyStore
import CommandLineTool
import ExchangeStore
import Exchanges
import Foundation

/// `history` alone, and `history prune`.
struct HistoryFacts {
    private let place: HistoryPlace

    init(_ place: HistoryPlace) { self.place = place }

    func show(asJSON: Bool) throws -> ExitStatus {
        let report = HistoryAboutReport(try facts(place.open()), clock: place.clock)
        if asJSON {
            try BodyOutput.whole { try report.writeJSON(to: $0) }
        } else {
            try StandardStreams.write(report.text(showsNonASCII: StandardStreams.showsNonASCII))
        }
        return .success
    }

    func prune(asJSON: Bool) throws -> ExitStatus {
        guard let store = try place.open() else { return try show(asJSON: asJSON) }
        let result = try store.prune(now: place.clock.now)
        StandardStreams.note("\(Wording.count(result.removed, "exchange")) deleted")
        if result.isOverLimit {
            StandardStreams.note(
                "pinned exchanges and sets exceed the limit: unpin or delete some, or delete a set (history sets NAME --forget)"
            )
        }
        return try show(asJSON: asJSON)
    }

    private func facts(_ store: HistoryStore?) throws -> HistoryAboutReport.Facts {
        let limits = store?.limits ?? HistoryLimits()
        var facts = HistoryAboutReport.Facts(
            place: place.directory.path, maximumAge: limits.maximumAge, maximumBytes: limits.maximumBytes)
        guard let store else { return facts }
        facts.exchanges = try store.count()
        facts.pinned = try store.count(HistoryFilter([.init(.isPinned)]))
        facts.sets = try store.sets().count
        facts.bytes = try store.bytesOnDisk()
        let extent = try store.extent()
        (facts.oldest, facts.newest) = (extent?.lowerBound, extent?.upperBound)
        return facts
    }
}

/// `history list`.
struct HistoryListing {
    private let place: HistoryPlace

    init(_ place: HistoryPlace) { self.place = place }

    func list(_ arguments: HistoryListArguments) throws -> ExitStatus {
        let filter = try place.filter(HistoryFilter.text(ofWords: arguments.filter), arguments.scope)
        // One more is asked for, to know whether there are more.
        let limit = min(arguments.limit ?? .max, .max - 1)
        let found = try place.open()?.rows(filter, limit: limit + 1) ?? []
        let rows = Array(found.prefix(limit))
        if arguments.printsJSON {
            let report = HistoryListReport(rows, clock: place.clock)
            try BodyOutput.whole { try report.writeJSON(hasMore: found.count > limit, to: $0) }
        } else {
            try place.print(rows, asJSON: false)
            if let note = try note(rows, hasMore: found.count > limit, arguments) { StandardStreams.note(note) }
        }
        return .success
    }

    private func note(_ rows: [HistoryRow], hasMore: Bool, _ arguments: HistoryListArguments) throws -> String? {
        if hasMore { return "there are more; --limit 0 lists them all" }
        guard rows.isEmpty else { return nil }
        let isAmongAll = try place.collection(arguments.scope) == nil
        let text = HistoryFilter.text(ofWords: arguments.filter)
        guard text.isEmpty else {
            let line = UsageError.noMatch(for: text, isAmongAll: isAmongAll).description
            return TerminalText.line(line, showsNonASCII: StandardStreams.showsNonASCII)
        }
        return isAmongAll ? "no exchanges" : "no exchanges of this collection; --all searches all of them"
    }
}

/// `history show`.
struct HistoryShowing {
    private let place: HistoryPlace

    init(_ place: HistoryPlace) { self.place = place }

    func show(_ arguments: HistoryShowArguments) throws -> ExitStatus {
        let store = try place.require()
        let id = try place.find(arguments.address, arguments.scope, in: store)
        guard let row = try store.row(id), let kept = try store.exchange(id) else {
            throw UsageError(
                "\(arguments.address) was deleted just now", advice: "microscope history list shows what there is")
        }
        let body = try kept.responseBody.flatMap { try store.body($0) }
        if arguments.part == .body { try show(of: kept, body) }
        let report = HistoryShowReport(
            row, kept, requestBody: try kept.requestBody.flatMap { try store.body($0) }, responseBody: body,
            clock: place.clock)
        let contentType = arguments.part == .body ? kept.head?.headers["Content-Type"] : nil
        try BodyOutput.whole(contentType: contentType) { sink in
            try report.write(arguments.part, showsNonASCII: StandardStreams.showsNonASCII, to: sink)
        }
        return .success
    }

    /// Reports what the bytes alone do not say.
    private func show(of kept: StoredExchange, _ body: BodyStore?) throws {
        if kept.lacksBody {
            throw UsageError(
                "no body was recorded", advice: "the archive that it came from has none", status: .noResponse)
        }
        guard let facts = kept.responseBody else {
            throw UsageError(
                "there is no response", advice: kept.failure?.message ?? "it did not complete", status: .noResponse)
        }
        if body == nil {
            throw UsageError(
                "the body is missing", advice: "its file was removed from the history", status: .noResponse)
        }
        if facts.isCut {
            let lengths = (Wording.bytes(facts.length), Wording.bytes(facts.keptLength))
            StandardStreams.note("the body had \(lengths.0), of which the first \(lengths.1) are kept")
        }
        if facts.isMasked { StandardStreams.note("names in {{braces}} replace secrets in it") }
    }
}
