import BodyStore
import CollectionFiles
import CollectionRunner
import ExchangeStore
import Exchanges
import Explorer
import Foundation
import MicroClient
import OpenCollection

/// Keeps what was sent in the history, in the background: nobody waits for the disk before ``finish()``.
final class HistoryRecorder: Sendable {
    /// The history's directory, whether the history is on or off.
    private let place: URL
    /// The option or variable that switched it off for this run, such as "--no-history"; nil if it is on.
    private let switchedOff: String?
    /// The history's directory; nil if nothing is kept.
    private var directory: URL? { isOn ? place : nil }
    private let source: StoredExchange.Source
    private let complain: @Sendable (Trouble, String) -> Void
    private let kept: @Sendable () -> Void
    /// The store, which can be read even if the history is off; nil if there is none, or if it cannot be used.
    let store: LazyValue<HistoryStore?>
    private let queue = DispatchQueue(label: "microscope.history", qos: .utility)
    /// The sends that were handed over and are not kept yet, and the changes of paths that are not followed yet.
    private let pending = DispatchGroup()
    /// The sends that have begun and were not handed over yet.
    private let underWay = DispatchGroup()
    /// The queue for pruning, which takes its time: what was kept is compared without waiting for it.
    private let pruningQueue = DispatchQueue(label: "microscope.history.pruning", qos: .utility)
    private let pruning = DispatchGroup()
    private let state = Locked(State())
    /// The last replay that is not kept, as it would have been.
    private let held = Locked<PastExchange?>(nil)

    private struct State {
        /// The kinds of trouble that were reported and are not over, as far as known.
        var reported: Set<Trouble> = []
        /// The changes of paths in their order, made on the queue only: sends that are under way are kept under the new paths.
        var followed: [FollowedPaths] = []
        /// The exchanges and bytes that were kept since the last pruning; nil before the first one.
        var sincePruning: (exchanges: Int, bytes: Int)?
    }

    /// A kind of trouble: each is reported once, until it is over.
    private enum Trouble: Hashable {
        case unusable
        case unkept(SQLiteError.Code?)
        case unpruned(SQLiteError.Code)
        case overLimit
        case late

        var isUnkept: Bool { if case .unkept = self { true } else { false } }
        var isUnpruned: Bool { if case .unpruned = self { true } else { false } }
    }

    /// - Parameters:
    ///   - isOn: whether anything is kept; `MICROSCOPE_HISTORY=off` says no as well.
    ///   - complain: Takes one line when something is wrong with the history; each kind of trouble is reported once, until it is over.
    ///   - kept: Called for each send that has been kept.
    init(
        environment: [String: String], isOn: Bool, source: StoredExchange.Source,
        complain: @escaping @Sendable (String) -> Void, kept: @escaping @Sendable () -> Void = {}
    ) {
        self.kept = kept
        let isOff = environment["MICROSCOPE_HISTORY"]?.lowercased() == "off"
        let switchedOff = isOn ? isOff ? "MICROSCOPE_HISTORY=off" : nil : "--no-history"
        let place = MicroscopeDirectories(environment: environment).history
        (self.place, self.switchedOff, self.source) = (place, switchedOff, source)
        let state = self.state
        self.complain = { trouble, line in
            if state.withLock({ $0.reported.insert(trouble).inserted }) { complain(line) }
        }
        store = LazyValue { [complain = self.complain] in
            // Looking makes none.
            guard switchedOff == nil || HistoryStore.isThere(in: place) else { return nil }
            do throws(SQLiteError) {
                return try HistoryStore(directory: place)
            } catch {
                let what = switchedOff == nil ? "is not saved" : "cannot be read"
                complain(.unusable, "The history \(what): \(error.sentence(about: "it", at: place.path))")
                return nil
            }
        }
    }

    /// Whether what is sent is kept.
    var isOn: Bool { switchedOff == nil }

    /// The reason that there is no ``store``, to follow "there is no history".
    var absence: String {
        guard let switchedOff, !HistoryStore.isThere(in: place) else { return "the log (4) says why" }
        return "it is off for this run (\(switchedOff))"
    }

    /// Forgets trouble that is over, so that it is reported when it comes back.
    private func recover(from isOver: (Trouble) -> Bool) {
        state.withLock { state in state.reported = state.reported.filter { !isOver($0) } }
    }

    /// The directory of long bodies until they are kept: that of the history, where they need not be copied, unless it has little room left.
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
    ///   - source: The source of the send. Default: the one that this keeper was made for.
    func keep(_ record: RecordedExchange, isWanted: Bool, source: StoredExchange.Source? = nil) {
        let source = source ?? self.source
        guard record.isWorthKeeping else { return }
        guard isOn, isWanted else {
            // A replay is compared with its original all the same.
            if case .replay = source { hold(record, source) }
            return
        }
        pending.enter()
        guard record.unreadBody != nil else { return enqueue(record, source) }
        _ = Background.task { [self] in
            var record = record
            // A file that is gone by now: the rest is kept without it.
            try? await record.readRequestBody(HistoryMasking.BodyLimits(), spillDirectory: spillDirectory)
            enqueue(record, source)
        }
    }

    private func hold(_ record: RecordedExchange, _ source: StoredExchange.Source) {
        pending.enter()
        queue.async { [self] in
            defer { pending.leave() }
            let masked = try? HistoryMasking(spillDirectory: spillDirectory).kept(record, source: source)
            held.withLock { $0 = masked.map { PastExchange($0.exchange, $0.bodies) } }
        }
    }

    /// Returns an exchange that is compared though the history does not have it; nil for any other.
    func held(_ id: UUID) -> PastExchange? { held.withLock { $0?.kept.id == id ? $0 : nil } }

    private func enqueue(_ record: RecordedExchange, _ source: StoredExchange.Source) {
        queue.async { [self] in
            defer { pending.leave() }
            guard let store = store.value else { return }
            do {
                let record = record.after(state.withLock(\.followed))
                let (exchange, bodies) = try HistoryMasking(spillDirectory: spillDirectory).kept(record, source: source)
                try patiently { () throws(SQLiteError) in try store.keep(exchange, bodies: bodies) }
                recover(from: \.isUnkept)
                kept()
                pruneInTime(store, after: bodies.map(\.count).reduce(0, +))
            } catch let error as SQLiteError {
                complain(
                    .unkept(error.code.primary),
                    "A send was not saved: \(error.sentence(about: "the history", at: store.path))")
            } catch {
                complain(.unkept(nil), "A send was not saved in the history: \(ErrorWords.text(of: error))")
            }
        }
    }

    /// Files what was sent from a collection, and what is being sent, under the present paths. Returns at once.
    ///
    /// It has its turn among what is kept: what was given before is moved with the rest, and what is given later gets the new path as it is
    /// kept, unless it was sent from now on, by another request of the old path.
    /// - Parameter whenDone: Called on the keeper's queue with nil, or with the error for which kept exchanges stay under their old paths.
    func follow(
        _ changes: [PathChange], of collection: String, whenDone: @escaping @Sendable (SQLiteError?) -> Void
    ) {
        let move = FollowedPaths(collection: collection, changes: changes, madeAt: Date())
        pending.enter()
        queue.async { [self] in
            defer { pending.leave() }
            state.withLock { $0.followed.append(move) }
            do throws(SQLiteError) {
                try file(move)
                whenDone(nil)
            } catch {
                whenDone(error)
            }
        }
    }

    private func file(_ move: FollowedPaths) throws(SQLiteError) {
        guard let store = store.value else { return }
        try patiently { () throws(SQLiteError) in
            try store.follow(collection: move.collection) { $0.after(move.changes, in: move.collection) }
        }
    }

    /// Writes, and tries again if another instance holds the database for longer than SQLite waits, as when it deletes for good.
    private func patiently(_ write: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        for attempt in 1...Self.attempts {
            do throws(SQLiteError) {
                return try write()
            } catch {
                guard error.code.primary == .busy, attempt < Self.attempts else { throw error }
            }
        }
    }

    /// The number of attempts, each of which waits for five seconds.
    private static let attempts = 6

    /// Prunes after the first send, and then from time to time.
    private func pruneInTime(_ store: HistoryStore, after bytes: Int) {
        let isTime = state.withLock { state in
            guard let before = state.sincePruning else { return true }
            let since = (exchanges: before.exchanges + 1, bytes: before.bytes + bytes)
            state.sincePruning = since
            return since.exchanges >= Self.exchangesBetweenPrunings || since.bytes >= Self.bytesBetweenPrunings
        }
        guard isTime else { return }
        state.withLock { $0.sincePruning = (0, 0) }
        pruningQueue.async(group: pruning) { [self] in prune(store) }
    }

    private func prune(_ store: HistoryStore) {
        do throws(SQLiteError) {
            let isOverLimit = try store.prune(now: Date()).isOverLimit
            recover { $0.isUnpruned || $0 == .overLimit && !isOverLimit }
            guard isOverLimit else { return }
            let most = Wording.bytes(store.limits.maximumBytes)
            complain(
                .overLimit,
                "Pinned exchanges and sets exceed the history's limit of \(most): the oldest others are deleted. Unpin or delete some, or delete a set (microscope history sets NAME --forget)."
            )
        } catch {
            complain(
                .unpruned(error.code.primary),
                "Old exchanges were not deleted: \(error.sentence(about: "the history", at: store.path))")
        }
    }

    private static let exchangesBetweenPrunings = 200
    private static let bytesBetweenPrunings = 64_000_000

    /// Notes that a send has begun: quitting waits for it too.
    ///
    /// - Returns: A function to call when the send has been handed over, or will not be.
    func expect() -> @Sendable () -> Void {
        underWay.enter()
        return { [underWay] in underWay.leave() }
    }

    /// Waits until everything that was handed over or begun is kept, before quitting; no longer than that.
    func finish(within seconds: Double = 30) {
        let end = DispatchTime.now() + seconds
        if underWay.wait(timeout: end) == .success, pending.wait(timeout: end) == .success {
            // Begun by the last send, perhaps: for a program that sends once there is no other time for it.
            _ = pruning.wait(timeout: end)
            return
        }
        complain(
            .late,
            "Some sends are not saved in the history: the disk is too slow, or a file that was sent cannot be read.")
    }

    /// Waits, but not for ever, until what was given is kept: before it is compared.
    func settle(within seconds: Double = 5) { _ = pending.wait(timeout: .now() + seconds) }
}

extension HistoryRecorder {
    /// Creates the keeper of a command, which reports trouble on standard error.
    static func atCommandLine(_ environment: [String: String], isOn: Bool) -> HistoryRecorder {
        HistoryRecorder(environment: environment, isOn: isOn, source: .commandLine) {
            StandardStreams.complain("note: \($0)")
        }
    }
}

extension RecordedExchange {
    /// Whether something was sent or tried: a request that could not be built, or was given up before, says nothing about a server.
    fileprivate var isWorthKeeping: Bool {
        !facts.exchange.attempts.isEmpty || !facts.auxiliaryExchanges.isEmpty
            || ![.build, .cancelled].contains(facts.failure?.stage)
    }
}

extension PastExchange {
    /// - Parameter bodies: Those that the exchange names by their hash.
    init(_ kept: StoredExchange, _ bodies: [BodyStore]) {
        func body(_ facts: StoredBody?) -> BodyStore? {
            facts.flatMap { facts in bodies.first { $0.sha256?.hexadecimal == facts.hash } }
        }
        self.init(kept, requestBody: body(kept.requestBody), responseBody: body(kept.responseBody))
    }
}
