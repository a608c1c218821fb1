import OpenCollection
import Quoting

extension ImportedCollection {
    /// Takes along the files that requests, credentials and certificates name, `.env`, and others beside them. A file that is named and cannot be
    /// copied is named in the report, others are counted.
    mutating func copyFiles(from nearby: NearbyFiles) {
        var copying = FileCopying(nearby: nearby)
        copying.add(".env", .whole, isNamed: false)
        for path in info.certificates.flatMap({ [$0.path, $0.keyPath ?? ""] }) + info.protobuf.files {
            copying.add(path, .whole)
        }
        var auth = defaults.auth
        auth.changePath { copying.add($0, .whole) }
        for item in allItems {
            var copy = item
            if case .folder(let folder, _) = item.content { copy.content = .folder(folder, []) }
            copy.changePaths { copying.add($0, item.origin) }
        }
        let isScript = { (path: String) in path.endsWithBytes(of: ".js") }
        for path in nearby.others.filter(isScript) + nearby.others.filter({ !isScript($0) }) {
            copying.add(path, .whole, isNamed: false)
        }
        copying.noteLeftOut()
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
    /// Files that no request names and that are not copied.
    private var leftOut: [String] = []
    private var sizeLeftOut = 0

    private static let maximumCount = 1000
    private static let maximumSize = 64 << 20

    init(nearby: NearbyFiles) { self.nearby = nearby }

    /// - Parameter isNamed: Whether the collection names the file: it is reported as missing when it is not there.
    mutating func add(_ path: String, _ origin: ImportOrigin, isNamed: Bool = true) {
        guard !path.isEmpty, !path.contains("{{"), seen.insert(path).inserted else { return }
        // Once they are too many, the rest is not read for nothing.
        let isFull = files.count >= Self.maximumCount || sizeLeftOut > Self.maximumSize
        let isRead = Self.isPlain(path) && (isNamed || !isFull)
        guard let bytes = isRead ? nearby.read(path) : nil else {
            if isNamed || path != ".env" { leaveOut(path, "it is not below the directory", origin, isNamed) }
            return
        }
        guard Self.isFree(path) else {
            return leaveOut(path, "its name means something else in a collection", origin, isNamed)
        }
        guard files.count < Self.maximumCount, size + bytes.count <= Self.maximumSize else {
            if !isNamed { sizeLeftOut += bytes.count }
            return leaveOut(path, "the files together are too many, or too large", origin, isNamed)
        }
        size += bytes.count
        files[path] = bytes
    }

    private mutating func leaveOut(_ path: String, _ reason: String, _ origin: ImportOrigin, _ isNamed: Bool) {
        guard isNamed else { return leftOut.append(path) }
        notes.append(ImportNote(.warning, origin, "the file \(path) is not copied: \(reason)"))
    }

    /// Adds a remark on the files that no request names.
    mutating func noteLeftOut() {
        guard let first = leftOut.first else { return }
        let text = "files beside the requests are not copied: \(leftOut.count), the first of them \(first)"
        notes.append(ImportNote(.warning, .whole, text))
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
