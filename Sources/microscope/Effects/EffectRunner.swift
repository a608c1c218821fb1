import CollectionRunner
import ExchangeStore
import Explorer
import Foundation
import MicroClient

/// Starts what the explorer orders, one handler per kind, and posts back how it goes.
///
/// Called on the main thread only.
final class EffectRunner {
    let environment: [String: String]
    private let sending: SendEffect
    private let lines: LinesEffect
    private let opening: OpenEffect
    private let saving: SaveEffect
    private let journal: JournalEffect
    private let exporting: ExportEffect
    private let reviewing: ReviewEffect
    /// What runs under a key and can be cancelled.
    private var running: [EffectKey: Cancellation] = [:]

    init(
        mailbox: Mailbox, collectionRoot: URL, runner: CollectionRunner, drafts: DraftStore?,
        environment: [String: String]
    ) {
        self.environment = environment
        sending = SendEffect(runner: runner, collectionRoot: collectionRoot.path, post: mailbox.post)
        lines = LinesEffect(post: mailbox.post)
        opening = OpenEffect(root: collectionRoot)
        saving = SaveEffect(root: collectionRoot, post: mailbox.post)
        exporting = ExportEffect(post: mailbox.post)
        reviewing = ReviewEffect(root: collectionRoot, environment: environment, post: mailbox.post)
        journal = JournalEffect(store: drafts, collectionRoot: collectionRoot.path, post: mailbox.post)
    }

    /// Drafts of an earlier run come back as an event.
    func restoreDrafts() { journal.restore() }

    func perform(_ effect: Effect) {
        switch effect.order {
        case .send(let order): replace(effect.key, sending.start(order, effect))
        case .cancel: running[effect.key]?.cancel()
        case .readLines(let store, let contentType):
            replace(effect.key, lines.start(store, contentType: contentType, effect))
        case .save(let order): saving.start(order, effect)
        case .journal(let entry): journal.keep(entry)
        case .export(let export, let form): exporting.start(export, form, effect)
        case .review: reviewing.start(effect)
        case .forgetJournal: if case .journal(let path) = effect.key { journal.forget(path) }
        case .open, .copyToClipboard, .openEditor, .redrawScreen, .suspend, .quit: break
        }
    }

    /// What an opened file holds; nil for an effect of another kind.
    func open(_ effect: Effect) -> Event? { opening.event(for: effect) }

    private func replace(_ key: EffectKey, _ cancellation: Cancellation) {
        running[key]?.cancel()
        running[key] = cancellation
    }

    /// Cancels what runs and waits until files and journal are written.
    func finish() {
        for cancellation in running.values { cancellation.cancel() }
        saving.drain()
        journal.drain()
    }
}

/// How something that runs is told to end.
struct Cancellation {
    let cancel: () -> Void
}
