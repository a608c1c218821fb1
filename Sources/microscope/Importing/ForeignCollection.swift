import CollectionFiles
import Foundation
import Imports

/// Collections of other tools among what a person asks to open.
enum ForeignCollection {
    /// Whether a path leads to a document that `import` reads, or to a directory with the files of Bruno, and not to a collection.
    ///
    /// - Throws: ``ImportProblem`` for a document in a format that is known and not read.
    static func isThere(_ path: URL) throws(ImportProblem) -> Bool {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path.path, isDirectory: &isDirectory) else { return false }
        guard !isDirectory.boolValue else {
            guard (try? CollectionLocation.open(path)) == nil else { return false }
            return CollectionLocation.isOlderFormat(path) || hasExports(path)
        }
        let file = NamedFile(path.path, limit: .foreignCollection)
        guard file.isRegular, let bytes = try? file.data(), mayBeDocument(bytes, path.pathExtension.lowercased()),
            let source = try? RecognizedSource(ImportSource(name: path.lastPathComponent, bytes: Array(bytes)))
        else { return path.lastPathComponent == "bruno.json" }
        guard let format = source.format, format != .openCollection, format != .openCollectionDirectory else {
            return false
        }
        guard !format.isReadable, format != .curl else { return true }
        if let advice = format.advice { throw .otherFormat(format, of: source.name, advice) }
        return false
    }

    /// Whether YAML has the word that each document has which is imported: a request, or a collection in one file, is not parsed for nothing.
    private static func mayBeDocument(_ bytes: Data, _ pathExtension: String) -> Bool {
        guard ["yml", "yaml"].contains(pathExtension) else { return true }
        return ["openapi", "swagger"].contains { bytes.range(of: Data($0.utf8)) != nil }
    }

    /// Whether a directory has a file that looks like an export. Others of a few names and beginnings are enough to open what is none.
    private static func hasExports(_ directory: URL) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.sorted().prefix(100).contains { name in
            let file = directory.appendingPathComponent(name)
            guard ["json", "yaml", "yml"].contains(file.pathExtension.lowercased()),
                NamedFile(file.path, limit: .foreignCollection).isRegular,
                let handle = try? FileHandle(forReadingFrom: file)
            else { return false }
            let head = String(decoding: (try? handle.read(upToCount: 4096)) ?? Data(), as: UTF8.self)
            return ["openapi", "swagger", "postman"].contains { head.contains($0) }
        }
    }
}
