import CollectionFiles
import CollectionRunner
import ExchangeStore
import Explorer
import Foundation
import OpenCollection

/// The handlers of what is ordered for one collection, and of what is running.
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
    let opening: OpenEffect
    private let searching: SearchEffect
    private let saving: SaveEffect
    private let reading: ReadFilesEffect
    private let journal: JournalEffect
    private let restorableState: RestorationEffect
    private let reviewing: ReviewEffect
    private let secrets: SecretEffect
    private let cookies: CookieEffect
    private let tokens: TokenEffect
    private let outside: OutsideEffect
    private let rearranging: TreeEffect
    private let examples: ExampleEffect
    private let texts: TextEffect
    private let schemas: SchemaEffect
    private let pastChecks: PastCheckEffect
    private let post: @Sendable (Event) -> Void
    /// The cancellations of what is running, by key.
    private var running: [EffectKey: Cancellation] = [:]

    /// - Parameter path: The path of the collection's directory, or of the one file that holds it.
    init(
        path: String, post: @escaping @Sendable (Event) -> Void, runner: LazyValue<CollectionRunner>,
        drafts: LazyValue<DraftStore?>, tokens: TokenKeeper, history: HistoryRecorder,
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
        schemas = SchemaEffect(root: root, environment: environment)
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
        searching = SearchEffect(root: root, environment: environment, post: post)
        saving = SaveEffect(root: root, queue: files, post: post)
        reading = ReadFilesEffect(root: root, queue: files, environment: environment, post: post)
        journal = JournalEffect(store: drafts, collectionRoot: path, post: post)
        restorableState = RestorationEffect(
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
        case .send(let order, let reply): replace(effect.key, sending.start(order, reply))
        case .replay(let order, let reply): replace(effect.key, replaying.start(order, reply))
        case .proposeExample(let record, let settings, let reply): examples.propose(record, settings, reply)
        case .compareExamples(let record, let all, let settings, let reply):
            examples.compare(record, all, settings, reply)
        case .checkPast(let order, let reply): replace(effect.key, pastChecks.start(order, reply))
        case .findTexts(let search, let reply): replace(effect.key, searching.start(search, reply))
        case .findCapturing(let names, let reply): reading.findCapturing(names, reply)
        case .planReplays(let orders, let reply): replace(effect.key, replaying.plan(orders, reply))
        case .cancel: running[effect.key]?.cancel()
        case .readLines(let store, let contentType, let viewing, let reply):
            replace(effect.key, lines.start(store, contentType: contentType, viewing, reply))
        case .readEvents(let store, let reply): replace(effect.key, streams.start(store, reply))
        case .searchStream(let search, let store, let reply):
            replace(effect.key, streams.start(search, store, reply))
        case .saveLog(let text, let path, let reply): LogFileEffect(post: post).start(text, path: path, reply)
        case .search(let search, let reply): replace(effect.key, places.start(search, reply))
        case .countMatches(let search, let reply): replace(effect.key, matches.start(search, reply))
        case .findMatch(let step, let reply): replace(effect.key, matches.start(step, reply))
        case .matchBlocks(let search, let blocks, let reply):
            replace(effect.key, matches.start(search, blocks, reply))
        case .saveBody(let order, let reply): bodyFiles.save(order, reply)
        case .openBody(let order, let reply): bodyFiles.open(order, reply)
        case .foldLevel(let levels, let reply): replace(effect.key, places.start(levels, reply))
        case .compare(let comparison, let reply): replace(effect.key, places.start(comparison, reply))
        case .refold(let refolding, let reply): replace(effect.key, places.start(refolding, reply))
        case .filter(let order, let reply): replace(effect.key, filtering.start(order, reply))
        case .scalePicture(let order, let reply): replace(effect.key, pictures.start(order, reply))
        case .readFilters(let reply): filtering.read(reply)
        case .keepFilters(let memory): filtering.keep(memory)
        case .checkText(let text, let reply): replace(effect.key, texts.run(reply) { TextEffect.faults(in: text) })
        case .readSchema(let source, let reply):
            replace(effect.key, texts.run(reply) { [schemas] in schemas.read(source) })
        case .keepSchema(let body, let key, let reply):
            replace(effect.key, texts.run(reply) { [schemas] in schemas.keep(body, for: key) })
        case .formatText(let order, let reply): replace(effect.key, texts.run(reply) { order.result })
        case .listFiles(let directory, let beginning, let reply):
            replace(effect.key, texts.list(directory, beginning: beginning, reply))
        case .compareDraft(let order, let reply): replace(effect.key, texts.run(reply) { order.difference })
        case .keepFilter(let filter, let path, let reply):
            saving.change(reply, onFailure: FilterEffect.words) {
                writer throws(CollectionWriter.SaveError) in
                try writer.setFilter(filter, of: path)
            }
        case .ignoreDifference(let rule, let reply):
            saving.change(reply, onFailure: DifferenceEffect.words) {
                writer throws(CollectionWriter.SaveError) in
                try writer.addIgnored(rule.text, isHeader: rule.isHeader, of: rule.path)
            }
        case .save(let order, let reply): saving.start(order, reply)
        case .readFiles(let touched, let collection, let reply): reading.start(touched, collection, reply)
        case .journal(let entry): journal.keep(entry)
        case .forgetJournal: effect.key.path.map { journal.forget($0) }
        case .restoreDrafts: journal.restore()
        case .keepRestorableState(let now): restorableState.keep(now)
        case .rearrange(let order, let reply): rearranging.start(order, reply)
        case .restoreCollection(let id): rearranging.restoreCollection(id)
        case .listTrash(let reply): rearranging.list(reply)
        case .findCopyPlace(let reply): rearranging.findCopyPlace(reply)
        case .review(let reply): reviewing.start(reply)
        case .readLift(let paths, let reply): rearranging.readLift(of: paths, reply)
        case .readReplacement(let replacement, let reply): rearranging.read(replacement, reply)
        case .protect(let isProtected, let name, let reply):
            saving.change(environment: name, reply) { writer throws(CollectionWriter.SaveError) in
                try writer.setProtected(isProtected, environment: name)
            }
        case .sendAsText(let name, let reply):
            saving.change(environment: name, reply) { writer throws(CollectionWriter.SaveError) in
                try writer.addLiteral(name)
            }
        case .keepHistory(let isKept, let name, let reply):
            saving.change(environment: name, reply) { writer throws(CollectionWriter.SaveError) in
                try writer.setKeepsHistory(isKept, environment: name)
            }
        case .cookies(let change, let environment, let reply): cookies.start(change, environment, reply)
        case .tokens(let change, let environment, let reply): tokens.start(change, environment, reply)
        case .listOutside(let forgetting, let reply): outside.list(forgetting: forgetting, reply)
        case .agree(let uses, let reply): outside.agree(to: uses, reply)
        case .fetchToken(let order, let reply): replace(effect.key, tokens.fetch(order, reply))
        case .handOver(let address): running[effect.key]?.handOver(address)
        case .keepSecret(let secret, let reply): secrets.start(secret, reply)
        case .keepCapture(let capture, let reply): secrets.start(capture, reply)
        case .listStart, .forgetRecent, .openCollection, .readImport, .completePath, .closeCollection, .history,
            .changeHistory,
            .followPaths, .difference, .latency, .judge, .keepSeries:
            break
        case .share, .export, .open, .copy, .openEditor, .editFile, .pageBody, .redrawScreen, .suspend, .quit,
            .readSettings,
            .keepTheme, .indexRequests, .readRecentUses, .keepRecentUses, .keepTour:
            break
        }
    }

    /// Moves running effects to the new paths of their items; another item may get an old path.
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
        restorableState.drain()
        secrets.drain()
        bodyFiles.finish()
    }

    /// Does what ``finish()`` does, for a collection that is closed while the program goes on.
    func close() {
        finish()
        journal.release()
    }
}

/// The way to end something that is running.
struct Cancellation {
    let cancel: () -> Void
    /// Hands over the address at which a browser ended.
    var handOver: (String) -> Void = { _ in }
}
