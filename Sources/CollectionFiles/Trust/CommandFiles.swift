import Digests
import Files
import Foundation
import Quoting

/// The files that a command of a collection could run or read as code, each with a hash of its content: all below the collection's
/// directory, where it is started, but those that a person edits here.
///
/// It is not known which of them a command needs: `make` reads a Makefile, `python -m` a module, a shell whatever its words say. Left out are
/// requests, folders and environments, as long as no key in them is foreign and no word of the command names one; `opencollection.yml` and
/// `microscope.yaml`; and `.git`, into which no checkout writes files of the repository. What lies outside belongs to the machine, unless
/// a link of the collection or a relative word leads there.
struct CommandFiles: Sendable {
    /// The hash of each file; the key is ``key(_:)`` of its path, relative to the directory.
    private(set) var hashes: [String: String] = [:]
    private let directory: String
    private let words: [String]
    private var bytesLeft = Self.mostBytes
    private var entriesLeft = Self.mostEntries
    private var folders: Set<ExactText> = []
    private var reader = FileReader()

    static let mostFiles = 10_000
    private static let mostBytes = 256 << 20
    /// Requests are among them, of which only the beginning of each line is looked at.
    private static let mostEntries = 200_000

    /// Reads them.
    ///
    /// - Throws: ``FileError``, and ``CommandFilesError`` when there are too many.
    init(of words: [String], in directory: URL) throws {
        self.directory = directory.path
        self.words = words
        try addFolder("")
        for word in words {
            try addNamed(word)
            for path in Self.pathsLeadingUp(in: word) where !path.hasSameBytes(as: word) { try addNamed(path) }
        }
    }

    /// Returns a path without two spellings: dictionaries, and the file of agreements, take names for one that Unicode calls equivalent.
    static func key(_ path: String) -> String { path.addingPercentEncoding(withAllowedCharacters: plain) ?? path }

    private static let plain = CharacterSet(charactersIn: " "..."~").subtracting(["%"])

    /// Paths that are not the same as before, in the order of their bytes.
    func changes(since before: [String: String]) -> [String] {
        changedKeys(since: before).map { $0.removingPercentEncoding ?? $0 }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    private func changedKeys(since before: [String: String]) -> Set<String> {
        Set(hashes.keys).union(before.keys).filter { path in
            let agreed = before[path].map { $0.hasPrefix(Self.ownMark) ? String($0.dropFirst(Self.ownMark.count)) : $0 }
            return hashes[path] != agreed
        }
    }

    /// Returns the files as they are now, for the next time, where only what the command has written itself is new: files that were not there when
    /// it was agreed to. Those that were have to be as they were.
    func keepingAgreed(_ before: [String: String]) -> [String: String] {
        changedKeys(since: before).reduce(into: before) { kept, path in
            if kept[path]?.hasPrefix(Self.ownMark) != false { kept[path] = hashes[path].map { Self.ownMark + $0 } }
        }
    }

    private static let ownMark = "own "
    /// The hash of a pipe or a device.
    private static let noFile = "no file"

    // MARK: What is below the directory

    private mutating func addFolder(_ path: String) throws {
        let place = full(path)
        guard let real = TrustGate.resolved(URL(fileURLWithPath: place))?.path, folders.insert(ExactText(real)).inserted
        else {
            return
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: place) where name != ".git" {
            try addEntry(path.isEmpty ? name : "\(path)/\(name)")
        }
    }

    private mutating func addEntry(_ path: String) throws {
        entriesLeft -= 1
        guard entriesLeft > 0, hashes.count < Self.mostFiles else {
            throw CommandFilesError(directory: directory, path: path)
        }
        var info = stat()
        guard lstat(full(path), &info) == 0 else { throw FileError("lstat", path: full(path)) }
        switch info.st_mode & S_IFMT {
        case S_IFDIR: try addFolder(path)
        case S_IFREG: try addFile(path, info)
        case S_IFLNK: try addLink(path)
        default: hashes[Self.key(path)] = Self.noFile
        }
    }

    /// Adds a link's text, and what it leads to if that lies outside; the rest is found in its own place.
    private mutating func addLink(_ path: String) throws {
        let text = try FileManager.default.destinationOfSymbolicLink(atPath: full(path))
        hashes[Self.key("\(path) (link)")] = try Self.hash(Array(text.utf8), "l")
        guard let target = TrustGate.resolved(URL(fileURLWithPath: full(path))),
            !TrustGate.isBelow(target, URL(fileURLWithPath: directory))
        else { return }
        var info = stat()
        guard stat(target.path, &info) == 0 else { return }
        if info.st_mode & S_IFMT == S_IFDIR { try addFolder(path) }
        if info.st_mode & S_IFMT == S_IFREG { try addFile(path, info) }
    }

    private mutating func addFile(_ path: String, _ info: stat) throws {
        if ["opencollection.yml", "microscope.yaml"].contains(path), !isNamed(path) { return }
        guard info.st_size <= bytesLeft else { throw CommandFilesError(directory: directory, path: path) }
        let bytes = try reader.read(full(path), limit: .program)
        if path.endsWithBytes(of: ".yml"), Self.isItem(bytes), !isNamed(path) { return }
        bytesLeft -= bytes.count
        let mode = info.st_mode & S_IXUSR != 0 ? "x" : "-"
        hashes[Self.key(path)] = try Self.hash(bytes, mode)
    }

    static func hash(_ bytes: some Sequence<UInt8>, _ mode: String) throws -> String {
        let digest = try RunningDigest(.sha256)
        digest.update(Array(mode.utf8))
        digest.update(bytes)
        return digest.finish().hexadecimal
    }

    // MARK: What words name

    private func isNamed(_ path: String) -> Bool { words.contains { $0.utf8.firstRange(of: path.utf8) != nil } }

    /// Returns parts of a word, such as a line for a shell, that name a path above the directory, or beside it.
    private static func pathsLeadingUp(in word: String) -> [String] {
        word.utf8.split { $0 <= 0x20 || ";|&<>()'\"`$=,:".utf8.contains($0) }.compactMap { part in
            let steps = part.split(separator: UInt8(ascii: "/"))
            return steps.contains { $0.elementsEqual("..".utf8) } ? String(Substring(part)) : nil
        }
    }

    /// Adds a file outside that a word names from the collection's directory.
    private mutating func addNamed(_ word: String) throws {
        let path = word.droppingBytes(before: "./")
        guard !word.isEmpty, word.utf8.first != UInt8(ascii: "/"), hashes[Self.key(path)] ?? Self.noFile == Self.noFile,
            let file = TrustGate.resolved(URL(fileURLWithPath: full(word)))
        else {
            return
        }
        var info = stat()
        guard stat(file.path, &info) == 0, info.st_mode & S_IFMT != S_IFDIR else { return }
        guard info.st_mode & S_IFMT == S_IFREG else { throw FileError("open", path: full(word), code: ENODEV) }
        if !TrustGate.isBelow(file, URL(fileURLWithPath: directory)) { try addFile(word, info) }
    }

    private func full(_ path: String) -> String { path.isEmpty ? directory : "\(directory)/\(path)" }

    // MARK: Requests, folders and environments

    private static let keys: Set<String> = [
        "info", "http", "graphql", "grpc", "websocket", "request", "items", "runtime", "settings", "examples", "docs",
        "app", "name", "color", "description", "variables", "externalSecrets", "clientCertificates", "extends",
        "dotEnvFilePath",
    ]

    /// Whether each line that is not indented begins with a key of such a file: a file of another program has a key of that one's.
    private static func isItem(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).allSatisfy { line in
            guard let first = line.first, first != UInt8(ascii: " "), first != UInt8(ascii: "#") else { return true }
            return keys.contains(String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self))
        }
    }
}

/// Too much for a command lies below a collection's directory.
struct CommandFilesError: Error, CustomStringConvertible {
    let directory: String
    let path: String

    var description: String {
        "\(directory) holds too many files beside its requests for a command to be checked (\(CommandFiles.mostFiles) files, or 256 MB, are "
            + "reached at \(path)); move them out of the collection"
    }
}
