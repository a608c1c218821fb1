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
        guard file.isRegular, let bytes = try? file.data() else { return false }
        // A large one is parsed once the screen is there: the preview says what is wrong with it.
        if beginsLikeDocument(bytes) || bytes.starts(with: ZipArchive.signature) { return true }
        let isYAML = ["yml", "yaml"].contains(path.pathExtension.lowercased())
        // A request, or a collection in one file, is not parsed for nothing.
        guard !isYAML || ["openapi", "swagger"].contains(where: { bytes.range(of: Data($0.utf8)) != nil }),
            let source = try? RecognizedSource(ImportSource(name: path.lastPathComponent, bytes: Array(bytes)))
        else { return path.lastPathComponent == "bruno.json" }
        guard let format = source.format, !isYAML || format == .openAPI else { return false }
        guard !format.isReadable, format != .curl else { return true }
        if let advice = format.advice { throw .otherFormat(format, of: source.name, advice) }
        return false
    }

    /// Whether a file is JSON with one of the words of documents near its beginning, or YAML with a line that only OpenAPI has.
    private static func beginsLikeDocument(_ bytes: Data) -> Bool {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        if let first = head.utf8.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) {
            return ImportFormat.hints.contains { head.contains($0) }
        }
        return head.split(separator: "\n").contains { $0.hasPrefix("openapi:") || $0.hasPrefix("swagger:") }
    }

    /// Whether a directory has a file that looks like an export.
    private static func hasExports(_ directory: URL) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.sorted().prefix(100).contains { name in
            let file = directory.appendingPathComponent(name)
            guard ["json", "yaml", "yml"].contains(file.pathExtension.lowercased()),
                NamedFile(file.path, limit: .foreignCollection).isRegular,
                let handle = try? FileHandle(forReadingFrom: file)
            else { return false }
            return beginsLikeDocument((try? handle.read(upToCount: 4096)) ?? Data())
        }
    }
}
