import Digests
import Files
import Foundation
public import OpenCollection
import Quoting

/// Texts of GraphQL schemas: files that a collection names, and in the cache what servers said. A file that is gone from there is asked for again.
public struct SchemaStore: Sendable {
    private let gate: TrustGate
    private let directory: URL

    /// More files, and more bytes of them all, are not kept: those that were written first go.
    private static let most = (files: 64, bytes: 64 << 20)

    /// - Parameters:
    ///   - root: of the collection.
    ///   - gate: Says which files outside of it may be read.
    public init(directories: MicroscopeDirectories, gate: TrustGate) {
        self.gate = gate
        directory = directories.cache.appendingPathComponent("graphql", isDirectory: true)
    }

    /// - Returns: nil when nothing was kept of this server.
    /// - Throws: ``FileError``, ``UnagreedError``, and what reading what was agreed to throws.
    public func text(of source: SchemaSource) throws -> String? {
        var reader = FileReader()
        switch source {
        case .file(let path):
            let file = try gate.readableFile(path, for: "GraphQL schema")
            return String(decoding: try reader.read(file.path), as: UTF8.self)
        case .server(let key):
            let file = try place(of: key)
            guard FileManager.default.fileExists(atPath: file.path) else { return nil }
            return String(decoding: try reader.read(file.path), as: UTF8.self)
        }
    }

    /// Keeps a schema in a file that only its owner may read.
    public func keep(_ text: String, for key: SchemaKey) throws {
        try MicroscopeDirectories.makePrivate(directory)
        try AtomicFile.write(Data(text.utf8), toOwn: try place(of: key))
        prune()
    }

    /// The name tells nothing of the server.
    private func place(of key: SchemaKey) throws -> URL {
        let text = [key.collection, key.environment ?? "", key.environment == nil ? "none" : "one", key.endpoint]
            .joined(separator: "\0")
        return directory.appendingPathComponent("\(try Digest(of: text.utf8, .sha256).hexadecimal).graphql")
    }

    private func prune() {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
        let files = try? FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: Array(keys))
        let facts = (files ?? []).map { file in
            let values = try? file.resourceValues(forKeys: keys)
            return (file: file, date: values?.contentModificationDate ?? .distantPast, size: values?.fileSize ?? 0)
        }
        var bytes = 0
        for (index, fact) in facts.sorted(by: { $0.date > $1.date }).enumerated() {
            bytes += fact.size
            if index >= Self.most.files || bytes > Self.most.bytes {
                try? FileManager.default.removeItem(at: fact.file)
            }
        }
    }
}
