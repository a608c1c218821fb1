import OpenCollection
import Quoting

extension ImportedCollection {
    /// Takes along the files that requests and certificates name, scripts, and `.env`. A file that cannot be copied is named.
    mutating func copyFiles(from nearby: NearbyFiles) {
        var copying = FileCopying(nearby: nearby)
        for path in [".env"] + nearby.scripts { copying.add(path, .whole, isNamed: false) }
        for path in info.certificates.flatMap({ [$0.path, $0.keyPath ?? ""] }) + info.protobuf.files {
            copying.add(path, .whole)
        }
        for item in allItems {
            guard case .request = item.content else { continue }
            var copy = item
            copy.changePaths { copying.add($0, item.origin) }
        }
        files = copying.files
        notes += copying.notes
        if !files.isEmpty {
            notes.append(ImportNote(.note, .whole, "files beside the requests are copied: \(files.count)"))
        }
    }

    /// Leaves out what a collection in one file has no place for.
    mutating func leaveOutFiles() {
        if !files.isEmpty {
            let text = "files beside the requests are not copied, since the collection is one file: \(files.count)"
            notes.append(ImportNote(.error, .whole, text))
        }
        files = [:]
    }

    /// Leaves out what only the root of a collection reads.
    mutating func leaveOutFilesOfRoot() {
        guard files.removeValue(forKey: ".env") != nil else { return }
        notes.append(ImportNote(.error, .whole, ".env is not copied: only the root of a collection has one"))
    }
}

/// Reads files by the names that a collection has for them, each once.
private struct FileCopying {
    let nearby: NearbyFiles
    private(set) var files: [String: [UInt8]] = [:]
    private(set) var notes: [ImportNote] = []
    private var seen: Set<String> = []
    private var size = 0

    private static let maximumCount = 1000
    private static let maximumSize = 64 << 20

    init(nearby: NearbyFiles) { self.nearby = nearby }

    /// - Parameter isNamed: whether somebody wants the file: it is missed when it is not there.
    mutating func add(_ path: String, _ origin: ImportOrigin, isNamed: Bool = true) {
        guard !path.isEmpty, !path.contains("{{"), seen.insert(path).inserted else { return }
        guard let bytes = Self.isPlain(path) ? nearby.read(path) : nil else {
            if isNamed { note("the file \(path) is not copied: it is not below the directory", origin) }
            return
        }
        guard Self.isFree(path) else {
            return note("the file \(path) is not copied: its name means something else in a collection", origin)
        }
        guard files.count < Self.maximumCount, size + bytes.count <= Self.maximumSize else {
            return note("the file \(path) is not copied: the files together are too many, or too large", origin)
        }
        size += bytes.count
        files[path] = bytes
    }

    private mutating func note(_ text: String, _ origin: ImportOrigin) {
        notes.append(ImportNote(.warning, origin, text))
    }

    /// Whether each step of a path goes down.
    private static func isPlain(_ path: String) -> Bool {
        path.split(at: "/").allSatisfy { !["", ".", ".."].contains($0) } && !path.contains("\\")
    }

    /// Whether a file of this path is none that a collection reads, and every system can have it.
    private static func isFree(_ path: String) -> Bool {
        path != ".gitignore"
            && path.split(at: "/").allSatisfy { name in
                let lower = name.lowercased()
                return FileName.problem(with: name) == nil && !lower.endsWithBytes(of: ".yml")
                    && !lower.endsWithBytes(of: ".yaml")
            }
    }
}
