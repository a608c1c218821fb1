import CollectionFiles
import Explorer
import Foundation
import OpenCollection

/// Reads one file of the collection, on the loop's thread: a key that was typed ahead is meant for what it shows.
struct OpenEffect {
    private let loader: CollectionLoader

    init(root: URL, environment: [String: String]) {
        loader = CollectionOpening(environment: environment).loader(of: root)
    }

    func event(for effect: Effect) -> Event? {
        guard case .open(let path) = effect.order else { return nil }
        return .effect(effect.key, generation: effect.generation, result(of: path))
    }

    /// A folder without `folder.yml` opens as what that will begin as.
    private func result(of path: ItemPath) -> EffectResult {
        guard path.isEditedAsDefaults else { return .opened(loader.item(at: path)) }
        do throws(FileProblem) {
            guard let text = try loader.textIfThere(of: path.editedFile) else {
                return .openedFile(.newFolder(at: path), exists: false)
            }
            return .openedFile(try FormFile.read(text: text, at: path), exists: true)
        } catch {
            return .message(StatusMessage(.error, error.line))
        }
    }
}
