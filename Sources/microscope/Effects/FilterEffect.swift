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
    private let queue = DispatchQueue(label: "microscope.filters", attributes: .concurrent)
    private let post: @Sendable (Event) -> Void

    /// - Parameter files: on which files are written, one after the other.
    init(
        collection: String, directories: MicroscopeDirectories, files: DispatchQueue,
        post: @escaping @Sendable (Event) -> Void
    ) {
        memory = FilterFile(directories: directories)
        self.collection = collection
        self.files = files
        self.post = post
    }

    func start(_ order: FilterOrder, _ effect: Effect) -> Cancellation {
        let handle = WorkerHandle()
        let (post, key, generation) = (post, effect.key, effect.generation)
        queue.async {
            guard let outcome = FilterRun(order, handle).run() else { return }
            post(.effect(key, generation: generation, .filtered(outcome, by: order.text, in: order.document.store)))
        }
        return Cancellation { handle.cancel() }
    }

    /// Reads what is kept; or keeps something else.
    func remember(_ new: FilterMemory?, _ effect: Effect) {
        let (memory, collection, post) = (memory, collection, post)
        files.async {
            guard let new else {
                let kept = memory.read()
                let filters = Dictionary(
                    uniqueKeysWithValues: (kept.collections[collection] ?? [:]).map { (ItemPath($0.key), $0.value) })
                let read = FilterMemory(filters: filters, recent: kept.recent)
                return post(.effect(effect.key, generation: effect.generation, .filters(read)))
            }
            do {
                let filters = Dictionary(uniqueKeysWithValues: new.filters.map { ($0.key.text, $0.value) })
                try memory.keep(
                    filters, of: collection, recent: new.recent, limit: FilterMemory.recentLimit)
            } catch {
                let message = "Filters are not kept for the next run: \(ErrorWords.text(of: error))"
                post(.logged(LogState.Entry(at: Date(), level: .warning, message: message)))
            }
        }
    }
}
