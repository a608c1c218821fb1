import CommandLineTool
import ExchangeStore
import Exchanges
import Foundation
import OpenCollection
import Spelling

/// `history pin`, `unpin`, `note` and `delete`.
struct HistoryChanging {
    private let place: HistoryPlace

    init(_ place: HistoryPlace) { self.place = place }

    func pin(_ targets: HistoryTargets, _ isPinned: Bool) throws -> ExitStatus {
        let store = try place.require()
        let rows = try place.rows(targets, in: store)
        for row in rows { try store.pin(row.id, isPinned) }
        try show(rows, in: store, targets, isPinned ? "pinned" : "unpinned")
        return .success
    }

    func note(_ targets: HistoryTargets, _ text: String?) throws -> ExitStatus {
        let store = try place.require()
        let rows = try place.rows(targets, in: store)
        for row in rows { try store.note(row.id, text) }
        try show(rows, in: store, targets, text == nil ? "without a note" : "noted")
        return .success
    }

    /// Prints the note of an exchange; with `--json` the exchange, which contains it.
    func readNote(_ targets: HistoryTargets) throws -> ExitStatus {
        let rows = try place.rows(targets, in: try place.require())
        if targets.printsJSON {
            try place.print(rows, asJSON: true)
        } else {
            for row in rows {
                guard let note = row.note else {
                    StandardStreams.note("it has no note")
                    continue
                }
                try StandardStreams.print(TerminalText.line(note, showsNonASCII: StandardStreams.showsNonASCII))
            }
        }
        return .success
    }

    /// Prints rows as they are now.
    private func show(_ rows: [HistoryRow], in store: HistoryStore, _ targets: HistoryTargets, _ what: String) throws {
        try place.print(try rows.compactMap { try store.row($0.id) }, asJSON: targets.printsJSON)
        StandardStreams.note("\(Wording.count(rows.count, "exchange")) \(what)")
    }

    // MARK: Deleting

    func delete(_ targets: HistoryTargets, isAgreed: Bool) throws -> ExitStatus {
        let store = try place.require()
        let rows = try place.rows(targets, in: store)
        guard !rows.isEmpty else {
            StandardStreams.note("no exchanges")
            return .success
        }
        guard isAgreed || TypedLine.isThere else {
            throw UsageError(
                "\(Wording.count(rows.count, "exchange")) would be deleted for good",
                advice: "there is no terminal to ask on; --yes confirms it")
        }
        if !targets.printsJSON { try place.print(rows, asJSON: false) }
        guard isAgreed || asks(about: rows) else {
            StandardStreams.note("nothing is deleted")
            return .cancelled
        }
        try store.delete(rows.map(\.id))
        if targets.printsJSON { try place.print(rows, asJSON: true) }
        StandardStreams.note("\(Wording.count(rows.count, "exchange")) deleted")
        return .success
    }

    private func asks(about rows: [HistoryRow]) -> Bool {
        StandardStreams.note("Delete \(rows.count == 1 ? "it" : "these \(rows.count)") for good? Type yes and Enter.")
        let answer = try? Waiting.result { try await TypedLine.read() }
        return ["y", "yes"].contains(answer?.trimmingCharacters(in: .whitespaces).lowercased())
    }
}

/// `history sets`.
struct HistorySetting {
    private let place: HistoryPlace

    init(_ place: HistoryPlace) { self.place = place }

    func perform(_ arguments: HistorySetsArguments) throws -> ExitStatus {
        guard let name = arguments.name else { return try list(arguments) }
        let store = try place.require()
        if arguments.forgets { return try forget(name, in: store) }
        if !arguments.isQuestion { try change(name, arguments, in: store) }
        let set = try require(name, in: store)
        if let note = set.note {
            StandardStreams.note(TerminalText.line(note, showsNonASCII: StandardStreams.showsNonASCII))
        }
        try place.print(try set.exchanges.compactMap { try store.row($0) }, asJSON: arguments.targets.printsJSON)
        return .success
    }

    private func list(_ arguments: HistorySetsArguments) throws -> ExitStatus {
        let report = HistorySetsReport(try place.open()?.sets() ?? [])
        if arguments.targets.printsJSON {
            try BodyOutput.whole { try report.writeJSON(to: $0) }
        } else {
            try StandardStreams.write(report.text(showsNonASCII: StandardStreams.showsNonASCII))
        }
        return .success
    }

    /// Adds exchanges to a set, after those that are in it.
    private func change(_ name: String, _ arguments: HistorySetsArguments, in store: HistoryStore) throws {
        let before = try store.set(named: name)?.exchanges ?? []
        let added = try place.rows(arguments.targets, oldestFirst: true, in: store).map(\.id)
        guard !before.isEmpty || !added.isEmpty else {
            throw UsageError("the set \"\(name)\" would be empty", advice: "name exchanges to add to it")
        }
        let note: String?? = arguments.note.map { $0.isEmpty ? nil : $0 }
        _ = try store.addToSet(named: name, note: note, ids: added)
    }

    private func forget(_ name: String, in store: HistoryStore) throws -> ExitStatus {
        _ = try require(name, in: store)
        try store.deleteSet(named: name)
        StandardStreams.note("the set is deleted; its exchanges stay")
        return .success
    }

    func require(_ name: String, in store: HistoryStore) throws -> HistorySet {
        if let set = try store.set(named: name) { return set }
        let names = try store.sets().map(\.name)
        let near = NearestWord.find(name, among: names)
        let list = names.isEmpty ? "there are none yet" : "there are: \(names.joined(separator: ", "))"
        throw UsageError("there is no set \"\(name)\"", advice: near.map { "did you mean \($0)?" } ?? list)
    }
}
