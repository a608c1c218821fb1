import CollectionFiles
import CommandLineTool
import Differences
import ExchangeStore
import Exchanges
import Explorer
import Foundation
import Interchange

/// `history export`.
struct HistoryExporting {
    private let place: HistoryPlace

    init(_ place: HistoryPlace) { self.place = place }

    func export(_ arguments: HistoryExportArguments) throws -> ExitStatus {
        let store = try place.require()
        let (ids, set) = try chosen(arguments, in: store)
        guard !ids.isEmpty else {
            throw UsageError("there is no such exchange", advice: "microscope history list shows what there is")
        }
        let package = try SharePackage.reading(ids, of: set, in: store, spillDirectory: place.directory)
        if arguments.isPreview || arguments.output != nil { show(package) }
        guard !arguments.isPreview else { return .success }
        guard let path = arguments.output else {
            try BodyOutput.whole { try package.write(as: arguments.format, place.clock, to: $0) }
            return .success
        }
        try OutputFile(path, mode: 0o600, replaces: arguments.replaces).write { handle in
            try package.write(as: arguments.format, place.clock) { try handle.write(contentsOf: $0) }
            return true
        }
        return .success
    }

    private func chosen(
        _ arguments: HistoryExportArguments, in store: HistoryStore
    ) throws -> (ids: [UUID], set: HistorySet?) {
        guard let name = arguments.set else {
            return (try place.rows(arguments.targets, oldestFirst: true, in: store).map(\.id), nil)
        }
        let set = try HistorySetting(place).require(name, in: store)
        return (set.exchanges, set)
    }

    private func show(_ package: SharePackage) {
        for line in package.preview(showsNonASCII: StandardStreams.showsNonASCII) { StandardStreams.note(line) }
    }
}

extension SharePackage {
    /// Returns exchanges of the history as they may leave it.
    ///
    /// - Parameters:
    ///   - set: The set that the exchanges are; nil if they are none.
    ///   - checkCancellation: throws when it is not wanted any more.
    static func reading(
        _ ids: [UUID], of set: HistorySet? = nil, in store: HistoryStore, spillDirectory: URL,
        checkCancellation: () throws -> Void = {}
    ) throws -> SharePackage {
        let exchanges = try ids.compactMap { id -> SharedExchange? in
            try checkCancellation()
            guard let past = try HistoryEffect.past(id, in: store) else { return nil }
            return SharedExchange(past, note: try store.row(id)?.note, verdict: try verdict(on: past, in: store))
        }
        return try SharePackage(
            exchanges, name: set?.name, note: set?.note, spillDirectory: spillDirectory,
            checkCancellation: checkCancellation)
    }

    /// Returns where a replay differs from its original; nil if it is no replay. The original is not in the package, so nothing would mask its
    /// values.
    private static func verdict(on past: PastExchange, in store: HistoryStore) throws -> String? {
        guard case .replay(let id) = past.kept.source, let original = try HistoryEffect.past(id, in: store) else {
            return nil
        }
        return ExchangeVerdict.compare(original, past).map { Verdict.places(of: $0) }
    }

    /// Writes the package in one of its formats, with this program as its creator.
    func write(
        as format: ShareFormat, _ clock: HistoryClock, to sink: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try write(
            as: format, creator: ("Microscope", Program.version), secondsFromGMT: clock.secondsFromGMT(clock.now),
            to: sink)
    }
}

/// `history import`.
struct HistoryImporting {
    private let place: HistoryPlace

    init(_ place: HistoryPlace) { self.place = place }

    func take(_ arguments: HistoryImportArguments) throws -> ExitStatus {
        let importer = try ArchiveImporter(directory: place.directory)
        var taken: [ImportedArchive] = []
        for path in arguments.files where taken.last?.refusal == nil {
            let archive = try take(path, importer, set: arguments.set)
            taken.append(archive)
            StandardStreams.note(TerminalText.line(archive.words, showsNonASCII: StandardStreams.showsNonASCII))
            if !arguments.printsJSON, let set = archive.set {
                try StandardStreams.write(TerminalText.line(set, showsNonASCII: true) + "\n")
            }
        }
        if arguments.printsJSON { try BodyOutput.whole { try ImportedArchive.writeJSON(taken, to: $0) } }
        if let refusal = taken.last?.refusal { throw refusal }
        return .success
    }

    private func take(_ path: String, _ importer: ArchiveImporter, set: String?) throws -> ImportedArchive {
        let line = LiveLine()
        defer { line.clear() }
        let pace = Pace()
        let progress = { (progress: ArchiveProgress) in
            if pace.isDue() { line.show(progress.words) }
        }
        guard path == "-" else {
            return try importer.take(file: URL(fileURLWithPath: path), set: set, progress: progress)
        }
        let data = try NamedFile(path, limit: .archive).data(advice: "give the path of an HTTP archive")
        return try importer.take(data, named: "-", set: set, progress: progress)
    }
}
