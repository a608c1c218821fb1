import CollectionFiles
import CommandLineTool
import Foundation
import Imports
import OpenCollection

/// A folder of a collection that imported collections are put into.
struct ImportTarget {
    let root: URL
    let collection: OpenCollection.Collection
    let place: ImportedFiles.Place

    /// - Parameter collection: The collection that the files of the root hold.
    /// - Throws: ``UsageError`` when nothing can be put there.
    init(_ folder: ItemPath, of collection: OpenCollection.Collection, at root: URL) throws(UsageError) {
        guard folder.depth < ItemPath.maximumDepth - 1 else {
            throw UsageError(
                "folders deeper than \(ItemPath.maximumDepth) levels are not read",
                advice: "name one further up with --into")
        }
        let directory = folder == .root ? root : root.appendingPathComponent(folder.text)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        self.root = root
        self.collection = collection
        // A file that does not say so holds all of its collection all the same: there is no place for files beside it.
        var target = collection
        if CollectionLocation.isFile(root) { target.info.isBundled = true }
        place = .folder(folder, of: target, otherNames: Set(names))
    }
}

extension SecretStore {
    /// Keeps the values that were imported, by environment and name.
    ///
    /// - Throws: ``UsageError`` when the store cannot be written: the files are there by then.
    func keep(_ secrets: [String: [String: String]], of root: URL) throws(UsageError) {
        do {
            for (environment, values) in secrets.sorted(by: { $0.key < $1.key }) {
                try set(values, collection: root.path, environment: environment)
            }
        } catch {
            throw UsageError(
                "the files are written, but the values of their secrets could not be stored: \(ErrorWords.text(of: error))",
                advice: "enter them on screen, or set them in the process environment")
        }
    }
}
