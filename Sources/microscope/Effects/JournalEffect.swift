import ExchangeStore
import Explorer
import Foundation
import Interchange
import MicroClient
import OpenCollection

/// Keeps every draft as it changes, so that a crash loses nothing.
final class JournalEffect: Sendable {
    private let store: LazyValue<DraftStore?>
    private let collectionRoot: String
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.journal")
    private let complaint: FirstComplaint
    private let awaited = Locked(AwaitedEntries<ItemPath, JournalEntry>())
    /// The items that could not be written.
    private let failed = Locked<Set<ItemPath>>([])

    init(store: LazyValue<DraftStore?>, collectionRoot: String, post: @escaping @Sendable (Event) -> Void) {
        self.store = store
        self.collectionRoot = collectionRoot
        self.post = post
        complaint = FirstComplaint("Drafts cannot be recovered after a crash", post: post)
    }

    func keep(_ entry: JournalEntry) {
        guard let turn = awaited.withLock({ $0.add(entry, for: entry.path) }) else { return }
        queue.async { [self] in
            guard let entry = awaited.withLock({ $0.take(entry.path, at: turn) }) else { return }
            do {
                try write(entry)
                note(entry.path, problem: nil)
            } catch {
                // The statement that failed is for the log.
                note(entry.path, problem: (error as? SQLiteError)?.message ?? ErrorWords.text(of: error))
                complaint.attempt { throw error }
            }
        }
    }

    private func write(_ entry: JournalEntry) throws {
        guard let store = store.value else { throw NoJournal() }
        let text = try entry.base.saving(entry.content)
        let payload = try JournalPayload(entry, text: text)
        try store.saveNow(
            DraftRecord(
                collection: collectionRoot, item: entry.path.text, payload: try JSONEncoder().encode(payload),
                baseHash: nil, updatedAt: Date()))
    }

    /// Reports that an item could not be written, or that it is written after it was not.
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

    /// Restores drafts of instances that ended; those whose file is gone or unreadable stay in the journal.
    func restore() {
        queue.async { [self] in
            var claimed = ClaimedDrafts()
            complaint.attempt { claimed = try store.value?.claimNow(collectionRoot) ?? claimed }
            // What came back is worth more of the status line than what is elsewhere, and less than what is still to come.
            if let message = JournalWords.elsewhere(claimed.elsewhere) { show(.info, message) }
            post(.draftsRestored(claimed.drafts.compactMap(readable), collection: collectionRoot))
            if let message = JournalWords.waiting(claimed.waiting) { show(.warning, message) }
        }
    }

    /// Gives the drafts of a collection that is closed to whoever opens it next; returns when that is done.
    func release() {
        queue.sync { complaint.attempt { try store.value?.releaseNow(collectionRoot) } }
    }

    private func show(_ kind: LogLevel, _ message: String) {
        post(.logged(LogState.Entry(at: Date(), level: kind, message: message)))
        post(.message(StatusMessage(kind, message)))
    }

    /// Reads a draft; one that cannot be read is reported, and stays in the journal.
    private func readable(_ record: DraftRecord) -> RestoredDraft? {
        do {
            return try JournalPayload.draft(record.payload, of: ItemPath(record.item))
        } catch {
            let reason = ErrorWords.text(of: error)
            let message = "The unsaved draft of \(record.item) cannot be read and stays in the journal: \(reason)"
            post(.logged(LogState.Entry(at: Date(), level: .warning, message: message)))
            return nil
        }
    }

    /// Returns when everything ordered so far is kept.
    func drain() { queue.sync {} }
}

/// The messages about drafts that are not shown.
private enum JournalWords {
    /// Returns the message about drafts of another Microscope; nil if there are none, as in ``waiting(_:)``.
    static func elsewhere(_ items: [String]) -> String? {
        guard !items.isEmpty else { return nil }
        return "Another Microscope has unsaved drafts of this collection (\(list(items))). They stay there until it "
            + "closes the collection or quits; what it saves is merged here."
    }

    static func waiting(_ items: [String]) -> String? {
        guard !items.isEmpty else { return nil }
        let draft = items.count == 1 ? "Another draft of" : "Another draft of each of"
        return "\(draft) \(list(items)) is in the journal: it is restored when this one is saved or discarded "
            + "and the collection is reopened."
    }

    private static func list(_ items: [String]) -> String { items.joined(separator: ", ") }
}

/// The error without a journal; the reason was reported when it was opened.
private struct NoJournal: Error, CustomStringConvertible {
    var description: String { "there is no journal" }
}
