import BodyStore
import CollectionFiles
import CommandLineTool
import ExchangeStore
import Exchanges
import Foundation
import Interchange

/// Takes the exchanges of archives into the history, as a set.
struct ArchiveImporter {
    private let store: HistoryStore
    private let directory: URL

    /// - Throws: ``SQLiteError`` when the history cannot be used.
    init(directory: URL) throws {
        try MicroscopeDirectories.makePrivate(directory)
        self.directory = directory
        store = try HistoryStore(directory: directory)
    }

    func take(file: URL, set: String? = nil) throws -> TakenArchive {
        let data = try NamedFile(file.path, limit: .archive).data(advice: "give the path of an HTTP archive")
        return try take(data, named: file.lastPathComponent, set: set)
    }

    /// Of an archive that breaks off, what stands before is kept.
    ///
    /// - Throws: ``UsageError`` when it is no archive.
    func take(_ data: Data, named file: String, set: String? = nil) throws -> TakenArchive {
        let archive: ArchiveImport
        do {
            archive = try ArchiveImport(data, from: file, spillDirectory: directory)
        } catch let problem as ArchiveProblem {
            throw UsageError("\(file):\(problem)", advice: "give an HTTP archive, as browsers save it")
        }
        let ids = archive.exchanges.map(\.past.kept.id)
        let fault = archive.fault?.description
        guard !ids.isEmpty else {
            return TakenArchive(
                file: file, set: nil, exchanges: [], newCount: 0, leftOut: archive.leftOut,
                passedOver: archive.passedOver, fault: fault)
        }
        let newCount = try ids.count { try store.row($0) == nil }
        for exchange in archive.exchanges { try keep(exchange) }
        let name = try set ?? self.name(archive.setName ?? Self.name(of: file), for: ids)
        let note = try store.set(named: name)?.note ?? archive.setNote
        _ = try store.addToSet(named: name, note: .some(note), ids: ids)
        return TakenArchive(
            file: file, set: name, exchanges: ids, newCount: newCount, leftOut: archive.leftOut,
            passedOver: archive.passedOver, fault: fault)
    }

    private func keep(_ exchange: SharedExchange) throws {
        let past = exchange.past
        guard try store.row(past.kept.id) == nil else { return }
        try store.keep(past.kept, bodies: [past.requestBody, past.responseBody].compactMap { $0 })
        // The history has no other place for what somebody else's comparison said.
        let verdict = exchange.verdict.map { "Compared with what was sent before: \($0)" }
        let words = [exchange.note, verdict].compactMap { $0 }
        if !words.isEmpty { try store.note(past.kept.id, words.joined(separator: "\n")) }
    }

    /// A set of another file may have the name: it stays what it is.
    private func name(_ wanted: String, for ids: [UUID]) throws -> String {
        let names = [wanted] + (2...99).map { "\(wanted)-\($0)" }
        return try names.first { name in
            guard let set = try store.set(named: name) else { return true }
            return set.exchanges.isEmpty || !Set(set.exchanges).isDisjoint(with: ids)
        } ?? wanted
    }

    private static func name(of file: String) -> String {
        let name = file.lowercased().hasSuffix(".har") ? String(file.dropLast(4)) : file
        return name.isEmpty || name == "-" ? "imported" : name
    }
}
