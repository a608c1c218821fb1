import CollectionFiles
import CollectionRunner
import ExchangeStore
import Explorer
import Foundation
import OpenCollection

/// The handlers of what is ordered for one collection, and what of it runs.
///
/// Called on the main thread only.
final class CollectionEffects {
    private let sending: SendEffect
    private let replaying: ReplayEffect
    private let lines: LinesEffect
    private let places: PlaceEffect
    private let filtering: FilterEffect
    private let pictures: PictureEffect
    private let streams: StreamEffect
    private let matches: MatchEffect
    private let bodyFiles: BodyFileEffect
    private let opening: OpenEffect
    private let saving: SaveEffect
    private let reading: ReadFilesEffect
    private let journal: JournalEffect
    private let whereabouts: WhereaboutsEffect
    private let reviewing: ReviewEffect
    private let secrets: SecretEffect
    private let cookies: CookieEffect
    private let tokens: TokenEffect
    private let outside: OutsideEffect
    private let rearranging: TreeEffect
    private let examples: ExampleEffect
    private let texts: TextEffect
    private let pastChecks: PastCheckEffect
    private let post: @Sendable (Event) -> Void
    /// What runs under a key and can be cancelled.
    private var running: [EffectKey: Cancellation] = [:]

    /// - Parameter path: of the collection's directory, or of the one file that holds it.
    init(
        path: String, post: @escaping @Sendable (Event) -> Void, runner: Late<CollectionRunner>,
        drafts: Late<DraftStore?>, tokens: TokenKeeper, history: HistoryKeeper,
        environment: [String: String]
    ) {
        self.post = post
        let root = URL(fileURLWithPath: path)
        let jars = CookieJars(of: path, directories: MicroscopeDirectories(environment: environment))
        sending = SendEffect(
            runner: runner, collectionRoot: path, environment: environment, cookies: jars, history: history,
            post: post)
        replaying = ReplayEffect(
            runner: runner, cookies: jars, collectionRoot: path, environment: environment, history: history, post: post)
        examples = ExampleEffect(history: history, post: post)
        texts = TextEffect(root: root, post: post)
        pastChecks = PastCheckEffect(root: root, environment: environment, history: history, post: post)
        lines = LinesEffect(post: post)
        places = PlaceEffect(post: post)
        pictures = PictureEffect(post: post)
        streams = StreamEffect(post: post)
        matches = MatchEffect(post: post)
        bodyFiles = BodyFileEffect(environment: environment, post: post)
        opening = OpenEffect(root: root, environment: environment)
        let files = DispatchQueue(label: "microscope.files")
        filtering = FilterEffect(
            collection: path, directories: MicroscopeDirectories(environment: environment), files: files, post: post)
        saving = SaveEffect(root: root, queue: files, post: post)
        reading = ReadFilesEffect(root: root, queue: files, environment: environment, post: post)
        journal = JournalEffect(store: drafts, collectionRoot: path, post: post)
        whereabouts = WhereaboutsEffect(
            collection: path, directories: MicroscopeDirectories(environment: environment), post: post)
        secrets = SecretEffect(collectionRoot: path, environment: environment, queue: files, post: post)
        outside = OutsideEffect(root: root, environment: environment, post: post)
        self.tokens = TokenEffect(
            keeper: tokens, runner: runner, collectionRoot: path, environment: environment, post: post)
        cookies = CookieEffect(jars: jars, queue: files, post: post)
        rearranging = TreeEffect(root: root, environment: environment, queue: files, post: post)
        reviewing = ReviewEffect(root: root, environment: environment, post: post)
    }

    func perform(_ effect: Effect) {
        switch effect.order {
        case .send(let order): replace(effect.key, sending.start(order, effect))
        case .replay(let order): replace(effect.key, replaying.start(order, effect))
        case .examples(let order): examples.start(order, effect)
        case .checkPast(let order): replace(effect.key, pastChecks.start(order, effect))
        case .findCapturing(let names): reading.findCapturing(names, effect)
        case .planReplays(let orders): replace(effect.key, replaying.plan(orders, effect))
        case .cancel: running[effect.key]?.cancel()
        case .readLines(let store, let contentType, let viewing):
            replace(effect.key, lines.start(store, contentType: contentType, viewing, effect))
        case .readEvents(let store): replace(effect.key, streams.start(store, effect))
        case .searchStream(let search, let store): replace(effect.key, streams.start(search, store, effect))
        case .saveLog(let text, let path): LogFileEffect(post: post).start(text, path: path, effect)
        case .search(let search): replace(effect.key, places.start(search, effect))
        case .countMatches(let search): replace(effect.key, matches.start(search, effect))
        case .findMatch(let step): replace(effect.key, matches.start(step, effect))
        case .matchBlocks(let search, let blocks): replace(effect.key, matches.start(search, blocks, effect))
        case .saveBody(let order): bodyFiles.save(order, effect)
        case .openBody(let order): bodyFiles.open(order, effect)
        case .foldLevel(let levels): replace(effect.key, places.start(levels, effect))
        case .compare(let comparison): replace(effect.key, places.start(comparison, effect))
        case .refold(let refolding): replace(effect.key, places.start(refolding, effect))
        case .filter(let order): replace(effect.key, filtering.start(order, effect))
        case .scalePicture(let order): replace(effect.key, pictures.start(order, effect))
        case .filters(let memory): filtering.remember(memory, effect)
        case .checkText(let text): replace(effect.key, texts.check(text, effect))
        case .formatText(let order): replace(effect.key, texts.format(order, effect))
        case .listFiles(let directory, let beginning):
            replace(effect.key, texts.list(directory, beginning: beginning, effect))
        case .compareDraft(let order): replace(effect.key, texts.compare(order, effect))
        case .keepFilter(let filter, let path): saving.keep(filter: filter, of: path, effect)
        case .ignoreDifference(let rule): saving.ignore(rule, effect)
        case .save(let order): saving.start(order, effect)
        case .readFiles(let touched, let collection): reading.start(touched, collection, effect)
        case .journal(let entry): journal.keep(entry)
        case .forgetJournal: if case .journal(let path) = effect.key { journal.forget(path) }
        case .restoreDrafts: journal.restore()
        case .keepWhereabouts(let now): whereabouts.keep(now)
        case .rearrange(let order): rearranging.start(order, effect)
        case .restoreCollection(let id): rearranging.restoreCollection(id)
        case .listTrash: rearranging.list(effect)
        case .findCopyPlace: rearranging.findCopyPlace(effect)
        case .review: reviewing.start(effect)
        case .protect(let isProtected, let name):
            saving.change(environment: name, effect) { writer throws(CollectionWriter.SaveError) in
                try writer.setProtected(isProtected, environment: name)
            }
        case .keepHistory(let isKept, let name):
            saving.change(environment: name, effect) { writer throws(CollectionWriter.SaveError) in
                try writer.setKeepsHistory(isKept, environment: name)
            }
        case .cookies(let change, let environment): cookies.start(change, environment, effect)
        case .tokens(let change, let environment): tokens.start(change, environment, effect)
        case .outside(let change): outside.start(change, effect)
        case .fetchToken(let order): replace(effect.key, tokens.fetch(order, effect))
        case .handOver(let address): running[effect.key]?.handOver(address)
        case .keepSecret(let secret): secrets.start(secret, effect)
        case .keepCapture(let capture): secrets.start(capture, effect)
        case .listStart, .forgetRecent, .openCollection, .completePath, .closeCollection, .history, .followPaths,
            .difference, .latency, .judge, .keepSeries:
            break
        case .share, .export, .open, .copy, .openEditor, .editFile, .pageBody, .redrawScreen, .suspend, .quit,
            .readSettings,
            .keepTheme, .indexRequests, .recentUses, .keepTour:
            break
        }
    }

    /// What an opened file holds; nil for an effect of another kind.
    func open(_ effect: Effect) -> Event? { opening.event(for: effect) }

    /// What runs belongs to what has another path now; another item may get the old one.
    func follow(_ changes: [PathChange]) {
        running = Dictionary(running.map { ($0.key.after(changes), $0.value) }) { first, _ in first }
    }

    private func replace(_ key: EffectKey, _ cancellation: Cancellation) {
        running[key]?.cancel()
        running[key] = cancellation
    }

    /// Cancels what runs and waits until files and journal are written.
    func finish() {
        for cancellation in running.values { cancellation.cancel() }
        saving.drain()
        journal.drain()
        whereabouts.drain()
        secrets.drain()
        bodyFiles.finish()
    }

    /// ``finish()``, for a collection that is closed while the program goes on.
    func close() {
        finish()
        journal.release()
    }
}

/// How something that runs is told to end.
struct Cancellation {
    let cancel: () -> Void
    /// Gives it the address at which a browser ended.
    var handOver: (String) -> Void = { _ in }
}
