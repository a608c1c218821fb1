import CollectionRunner
import ExchangeStore
import Explorer
import Foundation
import OpenCollection

/// Starts what the explorer orders, one handler per kind, and posts back how it goes.
///
/// Called on the main thread only.
final class EffectRunner {
    let environment: [String: String]
    private let post: @Sendable (Event) -> Void
    private let opener: CollectionOpener
    private let runner: LazyValue<CollectionRunner>
    private let drafts: LazyValue<DraftStore?>
    private let tokens: TokenKeeper
    private let history: HistoryRecorder
    private let exporting: ExportEffect
    private let copying: LazyValue<CopyEffect>
    private let browsing: HistoryEffect
    private let differences: DifferenceEffect
    private let settings: SettingsEffect
    private let latencies: LatencyEffect
    private let series: SeriesEffect
    private let sharing: ShareEffect
    private let finding: FindingEffect
    private let importing: ImportEffect
    /// The effects of collections by path, made when first needed.
    private var collections: [String: CollectionEffects] = [:]

    init(
        mailbox: Mailbox, opener: CollectionOpener, runner: LazyValue<CollectionRunner>, drafts: LazyValue<DraftStore?>,
        tokens: TokenKeeper, history: HistoryRecorder, environment: [String: String]
    ) {
        self.history = history
        self.environment = environment
        post = mailbox.post
        self.opener = opener
        self.runner = runner
        self.drafts = drafts
        self.tokens = tokens
        exporting = ExportEffect(post: mailbox.post)
        browsing = HistoryEffect(history: history, post: mailbox.post)
        differences = DifferenceEffect(history: history, post: mailbox.post)
        settings = SettingsEffect(environment: environment)
        latencies = LatencyEffect(history: history, post: mailbox.post)
        series = SeriesEffect(history: history, post: mailbox.post)
        sharing = ShareEffect(history: history, environment: environment, post: mailbox.post)
        importing = ImportEffect(environment: environment, post: mailbox.post)
        finding = FindingEffect(environment: environment, post: mailbox.post)
        copying = LazyValue { CopyEffect(environment: environment, post: mailbox.post) }
    }

    func perform(_ effect: Effect) {
        switch effect.order {
        case .export(let export, let form, let reply): exporting.start(export, form, reply)
        case .listStart: opener.list(post: post)
        case .forgetRecent(let path): opener.forget(path, post: post)
        case .openCollection(let order): opener.open(order, post: post)
        case .completePath(let text): opener.complete(text, post: post)
        case .history(let order): browsing.start(order, effect)
        case .changeHistory(let change, let reply): browsing.start(change, reply)
        case .followPaths(let paths):
            browsing.follow(paths, of: effect.collection)
            collections[effect.collection]?.follow(paths)
        case .latency(let order, let reply): latencies.start(order, reply)
        case .share(let order): sharing.start(order)
        case .difference(let order, let reply): differences.start(order, reply)
        case .judge(let order, let reply): series.judge(order, reply)
        case .keepSeries(let set, let reply): series.keep(set, reply)
        case .cancel where effect.key == .difference: differences.cancel()
        case .cancel where effect.key == .share: sharing.cancel()
        case .readImport(let input, let collection, let reply):
            importing.start(input, into: collection, at: effect.collection, reply)
        case .cancel where effect.key == .importing: importing.cancel()
        case .indexRequests(let sources, let reply): finding.index(sources, reply)
        case .readRecentUses(let reply): finding.read(of: effect.collection, reply)
        case .keepRecentUses(let uses): finding.keep(uses, of: effect.collection)
        case .keepTour(let answer): opener.keep(answer)
        case .readSettings: settings.start(post)
        case .keepTheme(let theme): settings.keep(theme, post)
        case .closeCollection: collections.removeValue(forKey: effect.collection)?.close()
        default: handlers(of: effect.collection).perform(effect)
        }
    }

    /// - Parameter isTaken: Whether the terminal was given it and is known to take such things.
    func copy(_ clip: Clip, isTaken: Bool) { copying.value.start(clip, isTaken: isTaken) }

    /// Reads an item's file at once.
    func open(_ path: ItemPath, of collection: String, _ reply: Reply<OpenedItem>) -> Event {
        handlers(of: collection).opening.event(for: path, reply)
    }

    private func handlers(of collection: String) -> CollectionEffects {
        if let known = collections[collection] { return known }
        let new = CollectionEffects(
            path: collection, post: post, runner: runner, drafts: drafts, tokens: tokens, history: history,
            environment: environment)
        collections[collection] = new
        return new
    }

    /// Cancels what runs and waits until files and journal are written.
    func finish() {
        differences.cancel()
        sharing.cancel()
        importing.cancel()
        for handlers in collections.values { handlers.finish() }
        series.finish()
        finding.drain()
        browsing.finish()
        history.finish()
    }
}
