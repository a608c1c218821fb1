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

    /// - Parameter progress: Called as for data.
    func take(
        file: URL, set: String? = nil, progress: (ArchiveProgress) throws -> Void = { _ in }
    ) throws -> ImportedArchive {
        let data = try NamedFile(file.path, limit: .archive).data(advice: "give the path of an HTTP archive")
        return try take(data, named: file.lastPathComponent, set: set, progress: progress)
    }

    /// Imports an archive. If it breaks off, the exchanges before that are kept.
    ///
    /// - Parameter progress: Called as the import goes on; an error that it throws ends the import, and what is kept by then stays.
    /// - Throws: ``UsageError`` when it is no archive.
    func take(
        _ data: Data, named file: String, set: String? = nil, progress: (ArchiveProgress) throws -> Void = { _ in }
    ) throws -> ImportedArchive {
        let archive: ArchiveImport
        do {
            archive = try ArchiveImport(data, from: file, spillDirectory: directory) {
                try progress(ArchiveProgress(file: file, step: .lookedThrough, count: $0, total: $1))
            }
        } catch let problem as ArchiveProblem {
            throw UsageError("\(file):\(problem)", advice: "give an HTTP archive, as browsers save it")
        }
        let ids = archive.ids
        let new = try store.unknown(ids)
        var taken = ImportedArchive(
            file: file, set: nil, exchanges: ids, newCount: new.count,
            leftOut: archive.leftOut, passedOver: archive.passedOver, fault: archive.fault?.description)
        guard !ids.isEmpty else { return taken }
        let name = try set ?? self.name(archive.setName ?? Self.name(of: file), for: ids)
        let note = try store.set(named: name)?.note ?? archive.setNote
        taken.set = name
        for start in stride(from: 0, to: ids.count, by: Self.keptAtOnce) {
            let indices = start..<min(start + Self.keptAtOnce, ids.count)
            try keep(try indices.filter { new.contains(ids[$0]) }.map { try archive.exchange(at: $0) })
            _ = try store.addToSet(named: name, note: .some(note), ids: Array(ids[indices]))
            try progress(
                ArchiveProgress(
                    file: file, step: .kept, count: indices.upperBound, total: ids.count, filter: taken.filter))
        }
        return taken
    }

    /// The number of exchanges that are kept at once, as each time waits for the disk.
    private static let keptAtOnce = 100

    private func keep(_ exchanges: [SharedExchange]) throws {
        try store.keep(
            exchanges.map { ($0.past.kept, [$0.past.requestBody, $0.past.responseBody].compactMap { $0 }) })
        for exchange in exchanges {
            // The history has no other place for what somebody else's comparison said.
            let verdict = exchange.verdict.map { "Compared with what was sent before: \($0)" }
            let words = [exchange.note, verdict].compactMap { $0 }
            if !words.isEmpty { try store.note(exchange.past.kept.id, words.joined(separator: "\n")) }
        }
    }

    /// Returns a free name for the set: a set of another file may have the name, and stays what it is.
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

/// The progress of an archive's import.
struct ArchiveProgress {
    enum Step {
        /// The archive was searched for secrets: a secret in one exchange is one in all others, so all are searched before any is kept.
        case lookedThrough
        case kept
    }

    var file: String
    var step: Step
    var count: Int
    var total: Int
    /// The filter that lists the exchanges that are kept; nil before there are any.
    var filter: String?

    /// The progress in words: "Reading shop.har: 1200 of 4200 exchanges"
    var words: String {
        let done = "\(count) of \(total) exchanges"
        return step == .kept ? "Reading \(file): \(done)" : "Reading \(file): checked for secrets in \(done)"
    }
}
