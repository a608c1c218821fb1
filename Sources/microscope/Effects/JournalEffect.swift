import ExchangeStore
import Explorer
import Foundation
import MicroClient
import OpenCollection

/// Keeps every draft as it changes, so that a crash loses nothing.
final class JournalEffect: Sendable {
    private let store: Late<DraftStore?>
    private let collectionRoot: String
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.journal")
    private let complaint: FirstComplaint
    private let awaited = Locked(AwaitedEntries<ItemPath, JournalEntry>())
    /// What could not be written.
    private let failed = Locked<Set<ItemPath>>([])

    init(store: Late<DraftStore?>, collectionRoot: String, post: @escaping @Sendable (Event) -> Void) {
        self.store = store
        self.collectionRoot = collectionRoot
        self.post = post
        complaint = FirstComplaint("Drafts are not kept for after a crash", post: post)
    }

    func keep(_ entry: JournalEntry) {
        guard let turn = awaited.withLock({ $0.add(entry, for: entry.path) }) else { return }
        queue.async { [self] in
            guard let entry = awaited.withLock({ $0.take(entry.path, at: turn) }) else { return }
            do {
                try write(entry)
                note(entry.path, problem: nil)
            } catch {
                // What the database was told to do is for the log.
                note(entry.path, problem: (error as? SQLiteError)?.message ?? ErrorWords.text(of: error))
                complaint.attempt { throw error }
            }
        }
    }

    private func write(_ entry: JournalEntry) throws {
        guard let store = store.value else { throw NoJournal() }
        let text = try entry.base.saving(entry.content)
        let payload = JournalPayload(text: text, diskText: entry.diskText, policies: entry.content.policies)
        try store.saveNow(
            DraftRecord(
                collection: collectionRoot, item: entry.path.text, payload: try JSONEncoder().encode(payload),
                baseHash: nil, updatedAt: Date()))
    }

    /// That something is written is told if it was not before.
    private func note(_ path: ItemPath, problem: String?) {
        let before = failed.withLock { problem == nil ? $0.remove(path) : $0.update(with: path) }
        if before != nil || problem != nil { post(.journalled(path, collection: collectionRoot, problem: problem)) }
    }

    func forget(_ path: ItemPath) {
        awaited.withLock { $0.forget(path) }
        queue.async { [self] in
            complaint.attempt { try store.value?.removeNow(item: path.text, of: collectionRoot) }
        }
    }

    /// Drafts of instances that ended; those whose file is gone or unreadable stay in the journal.
    func restore() {
        queue.async { [self] in
            var claimed = ClaimedDrafts()
            complaint.attempt { claimed = try store.value?.claimNow(collectionRoot) ?? claimed }
            // What came back is worth more of the status line than what is elsewhere, and less than what is still to come.
            if let message = JournalWords.elsewhere(claimed.elsewhere) { tell(.info, message) }
            post(.draftsRestored(claimed.drafts.compactMap(readable), collection: collectionRoot))
            if let message = JournalWords.waiting(claimed.waiting) { tell(.warning, message) }
        }
    }

    /// Gives the drafts of a collection that is closed to whoever opens it next; returns when that is done.
    func release() {
        queue.sync { complaint.attempt { try store.value?.releaseNow(collectionRoot) } }
    }

    private func tell(_ kind: LogLevel, _ message: String) {
        post(.logged(LogState.Entry(at: Date(), level: kind, message: message)))
        post(.told(StatusMessage(kind, message)))
    }

    /// One that cannot be read is told, and stays in the journal.
    private func readable(_ record: DraftRecord) -> RestoredDraft? {
        do {
            return try RestoredDraft(record)
        } catch {
            let reason = ErrorWords.text(of: error)
            let message = "The unsaved draft of \(record.item) cannot be read, and stays in the journal: \(reason)"
            post(.logged(LogState.Entry(at: Date(), level: .warning, message: message)))
            return nil
        }
    }

    /// Returns when everything ordered so far is kept.
    func drain() { queue.sync {} }
}

/// What is said of drafts that are not shown.
private enum JournalWords {
    /// Nil when there are none, as of ``waiting(_:)``.
    static func elsewhere(_ items: [String]) -> String? {
        guard !items.isEmpty else { return nil }
        return "Another Microscope has unsaved drafts of this collection (\(list(items))). They stay its own until it "
            + "closes it or ends; what it saves is merged here."
    }

    static func waiting(_ items: [String]) -> String? {
        guard !items.isEmpty else { return nil }
        let draft = items.count == 1 ? "Another draft of" : "Another draft of each of"
        return "\(draft) \(list(items)) waits in the journal: it comes back when this one is saved or discarded, "
            + "and the collection is opened again."
    }

    private static func list(_ items: [String]) -> String { items.joined(separator: ", ") }
}

/// What the journal holds of a draft.
private struct JournalPayload: Codable {
    /// What a save would write.
    var text: String
    /// What the file held.
    var diskText: String
    var retry: Retry?
    var verifiesTLS: Bool?
    var login: String?
    var keepsHistory: Bool?

    struct Retry: Codable {
        var count: Int
        var backoff: String?
        var base: Double?
        var cap: Double?
        var budget: Double?
        var retryAfterCap: Double?
        var jitter: String?
        var methods: [String]?
        var statuses: [Int]?
    }

    init(text: String, diskText: String, policies: RequestPolicies) {
        self.text = text
        self.diskText = diskText
        verifiesTLS = policies.verifiesTLS
        login = policies.login?.text
        keepsHistory = policies.keepsHistory
        retry = policies.retry.map {
            Retry(
                count: $0.count, backoff: $0.backoff, base: $0.base, cap: $0.cap, budget: $0.budget,
                retryAfterCap: $0.retryAfterCap, jitter: $0.jitter, methods: $0.methods, statuses: $0.statuses)
        }
    }

    var policies: RequestPolicies {
        var policies = RequestPolicies()
        policies.verifiesTLS = verifiesTLS
        policies.login = login.map { LoginRule($0) }
        policies.keepsHistory = keepsHistory
        policies.retry = retry.map {
            var settings = RetrySettings(count: $0.count)
            (settings.backoff, settings.jitter) = ($0.backoff, $0.jitter)
            (settings.base, settings.cap) = ($0.base, $0.cap)
            (settings.budget, settings.retryAfterCap) = ($0.budget, $0.retryAfterCap)
            (settings.methods, settings.statuses) = ($0.methods, $0.statuses)
            return settings
        }
        return policies
    }
}

extension RestoredDraft {
    fileprivate init(_ record: DraftRecord) throws {
        let payload = try JSONDecoder().decode(JournalPayload.self, from: record.payload)
        let path = ItemPath(record.item)
        let file = try FormFile.read(text: payload.text, at: path)
        self.init(path: path, file: file, policies: payload.policies, diskText: payload.diskText)
    }
}

/// Why the journal could not be opened is told when that is tried.
private struct NoJournal: Error, CustomStringConvertible {
    var description: String { "there is no journal" }
}
