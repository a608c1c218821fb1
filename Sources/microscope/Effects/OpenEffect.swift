import CollectionFiles
import Explorer
import Foundation

/// Reads one file of the collection, on the loop's thread: a key that was typed ahead is meant for what it shows.
struct OpenEffect {
    private let loader: CollectionLoader

    init(root: URL) { loader = CollectionLoader(root: root) }

    func event(for effect: Effect) -> Event? {
        guard case .open(let path) = effect.order else { return nil }
        return .effect(effect.key, generation: effect.generation, .opened(loader.item(at: path)))
    }
}
