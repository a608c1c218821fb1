import CollectionFiles
import CommandLineTool
import DemoAPI
import Explorer
import Foundation
import Imports
import MicroClient
import OpenCollection

/// Opens what a person names, notes it among the recent collections, and keeps the demo's API while the program runs.
final class CollectionOpener: @unchecked Sendable {
    // @unchecked: `demo`, `waiting`, `unnoted` and `unread` are touched on the queue only; the rest never changes.
    let environment: [String: String]
    private let directories: MicroscopeDirectories
    /// Returns the paths of the items with an unsaved draft in a collection; empty if the journal cannot be read.
    private let drafts: @Sendable (_ root: String) -> [String]
    let recents: RecentCollections
    let queue = DispatchQueue(label: "microscope.opening")
    private var demo: DemoPreparation.Prepared?
    /// The command line's settings for a collection that it does not name; they apply to the first one that is opened.
    private var waiting = Settings()
    /// Collections that were opened and are not on the list of recent ones yet.
    private var unnoted: [RecentCollections.Entry] = []
    /// Archives that are read once the screen is there.
    private var unread: [URL] = []
    private let archives = DispatchQueue(label: "microscope.archives")
    private let isOver = Locked(false)
    /// The size in bytes up to which an archive is read before the screen is there.
    private static let shortArchive = 256 << 10

    /// - Parameter drafts: Returns the paths of the items with an unsaved draft in a collection.
    init(environment: [String: String], drafts: @escaping @Sendable (_ root: String) -> [String]) {
        self.environment = environment
        self.drafts = drafts
        directories = MicroscopeDirectories(environment: environment)
        recents = RecentCollections(directories: directories)
    }

    /// The command line's settings for everything that it opens.
    struct Settings {
        /// The environment's name; nil takes the only environment, or none.
        var environmentName: String?
        /// The name of the environment that is used if nobody chose any.
        var usualEnvironmentName: String?
        var globalEnvironmentName: String?
        var sessionValues: [String: String] = [:]
    }

    /// A collection that was read, and what is to be done with it.
    struct Opened {
        var collection: CollectionState
        /// The item to show; nil shows the first request.
        var item: ItemPath?
        /// The text of a request to make a draft of; nil if there is none.
        var received: String?
        /// The filter of the exchanges that are listed; nil lists none.
        var listed: String?
        /// Whether the tour is offered; false takes it at once, nil does neither.
        var offersTour: Bool?
        /// A note for the status line; nil if there is none.
        var note: String?
        /// The lines that the log gets.
        var logged: [LogState.Entry] = []

        /// - Parameter isShown: Whether it becomes the shown collection; otherwise it is listed below the others.
        func events(isShown: Bool = true) -> [Event] {
            var listed = collection
            listed.tree.expanded.formUnion(item?.ancestors ?? [])
            let tour: [Event] = isShown ? offersTour.map { [Event.tour(isOffered: $0)] } ?? [] : []
            return [isShown ? .collectionOpened(collection, showing: item) : .collectionAdded(listed)]
                + (received.map { [.received($0, collection: collection.path)] } ?? [])
                + (self.listed.map { [.historyImported(filter: $0)] } ?? [])
                + tour + logged.map { .logged($0) }
                + (note.map { [.message(StatusMessage(.info, $0))] } ?? [])
        }
    }

    // MARK: Opening

    /// Opens orders before the screen is there, and shows the first. They are noted when ``noteOpened()`` is called.
    ///
    /// - Throws: The error of the first order that fails; nothing is open then.
    func openNow(_ orders: [OpenOrder], _ settings: Settings) throws -> [Event] {
        let opened = try queue.sync {
            if orders.isEmpty { waiting = settings }
            return try orders.map { try open($0, settings) }
        }
        var paths: Set<String> = []
        for one in opened where !paths.insert(one.collection.path).inserted && one.item != nil {
            throw UsageError(
                "several requests of \(one.collection.collection.name) are given",
                advice: "name one of each collection; the others are in its tree")
        }
        return opened.enumerated().flatMap { index, opened in opened.events(isShown: index == 0) }
    }

    /// Opens an order while the screen is there; returns at once.
    func open(_ order: OpenOrder, post: @escaping @Sendable (Event) -> Void) {
        queue.async { [self] in
            do {
                if case .word(let word) = order, let input = try importInput(word) { return post(.importFound(input)) }
                if case .path(let path) = order, let input = try importInput(path) { return post(.importFound(input)) }
                try open(order, waiting).events().forEach(post)
                waiting = Settings()
                noteOpened(post: post)
            } catch {
                post(.openingFailed(ErrorWords.text(of: error)))
            }
        }
    }

    private func open(_ order: OpenOrder, _ settings: Settings) throws -> Opened {
        switch order {
        case .word(let word): return try open(target: try ExploreTarget.named(word), settings)
        case .path(let path): return try open(try location(path), settings)
        case .url(let url): return try open(target: try ExploreTarget.meantAsURL(url), settings)
        case .root(let path): return try open(CollectionLocation(root: URL(fileURLWithPath: path)), settings)
        case .newCollection(let path): return try openNew(in: path, settings)
        case .imported(let imported, let path): return try openImported(imported, in: path, settings)
        case .scratch(let received): return try openScratch(receiving: received, settings)
        case .archive(let path): return try openArchive(path, settings)
        case .demo: return try openDemo(settings)
        case .tour: return try openDemo(settings, takesTour: true)
        }
    }

    private func open(target: ExploreTarget, _ settings: Settings) throws -> Opened {
        switch target {
        case .path(let path): return try open(try location(path), settings)
        case .archive(let path): return try openArchive(path, settings)
        case .url(let url): return try openScratch(receiving: url, settings)
        case .pathOrURL(let word):
            let isPath = FileManager.default.fileExists(atPath: word)
            return try open(target: isPath ? .path(word) : .url(ExploreTarget.url(of: word)), settings)
        }
    }

    private func open(_ location: CollectionLocation, _ settings: Settings) throws -> Opened {
        let collection = try read(location.root, settings)
        note(collection)
        return Opened(collection: collection, item: location.item)
    }

    private func openNew(in path: String, _ settings: Settings) throws -> Opened {
        let directory = place(path)
        let written = try NewCollection(at: directory).write()
        var opened = try open(CollectionLocation(root: directory.standardizedFileURL), settings)
        let files = written.files.joined(separator: ", ")
        opened.note =
            "Written: \(files)" + (written.kept.isEmpty ? "." : "; \(written.kept.joined(separator: ", ")) kept.")
        return opened
    }

    private func openImported(_ imported: ImportOrder, in path: String, _ settings: Settings) throws -> Opened {
        let directory = place(path).standardizedFileURL
        let files = try ImportedFiles(imported.collections, in: .newCollection)
        let written = try NewCollection(at: directory).write(files.newCollection)
        LastImportReport(directories: directories).keep(
            imported.report, of: imported.collections, files: written.files.map { "\(path)/\($0)" })
        var problem: String?
        if imported.keepsSecrets {
            do throws(UsageError) {
                try SecretStore(directories: directories).keep(files.secrets, of: directory)
            } catch {
                problem = "\(error)"
            }
        }
        var opened = try open(CollectionLocation(root: directory), settings)
        opened.collection.noteImported()
        opened.logged = imported.logEntries(at: Date())
        opened.note = problem ?? "Imported into \(path). u: undo. The log (4) has the report."
        return opened
    }

    private func openScratch(receiving text: String?, _ settings: Settings) throws -> Opened {
        Opened(collection: try read(try ScratchCollection.prepare(in: directories), settings), received: text)
    }

    /// Opens an archive in Scratch, as its requests belong to no collection.
    private func openArchive(_ path: String, _ settings: Settings) throws -> Opened {
        let file = WholeFile.typed(path, environment)
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory), isDirectory.boolValue {
            return try open(try location(path), settings)
        }
        var opened = try openScratch(receiving: nil, settings)
        if (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0 > Self.shortArchive {
            unread.append(file)
            opened.note = "Reading \(file.lastPathComponent)"
            return opened
        }
        let taken = try take(file)
        opened.listed = taken.filter
        opened.note = taken.wordsWithFault
        return opened
    }

    private func take(
        _ file: URL, progress: (ArchiveProgress) throws -> Void = { _ in }
    ) throws -> ImportedArchive {
        try HistoryPlace(environment: environment).explainingTrouble {
            try ArchiveImporter(directory: directories.history).take(file: file, progress: progress)
        }
    }

    /// Reads an archive. Its exchanges are listed as soon as there are some.
    private func read(_ file: URL, post: @escaping @Sendable (Event) -> Void) {
        let pace = Pace()
        var isListed = false
        do {
            let taken = try take(file) { progress in
                if isOver.withLock({ $0 }) { throw CancellationError() }
                guard progress.step == .kept || pace.isDue() else { return }
                if let filter = progress.filter {
                    post(isListed ? .historyGrew : .historyImported(filter: filter))
                    isListed = true
                }
                post(.message(StatusMessage(.info, progress.words)))
            }
            post(.message(StatusMessage(taken.fault == nil ? .info : .error, taken.wordsWithFault)))
        } catch {
            guard !(error is CancellationError) else { return }
            post(.message(StatusMessage(.error, ErrorWords.text(of: error))))
        }
    }

    /// Opens the demo. Its API runs once, however often the collection is opened.
    private func openDemo(_ settings: Settings, takesTour: Bool = false) throws -> Opened {
        let prepared = try demo ?? DemoPreparation(directories: directories).prepare()
        demo = prepared
        var settings = settings
        settings.usualEnvironmentName = "local"
        settings.sessionValues.merge(prepared.sessionValues) { given, _ in given }
        var opened = Opened(collection: try read(prepared.directory, settings))
        if takesTour || !TourMemory(directories: directories).isAnswered { opened.offersTour = !takesTour }
        return opened
    }

    private func read(_ root: URL, _ settings: Settings) throws -> CollectionState {
        var state = try CollectionOpening(environment: environment).open(
            root, environmentName: settings.environmentName ?? settings.usualEnvironmentName,
            globalEnvironmentName: settings.globalEnvironmentName, sessionValues: settings.sessionValues)
        state.place.restorableState = RestorationEffect.kept(of: state.path, directories: directories)
        state.environments.isGiven = settings.environmentName != nil
        return state
    }

    // MARK: Paths

    var currentDirectory: URL {
        URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
    }

    private func place(_ path: String) -> URL {
        URL(
            fileURLWithPath: HomePath.expanded(path, home: environment["HOME"]), isDirectory: true,
            relativeTo: currentDirectory)
    }

    /// The collection of another tool that a path leads to; nil if it may be opened.
    ///
    /// - Throws: ``ImportProblem`` for a collection in a format that is not read.
    func importInput(_ path: String) throws(ImportProblem) -> ImportInput? {
        let typed = HomePath.expanded(path, home: environment["HOME"])
        return try ForeignCollection.isThere(URL(fileURLWithPath: typed, relativeTo: currentDirectory))
            ? .files([typed]) : nil
    }

    private func location(_ path: String) throws -> CollectionLocation {
        try .typed(HomePath.expanded(path, home: environment["HOME"]), from: currentDirectory)
    }

    /// The paths of the items with an unsaved draft in Scratch.
    var scratchDrafts: [String] { drafts(ScratchCollection.root(in: directories).path) }

    /// Puts what was opened on the list of recent collections, after the first frame, which would wait for the disk otherwise. A list that
    /// cannot be written keeps nobody from working. Long archives are read then.
    func noteOpened(post: @escaping @Sendable (Event) -> Void) {
        queue.async { [self] in
            for entry in unnoted { try? recents.note(entry) }
            unnoted = []
            for file in unread { archives.async { [self] in read(file, post: post) } }
            unread = []
        }
    }

    /// Notes a collection to be put on the list, but not Scratch and the demo, which are always on offer.
    private func note(_ collection: CollectionState) {
        let own = [
            ScratchCollection.root(in: directories).path, DemoPreparation(directories: directories).directory.path,
        ]
        guard !own.contains(collection.path) else { return }
        unnoted.append(
            RecentCollections.Entry(path: collection.path, name: collection.collection.name, openedAt: Date()))
    }

    /// Keeps whether the tour was taken, so that it is not offered again. If that cannot be written, it is offered again.
    func keep(_ answer: TourAnswer) {
        queue.async { [self] in try? TourMemory(directories: directories).note(answer.rawValue) }
    }

    /// Waits until the list is written, and stops the demo's API.
    func finish() {
        isOver.withLock { $0 = true }
        archives.sync {}
        queue.sync {
            demo?.server.stop()
            demo = nil
        }
    }
}

extension ImportedArchive {
    fileprivate var wordsWithFault: String { fault.map { "\(words) The rest cannot be read: \($0)." } ?? words }
}
