import BodyView
import CollectionFiles
import Explorer
import FilterWorker
import Foundation
import OpenCollection

/// Filters bodies on threads of its own, and keeps which filters were used.
struct FilterEffect {
    private let memory: FilterFile
    private let collection: String
    private let files: DispatchQueue
    private let post: @Sendable (Event) -> Void

    /// - Parameter files: The queue on which files are written, one after the other.
    init(
        collection: String, directories: MicroscopeDirectories, files: DispatchQueue,
        post: @escaping @Sendable (Event) -> Void
    ) {
        memory = FilterFile(directories: directories)
        self.collection = collection
        self.files = files
        self.post = post
    }

    func start(_ order: FilterOrder, _ reply: Reply<FilterOutcome>) -> Cancellation {
        let handle = WorkerHandle()
        Background.run { [post] in if let outcome = FilterRun(order, handle).run() { post(reply(outcome)) } }
        return Cancellation { handle.cancel() }
    }

    /// Returns the message that a request's filter is not in `microscope.yaml`, with the reason.
    @Sendable static func words(notKept error: CollectionWriter.SaveError) -> String {
        "The filter is not saved: \(error). It applies until you quit; Ctrl-S in its line tries again."
    }

    func read(_ reply: Reply<FilterMemory>) {
        files.async { [memory, collection, post] in
            let kept = memory.read()
            let filters = Dictionary(
                uniqueKeysWithValues: (kept.collections[collection] ?? [:]).map { (ItemPath($0.key), $0.value) })
            post(reply(FilterMemory(filters: filters, recent: kept.recent)))
        }
    }

    /// Replaces the filters that are kept.
    func keep(_ new: FilterMemory) {
        files.async { [memory, collection, post] in
            do {
                let filters = Dictionary(uniqueKeysWithValues: new.filters.map { ($0.key.text, $0.value) })
                try memory.keep(
                    filters, of: collection, recent: new.recent, limit: FilterMemory.recentLimit)
            } catch {
                let message = "Filters are not saved for the next run: \(ErrorWords.text(of: error))"
                post(.logged(LogState.Entry(at: Date(), level: .warning, message: message)))
            }
        }
    }
}
