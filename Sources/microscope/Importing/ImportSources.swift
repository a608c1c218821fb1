import CollectionFiles
import CommandLineTool
import Foundation
import Imports
import Interchange
import OpenCollection
import Quoting

/// The files, directories and URLs that are to be imported together, read.
struct ImportSources {
    private let format: ImportFormat?
    private let openAPI: ImportReading.OpenAPIOptions
    private var recognized: [RecognizedSource] = []
    /// The requests without a collection around them.
    private var loose: [ImportedCollection] = []
    /// The files of directories that cannot be read, and why.
    private(set) var skipped: [ImportProblem] = []
    /// Files of Bruno that were read, by their paths in the directory that was named.
    private(set) var brunoFiles: [String] = []
    /// The reason why one of them cannot be imported; nil if all can.
    private var problem: ImportProblem?

    /// - Parameters:
    ///   - names: paths and URLs of documents; "-" is standard input.
    ///   - format: the format of each; nil: the one that it looks like.
    ///   - openAPI: The options for OpenAPI documents.
    /// - Throws: ``UsageError`` when a file cannot be read, ``ImportProblem`` for a document that cannot be downloaded.
    init(
        _ names: [String], as format: ImportFormat? = nil,
        _ openAPI: ImportReading.OpenAPIOptions = ImportReading.OpenAPIOptions()
    ) throws {
        (self.format, self.openAPI) = (format, openAPI)
        for name in names {
            var isDirectory: ObjCBool = false
            if FileManager.default.fileExists(atPath: name, isDirectory: &isDirectory), isDirectory.boolValue {
                try add(directory: name)
            } else if let download = ImportDownload(name) {
                add(try Waiting.result { try await download.source() })
            } else if URL(fileURLWithPath: name).lastPathComponent == "bruno.json" {
                let directory = name.droppingBytes(behind: "bruno.json")
                try add(directory: directory.isEmpty ? "." : directory)
            } else {
                add(try Self.read(name))
            }
        }
        guard let root = openAPI.root else { return }
        for index in recognized.indices where (format ?? recognized[index].format) == .openAPI {
            recognized[index].nearby = try Self.nearby(recognized[index].name, below: root)
        }
    }

    /// A source that was read elsewhere.
    init(_ source: ImportSource) {
        (format, openAPI) = (nil, ImportReading.OpenAPIOptions())
        add(source)
    }

    /// Returns the collections in all of the sources.
    ///
    /// - Throws: ``ImportProblem`` for the first source that cannot be imported.
    func collections() throws(ImportProblem) -> [ImportedCollection] {
        if let problem { throw problem }
        if recognized.isEmpty, !openAPI.names.isEmpty, let other = loose.first {
            throw .notOpenAPI(other.source, other.format, openAPI)
        }
        return (recognized.isEmpty ? [] : try ImportReading.collections(in: recognized, as: format, openAPI)) + loose
    }

    private static func read(_ path: String) throws -> ImportSource {
        if path == "-", isatty(STDIN_FILENO) == 1 {
            StandardStreams.complain("paste a curl command, a URL or the text of a file; Ctrl-D ends it")
        }
        let file = NamedFile(path, limit: .foreignCollection)
        let bytes = try file.data(advice: "give a file with a collection or one request", status: .notBuilt)
        return ImportSource(name: file.name, bytes: Array(bytes), nearby: path == "-" ? .none : nearby(path))
    }

    /// Returns the files below the directory of a document; files that links elsewhere lead to are not read.
    private static func nearby(_ path: String) -> NearbyFiles {
        nearby(in: URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent())
    }

    /// Returns the files below a directory that is around a document.
    ///
    /// - Throws: ``UsageError`` when the document is not below it.
    private static func nearby(_ document: String, below root: String) throws(UsageError) -> NearbyFiles {
        let top = URL(fileURLWithPath: root, isDirectory: true).resolvingSymlinksInPath()
        let file = URL(fileURLWithPath: document).resolvingSymlinksInPath()
        guard FileManager.default.fileExists(atPath: document), let path = path(of: file, below: top) else {
            throw UsageError(
                "\(document) is not a file below \(root)", advice: "give --root a directory that contains the document")
        }
        return nearby(in: top, directory: path.split(at: "/").dropLast().joined(separator: "/"))
    }

    private static func nearby(in top: URL, directory: String = "", others: [String] = []) -> NearbyFiles {
        NearbyFiles(directory: directory, others: others) { name in
            let file = top.appendingPathComponent(name).resolvingSymlinksInPath()
            guard path(of: file, below: top) != nil else { return nil }
            let named = NamedFile(file.path, limit: .foreignCollection)
            return named.isRegular ? (try? named.data()).map(Array.init) : nil
        }
    }

    /// Returns the path of a file in a directory; nil if it is not below it.
    private static func path(of file: URL, below directory: URL) -> String? {
        let start = directory.path.endsWithBytes(of: "/") ? directory.path : directory.path + "/"
        return file.path.beginsWithBytes(of: start) ? file.path.droppingBytes(before: start) : nil
    }

    private mutating func add(_ source: ImportSource) {
        if let archive = ZipArchive(source.bytes) { return add(archive, named: source.name) }
        do throws(ImportProblem) {
            let known = try RecognizedSource(source)
            guard format == nil, known.format?.isReadable != true else { return recognized.append(known) }
            do throws(SharingRefusal) {
                loose.append(try ImportedCollection(requestsOf: source))
            } catch {
                guard let other = known.format, let advice = other.advice else {
                    throw error == .noRequest
                        ? .unknownFormat(source.name) : ImportProblem(source.name, error.description, advice: "")
                }
                throw .otherFormat(other, of: source.name, advice)
            }
        } catch {
            guard format == nil, let requests = try? ImportedCollection(requestsOf: source) else {
                problem = problem ?? error
                return
            }
            loose.append(requests)
        }
    }

    /// Adds the files of a Bruno collection as one source.
    private mutating func addBruno(_ directory: String, _ files: [String], below path: String) {
        let place = directory.isEmpty ? path : "\(path)/\(directory)"
        var contents: [String: [UInt8]] = [:]
        let files = files.filter { NamedFile("\(place)/\($0)", limit: .foreignCollection).isRegular }
        for file in files where BrunoDirectories.isRead(file) {
            contents[file] = readIfPossible("\(place)/\(file)")?.bytes
        }
        guard !contents.isEmpty else { return }
        let root = URL(fileURLWithPath: place, isDirectory: true).resolvingSymlinksInPath()
        let nearby = Self.nearby(in: root, others: files.filter { !BrunoDirectories.isRead($0) })
        addIfKnown(ImportSource(name: place, files: contents, nearby: nearby))
        brunoFiles += contents.keys.sorted().map { directory.isEmpty ? $0 : "\(directory)/\($0)" }
    }

    /// Adds the collections and environments among the files of an archive, as those of a directory.
    private mutating func add(_ archive: ZipArchive, named name: String) {
        let count = recognized.count
        do {
            let files = try archive.files([".json", ".yaml", ".yml", ".bru"])
            let bruno = BrunoDirectories(files.keys.sorted())
            for (directory, names) in bruno.collections {
                let place = directory.isEmpty ? "" : directory + "/"
                let own = names.filter(BrunoDirectories.isRead).map { ($0, files[place + $0] ?? []) }
                addIfKnown(ImportSource(name: "\(name)/\(place)", files: Dictionary(own) { $1 }))
            }
            for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where !bruno.holds(path) {
                let directory = path.split(at: "/").dropLast().joined(separator: "/")
                let nearby = NearbyFiles(directory: directory) { files[$0] }
                addIfKnown(ImportSource(name: "\(name)/\(path)", bytes: bytes, nearby: nearby))
            }
        } catch {
            let reason = error as? ZipArchive.Problem
            problem = problem ?? ImportProblem(name, reason?.message ?? "\(error)", advice: reason?.advice ?? "")
            return
        }
        if recognized.count == count {
            let advice = "unpack it and name the file itself"
            problem =
                problem ?? skipped.first
                ?? ImportProblem(name, "this ZIP archive holds no collection that can be imported", advice: advice)
        }
    }

    /// Adds a file that was not asked for by name: one that is no collection is skipped, and one that cannot be read is named.
    private mutating func addIfKnown(_ source: ImportSource) {
        do throws(ImportProblem) {
            let known = try RecognizedSource(source)
            if known.format?.isReadable == true { recognized.append(known) }
        } catch {
            skipped.append(error)
        }
    }

    /// Returns a file of a directory; nil, and its name is kept, when it cannot be read.
    private mutating func readIfPossible(_ name: String) -> ImportSource? {
        do {
            return try Self.read(name)
        } catch {
            let usage = error as? UsageError
            skipped.append(ImportProblem(name, usage?.what ?? "\(error)", advice: usage?.advice ?? ""))
            return nil
        }
    }

    /// Adds the collections and environments of a directory. Other files are ignored, and those that cannot be read are named.
    private mutating func add(directory typed: String) throws {
        let path = typed.endsWithBytes(of: "/") ? String(typed.dropLast()) : typed
        let all = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).filter { name in
            !name.split(at: "/").contains { $0.beginsWithBytes(of: ".") || $0 == "node_modules" }
        }.sorted()
        let isRegular = { (name: String) in NamedFile("\(path)/\(name)", limit: .foreignCollection).isRegular }
        let count = recognized.count
        let bruno = BrunoDirectories(all)
        for (directory, files) in bruno.collections { addBruno(directory, files, below: path) }
        let names = all.filter { name in
            ["json", "yaml", "yml"].contains(URL(fileURLWithPath: name).pathExtension.lowercased())
                && !bruno.holds(name) && isRegular(name)
        }
        for name in names {
            if let source = readIfPossible("\(path)/\(name)") { addIfKnown(source) }
        }
        if recognized.count == count {
            if let problem = skipped.first { throw problem }
            throw UsageError(
                "\(path) holds no collection that can be imported", advice: "name the file itself", status: .notBuilt)
        }
    }
}

/// The collections of Bruno among the files of a directory.
private struct BrunoDirectories {
    /// The files of each by the directory of its `bruno.json`, as paths in that; files of Bruno in none are one of their own.
    private(set) var collections: [(directory: String, files: [String])] = []
    private let roots: [String]

    init(_ names: [String]) {
        let files = Dictionary(grouping: names) { URL(fileURLWithPath: $0).lastPathComponent == "bruno.json" }
        // Inner before outer.
        roots = (files[true] ?? []).map { $0.droppingBytes(behind: "bruno.json") }.sorted {
            $0.utf8.count > $1.utf8.count
        }
        let roots = roots
        let own = names.filter { name in
            [".bru", ".js"].contains { name.endsWithBytes(of: $0) } || roots.contains { name.beginsWithBytes(of: $0) }
        }
        let groups = Dictionary(grouping: own) { name in roots.first { name.beginsWithBytes(of: $0) } ?? "" }
        collections = groups.sorted { $0.key < $1.key }.map { root, names in
            (root.droppingBytes(behind: "/"), names.map { $0.droppingBytes(before: root) })
        }
    }

    /// Whether a file of a collection of Bruno is in its format.
    static func isRead(_ file: String) -> Bool { file == "bruno.json" || file.endsWithBytes(of: ".bru") }

    /// Whether a file belongs to a collection of Bruno.
    func holds(_ name: String) -> Bool {
        name.endsWithBytes(of: ".bru") || name.endsWithBytes(of: ".js")
            || roots.contains { name.beginsWithBytes(of: $0) }
    }
}
