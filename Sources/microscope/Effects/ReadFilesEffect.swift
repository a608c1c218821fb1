import CollectionFiles
import Explorer
import Foundation
import OpenCollection

/// Reads again what was touched on disk, off the loop's thread.
struct ReadFilesEffect {
    private let loader: CollectionLoader
    private let opening: CollectionOpening
    private let post: @Sendable (Event) -> Void
    private let queue: DispatchQueue

    init(
        root: URL, queue: DispatchQueue, environment: [String: String], post: @escaping @Sendable (Event) -> Void
    ) {
        opening = CollectionOpening(environment: environment)
        loader = opening.loader(of: root)
        self.queue = queue
        self.post = post
    }

    func start(_ touched: TouchedFiles, _ collection: OpenCollection.Collection, _ reply: Reply<FilesRead>) {
        queue.async { [self] in post(reply(read(touched, collection))) }
    }

    /// Reads every request: only a whole file says what its actions capture.
    func findCapturing(_ names: Set<String>, _ reply: Reply<[String: ItemPath]>) {
        queue.async { [self] in
            let requests = (try? loader.load(.whole))?.requestsCapturing(names) ?? [:]
            post(reply(requests))
        }
    }

    /// The number of paths above which reading all heads here is quicker than placing the items one by one on the loop's thread.
    private static let manyPaths = 500

    private func read(_ touched: TouchedFiles, _ collection: OpenCollection.Collection) -> FilesRead {
        // A part of a collection in one file has no path of its own that anybody could touch.
        guard case .paths(let paths) = touched, paths.count <= Self.manyPaths, !loader.isBundle else {
            return readEverything(collection)
        }
        let changes = loader.changes(at: paths, in: collection)
        guard paths.contains(where: concernsOutside) else { return FilesRead(.changes(changes)) }
        var changed = collection
        for change in changes { changed.apply(change) }
        return FilesRead(.changes(changes), outside: opening.outsideValues(of: changed, at: loader.root))
    }

    /// Whether a path is `.env` or an environment, which says what is a secret.
    private func concernsOutside(_ path: ItemPath) -> Bool {
        path == ".env" || path == "environments" || path.parent == "environments"
    }

    private func readEverything(_ collection: OpenCollection.Collection) -> FilesRead {
        do throws(FileProblem) {
            var whole = try loader.load(.heads)
            // Of a collection in one file, all of it is read already.
            for (item, _) in collection.allRequests {
                guard case .unopened? = whole.item(at: item.path)?.kind else { continue }
                whole.replace(with: loader.item(at: item.path))
            }
            return FilesRead(.everything(whole), outside: opening.outsideValues(of: whole, at: loader.root))
        } catch {
            return FilesRead(.failed(error))
        }
    }
}
