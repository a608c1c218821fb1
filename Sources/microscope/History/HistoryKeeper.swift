import BodyStore
import CollectionFiles
import CollectionRunner
import ExchangeStore
import Exchanges
import Explorer
import Foundation
import MicroClient

/// Keeps what was sent in the history, behind the back of whoever sends: nobody waits for the disk before ``finish()``.
final class HistoryKeeper: Sendable {
    /// Nil: nothing is kept.
    private let directory: URL?
    private let source: KeptExchange.Source
    private let complain: @Sendable (String) -> Void
    private let kept: @Sendable () -> Void
    /// Nil: it is off, or cannot be used.
    let store: Late<HistoryStore?>
    private let queue = DispatchQueue(label: "microscope.history", qos: .utility)
    /// What was given and is not kept yet.
    private let pending = DispatchGroup()
    /// What began to be sent, and was not given yet.
    private let underWay = DispatchGroup()
    private let state = Locked(State())
    /// The last replay that is not kept, as it would have been.
    private let held = Locked<PastExchange?>(nil)

    private struct State {
        var hasComplained = false
        /// What was kept since it was last looked at what is too much; nil: it was not looked at yet.
        var sincePruning: (exchanges: Int, bytes: Int)?
    }

    /// - Parameters:
    ///   - isOn: whether anything is kept; `MICROSCOPE_HISTORY=off` says no as well.
    ///   - complain: takes one line when the history cannot be used, once.
    ///   - kept: told of each send that is kept by now.
    init(
        environment: [String: String], isOn: Bool, source: KeptExchange.Source,
        complain: @escaping @Sendable (String) -> Void, kept: @escaping @Sendable () -> Void = {}
    ) {
        self.kept = kept
        let isOff = environment["MICROSCOPE_HISTORY"]?.lowercased() == "off"
        let directory = isOn && !isOff ? MicroscopeDirectories(environment: environment).history : nil
        self.directory = directory
        self.source = source
        let told = self.state
        self.complain = { line in
            let isFirst = told.withLock { state in
                defer { state.hasComplained = true }
                return !state.hasComplained
            }
            if isFirst { complain(line) }
        }
        store = Late { [complain = self.complain] in
            guard let directory else { return nil }
            do throws(SQLiteError) {
                return try HistoryStore(directory: directory)
            } catch {
                complain("The history is not kept: \(error.sentence(about: "it", at: directory.path))")
                return nil
            }
        }
    }

    /// Where long bodies lie until they are kept: beside the history they need not be copied, unless it has little room left.
    var spillDirectory: URL {
        let other = FileManager.default.temporaryDirectory
        guard let directory, (try? MicroscopeDirectories.makePrivate(directory)) != nil,
            FileManager.default.isWritableFile(atPath: directory.path)
        else { return other }
        let facts = try? FileManager.default.attributesOfFileSystem(forPath: directory.path)
        let room = (facts?[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
        return room >= Self.leastRoom ? directory : other
    }

    private static let leastRoom: Int64 = 2_000_000_000

    /// Keeps a send that is over. Returns at once.
    ///
    /// - Parameters:
    ///   - isWanted: whether the collection wants it kept.
    ///   - source: what sent it; default: what this keeper was made for.
    func keep(_ record: RecordedExchange, isWanted: Bool, source: KeptExchange.Source? = nil) {
        let source = source ?? self.source
        guard directory != nil, record.isWorthKeeping else { return }
        guard isWanted else {
            // A replay is compared with its original all the same.
            if case .replay = source { hold(record, source) }
            return
        }
        pending.enter()
        guard record.unreadBody != nil else { return enqueue(record, source) }
        Task {
            var record = record
            // A file that is gone by now: the rest is kept without it.
            try? await record.readRequestBody(HistoryMasking.BodyLimits(), spillDirectory: spillDirectory)
            enqueue(record, source)
        }
    }

    private func hold(_ record: RecordedExchange, _ source: KeptExchange.Source) {
        pending.enter()
        queue.async { [self] in
            defer { pending.leave() }
            let masked = try? HistoryMasking(spillDirectory: spillDirectory).kept(record, source: source)
            held.withLock { $0 = masked.map { PastExchange($0.exchange, $0.bodies) } }
        }
    }

    /// An exchange that is compared though the history does not have it; nil for any other.
    func held(_ id: UUID) -> PastExchange? { held.withLock { $0?.kept.id == id ? $0 : nil } }

    private func enqueue(_ record: RecordedExchange, _ source: KeptExchange.Source) {
        queue.async { [self] in
            defer { pending.leave() }
            guard let store = store.value else { return }
            do {
                let (exchange, bodies) = try HistoryMasking(spillDirectory: spillDirectory).kept(record, source: source)
                try keep(exchange, bodies, in: store)
                kept()
                prune(store, after: bodies.map(\.count).reduce(0, +))
            } catch let error as SQLiteError {
                complain("A send is not kept: \(error.sentence(about: "the history", at: store.path))")
            } catch {
                complain("A send is not kept in the history: \(error)")
            }
        }
    }

    /// Another instance may hold the database for longer than SQLite waits, as when it deletes for good.
    private func keep(_ exchange: KeptExchange, _ bodies: [BodyStore], in store: HistoryStore) throws {
        for attempt in 1...Self.attempts {
            do throws(SQLiteError) {
                try store.keep(exchange, bodies: bodies)
                return
            } catch {
                guard error.code.primary == .busy, attempt < Self.attempts else { throw error }
            }
        }
    }

    /// Each waits for five seconds.
    private static let attempts = 6

    /// After the first send, and then from time to time.
    private func prune(_ store: HistoryStore, after bytes: Int) {
        let isTime = state.withLock { state in
            guard let before = state.sincePruning else { return true }
            let since = (exchanges: before.exchanges + 1, bytes: before.bytes + bytes)
            state.sincePruning = since
            return since.exchanges >= Self.exchangesBetweenPrunings || since.bytes >= Self.bytesBetweenPrunings
        }
        guard isTime else { return }
        state.withLock { $0.sincePruning = (0, 0) }
        do throws(SQLiteError) {
            guard try store.prune(now: Date()).isOverLimit else { return }
            let most = Wording.bytes(store.limits.maximumBytes)
            complain(
                "What is pinned and in sets takes more than the \(most) that the history may: the oldest others are forgotten. Unpin something, or delete it."
            )
        } catch {
            complain("What is too old stays: \(error.sentence(about: "the history", at: store.path))")
        }
    }

    private static let exchangesBetweenPrunings = 200
    private static let bytesBetweenPrunings = 64_000_000

    /// A send began: quitting waits for it too.
    ///
    /// - Returns: to be called when it has been given, or will not be.
    func expect() -> @Sendable () -> Void {
        underWay.enter()
        return { [underWay] in underWay.leave() }
    }

    /// Waits until everything is kept that was given, and all that was begun, for the last moment before quitting; no longer than that.
    func finish(within seconds: Double = 30) {
        let end = DispatchTime.now() + seconds
        if underWay.wait(timeout: end) == .success, pending.wait(timeout: end) == .success { return }
        complain(
            "Some sends are not kept in the history: the disk is too slow, or a file that was sent cannot be read.")
    }

    /// Waits, but not for ever, until what was given is kept: before it is compared.
    func settle(within seconds: Double = 5) { _ = pending.wait(timeout: .now() + seconds) }
}

extension HistoryKeeper {
    /// Of a command: trouble is told on standard error.
    static func atCommandLine(_ environment: [String: String], isOn: Bool) -> HistoryKeeper {
        HistoryKeeper(environment: environment, isOn: isOn, source: .commandLine) {
            StandardStreams.complain("note: \($0)")
        }
    }
}

extension RecordedExchange {
    /// Something was sent, or tried: what could not even be built, or was given up before, says nothing of a server.
    fileprivate var isWorthKeeping: Bool {
        !exchange.attempts.isEmpty || !errands.isEmpty || ![.build, .cancelled].contains(failure?.stage)
    }
}

extension PastExchange {
    /// - Parameter bodies: Those that the exchange names by their hash.
    fileprivate init(_ kept: KeptExchange, _ bodies: [BodyStore]) {
        func body(_ facts: KeptBody?) -> BodyStore? {
            facts.flatMap { facts in bodies.first { $0.sha256?.hexadecimal == facts.hash } }
        }
        self.init(kept, requestBody: body(kept.requestBody), responseBody: body(kept.responseBody))
    }
}
