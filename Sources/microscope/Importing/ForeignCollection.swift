import CollectionFiles
import Foundation
import Imports

/// Collections of other tools among what a person asks to open.
enum ForeignCollection {
    /// Whether a path leads to a document that `import` reads, or to a directory with the files of Bruno, and not to a collection.
    static func isThere(_ path: URL) -> Bool {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path.path, isDirectory: &isDirectory) else { return false }
        guard !isDirectory.boolValue else {
            return CollectionLocation.isOlderFormat(path) && (try? CollectionLocation.open(path)) == nil
        }
        let file = NamedFile(path.path, limit: .foreignCollection)
        guard file.isRegular, let bytes = try? file.data(),
            let source = try? RecognizedSource(ImportSource(name: file.name, bytes: Array(bytes)))
        else { return path.lastPathComponent == "bruno.json" }
        return source.format == .curl || source.format?.isReadable == true && source.format != .openCollection
    }
}
