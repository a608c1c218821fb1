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

    /// Returns the opened item. A folder without `folder.yml` opens with the content that the file will begin with.
    func event(for path: ItemPath, _ reply: Reply<OpenedItem>) -> Event {
        guard path.isEditedAsDefaults else { return reply(.item(loader.item(at: path))) }
        do throws(FileProblem) {
            guard let text = try loader.textIfThere(of: path.editedFile) else {
                return reply(.file(.newFolder(at: path), exists: false))
            }
            return reply(.file(try FormFile.read(text: text, at: path), exists: true))
        } catch {
            return reply.show(StatusMessage(.error, error.line))
        }
    }
}
