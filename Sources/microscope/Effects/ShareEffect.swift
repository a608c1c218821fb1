import BodyStore
import ExchangeStore
import Exchanges
import Explorer
import Foundation
import Interchange
import MicroClient

/// Makes exchanges of the history ready to be shared, on a thread of its own.
///
/// Called on the main thread only.
final class ShareEffect {
    private let history: HistoryRecorder
    private let environment: [String: String]
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.sharing")
    private var preview = SharePreview()

    init(history: HistoryRecorder, environment: [String: String], post: @escaping @Sendable (Event) -> Void) {
        self.history = history
        self.environment = environment
        self.post = post
    }

    func start(_ order: ShareOrder) {
        if case .prepare = order { cancel() }
        let work = ShareWork(history: history, environment: environment, preview: preview)
        switch order {
        case .prepare(let ids, let set, let reply): start(reply) { try work.prepare(ids, set) }
        case .write(let format, let reply): start(reply) { try work.write(format) }
        case .save(let store, let path, let replaces, let reply):
            start(reply) { try work.save(store, path, replaces: replaces) }
        }
    }

    /// Starts work; its result is not reported if nobody looks at it any more.
    private func start<Outcome>(
        _ reply: Reply<Result<Outcome, StatusMessage>>, _ make: @escaping @Sendable () throws -> Outcome
    ) {
        queue.async { [post] in
            do {
                post(reply(.success(try make())))
            } catch is CancellationError {
            } catch {
                let words = "It cannot be shared: \(ErrorWords.text(of: error)). Try another path, or y copies it."
                post(reply(.failure(StatusMessage(.error, words))))
            }
        }
    }

    /// Cancels what is being prepared, and forgets it.
    func cancel() {
        preview.isOver.raise()
        preview = SharePreview()
    }
}

/// The package in the preview, until that is closed.
private final class SharePreview: Sendable {
    let isOver = CancellationFlag()
    /// The package, whose other forms are written when they are chosen.
    let package = Locked<SharePackage?>(nil)

    func checkNotOver() throws { if isOver.isRaised { throw CancellationError() } }
}

/// The work on one order, on the thread of sharing.
private struct ShareWork {
    let history: HistoryRecorder
    let environment: [String: String]
    let preview: SharePreview

    func write(_ format: ShareFormat) throws -> BodyStore {
        guard let package = preview.package.withLock({ $0 }) else {
            throw ShareProblem("its preview was closed")
        }
        return try store(package, as: format)
    }

    func prepare(_ ids: [UUID], _ name: String?) throws -> PreparedShare {
        try preview.checkNotOver()
        // A response that just came may still be on its way into the history.
        history.settle()
        guard let store = history.store.value else { throw ShareProblem("there is no history: \(history.absence)") }
        let sets = try store.sets()
        let set = sets.first { name == nil ? ids.count > 1 && Set($0.exchanges) == Set(ids) : $0.name == name }
        let package = try SharePackage.reading(
            set?.exchanges ?? ids.reversed(), of: set, in: store, spillDirectory: history.spillDirectory,
            checkCancellation: preview.checkNotOver)
        guard let first = package.exchanges.first?.past.kept else {
            throw ShareProblem("the exchange is not in the history")
        }
        preview.package.withLock { $0 = package }
        let count = Wording.count(package.exchanges.count, "exchange")
        let title =
            package.name.map { "set \($0), \(count)" }
            ?? (package.exchanges.count == 1
                ? "\(first.exchange.request.method.rawValue) \(first.exchange.request.url)" : count)
        return PreparedShare(
            title: title, masked: package.masked, shortNames: package.shortNames, fileName: package.fileName,
            contents: [.har: try self.store(package, as: .har)])
    }

    /// Returns the package in a format; a long one is kept in a file.
    private func store(_ package: SharePackage, as format: ShareFormat) throws -> BodyStore {
        let clock = HistoryClock(now: Date()) { TimeZone.current.secondsFromGMT(for: $0) }
        let store = BodyStore(directory: history.spillDirectory)
        try package.write(as: format, clock) { piece in
            try preview.checkNotOver()
            try store.append(piece)
        }
        store.finish()
        return store
    }

    func save(_ store: BodyStore, _ path: String, replaces: Bool) throws -> SavedShare {
        let target = WholeFile.typed(path, environment)
        let file = WholeFile(target, mode: 0o600)
        if file.isDirectory { throw ShareProblem("\(target.path) is a directory: add a file name") }
        if !replaces, FileManager.default.fileExists(atPath: target.path) { return .exists(target.path) }
        let isWritten = try file.write(replaces: replaces) { try $0.write(all: store) }
        guard isWritten else { return .exists(target.path) }
        let size = Wording.bytes(Int64(store.count))
        return .saved(StatusMessage(.info, "Saved \(size) to \(target.path)"))
    }
}

/// The reason that nothing is shared, for the user.
private struct ShareProblem: LocalizedError {
    let errorDescription: String?

    init(_ words: String) { errorDescription = words }
}
