import CollectionFiles
import CommandLineTool
import Foundation
import Imports
import OpenCollection
import Quoting

/// The files that `import` was given, read.
struct ImportSources {
    private(set) var all: [ImportSource] = []
    /// Those of them that could be recognized, if only as no format that is known.
    private(set) var recognized: [RecognizedSource] = []
    /// Files of directories that cannot be read, and why.
    private(set) var skipped: [ImportProblem] = []
    /// Why one of them cannot be read at all; nil when all can.
    private(set) var unreadable: ImportProblem?
    /// Which other format one of them is in, and what to do; nil when nothing is known.
    private var otherFormat: ImportProblem?
    /// Why one of them is no collection that can be imported; nil when nothing is known of them.
    var problem: ImportProblem? { unreadable ?? otherFormat }
    /// Whether a collection of another tool, or an environment of one, is among them.
    private(set) var holdCollection: Bool

    /// - Throws: ``UsageError`` when a file cannot be read.
    init(_ arguments: ImportArguments) throws {
        holdCollection = arguments.format != nil
        for path in arguments.files.isEmpty ? ["-"] : arguments.files {
            var isDirectory: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
                try add(directory: path)
            } else if URL(fileURLWithPath: path).lastPathComponent == "bruno.json" {
                let directory = path.droppingBytes(behind: "bruno.json")
                try add(directory: directory.isEmpty ? "." : directory)
            } else {
                add(try Self.read(path))
            }
        }
    }

    private static func read(_ path: String) throws -> ImportSource {
        if path == "-", isatty(STDIN_FILENO) == 1 {
            StandardStreams.complain("paste a curl command, a URL or the text of a file; Ctrl-D ends it")
        }
        let file = NamedFile(path, limit: .foreignCollection)
        let bytes = try file.data(advice: "give a file with a collection or one request", status: .notBuilt)
        return ImportSource(name: file.name, bytes: Array(bytes), nearby: path == "-" ? .none : nearby(path))
    }

    /// Files below the directory of a document: what links lead to elsewhere is not read.
    private static func nearby(_ path: String) -> NearbyFiles {
        nearby(in: URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent())
    }

    private static func nearby(in directory: URL, scripts: [String] = []) -> NearbyFiles {
        NearbyFiles(scripts: scripts) { name in
            let file = directory.appendingPathComponent(name).resolvingSymlinksInPath()
            guard file.path.beginsWithBytes(of: directory.path + "/") else { return nil }
            let named = NamedFile(file.path, limit: .foreignCollection)
            return named.isRegular ? (try? named.data()).map(Array.init) : nil
        }
    }

    private mutating func add(_ source: ImportSource) {
        all.append(source)
        do throws(ImportProblem) {
            add(try RecognizedSource(source))
        } catch {
            unreadable = unreadable ?? error
        }
    }

    private mutating func add(_ source: RecognizedSource) {
        recognized.append(source)
        guard let format = source.format else { return }
        if format.isReadable {
            holdCollection = true
        } else if let advice = format.advice {
            let message = "this is a file of the kind \(format.title)"
            otherFormat = otherFormat ?? ImportProblem(source.name, message, advice: advice)
        }
    }

    /// Adds the files of a Bruno collection as one source.
    private mutating func addBruno(_ directory: String, _ files: [String], below path: String) {
        let place = directory.isEmpty ? path : "\(path)/\(directory)"
        var contents: [String: [UInt8]] = [:]
        let scripts = files.filter { $0.endsWithBytes(of: ".js") }
        for file in files where !file.endsWithBytes(of: ".js") {
            contents[file] = readIfPossible("\(place)/\(file)")?.bytes
        }
        guard !contents.isEmpty else { return }
        let root = URL(fileURLWithPath: place, isDirectory: true).resolvingSymlinksInPath()
        let nearby = Self.nearby(in: root, scripts: scripts)
        let source = ImportSource(name: place, files: contents, nearby: nearby)
        all.append(source)
        do throws(ImportProblem) {
            add(try RecognizedSource(source))
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

    /// Other files of a directory than collections and environments are passed over, and those that cannot be read are named.
    private mutating func add(directory typed: String) throws {
        let path = typed.endsWithBytes(of: "/") ? String(typed.dropLast()) : typed
        let names = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).filter { name in
            let isHidden = name.split(at: "/").contains { $0.beginsWithBytes(of: ".") || $0 == "node_modules" }
            let ending = URL(fileURLWithPath: name).pathExtension.lowercased()
            return !isHidden && ["json", "yaml", "yml", "bru", "js"].contains(ending)
        }.sorted().filter { NamedFile("\(path)/\($0)", limit: .foreignCollection).isRegular }
        let count = all.count
        let bruno = BrunoDirectories(names)
        for (directory, files) in bruno.collections { addBruno(directory, files, below: path) }
        for name in names where !bruno.holds(name) {
            if let source = readIfPossible("\(path)/\(name)") {
                do throws(ImportProblem) {
                    let recognized = try RecognizedSource(source)
                    guard recognized.format?.isReadable == true else { continue }
                    all.append(source)
                    add(recognized)
                } catch {
                    skipped.append(error)
                }
            }
        }
        if all.count == count {
            if let problem = skipped.first { throw problem }
            throw UsageError(
                "\(path) holds no collection that can be imported", advice: "name the file itself", status: .notBuilt)
        }
    }
}

/// The collections of Bruno among the files of a directory.
private struct BrunoDirectories {
    /// The files of each by the directory of its `bruno.json`, as paths in that; files in none are one of their own.
    private(set) var collections: [(directory: String, files: [String])] = []
    private let roots: [String]

    init(_ names: [String]) {
        let files = Dictionary(grouping: names) { URL(fileURLWithPath: $0).lastPathComponent == "bruno.json" }
        // Inner before outer.
        roots = (files[true] ?? []).map { $0.droppingBytes(behind: "bruno.json") }.sorted {
            $0.utf8.count > $1.utf8.count
        }
        let roots = roots
        let own = names.filter { name in [".bru", ".js", "bruno.json"].contains { name.endsWithBytes(of: $0) } }
        let groups = Dictionary(grouping: own) { name in roots.first { name.beginsWithBytes(of: $0) } ?? "" }
        collections = groups.sorted { $0.key < $1.key }.map { root, names in
            (root.droppingBytes(behind: "/"), names.map { $0.droppingBytes(before: root) })
        }
    }

    /// Whether a file belongs to a collection of Bruno.
    func holds(_ name: String) -> Bool {
        name.endsWithBytes(of: ".bru") || name.endsWithBytes(of: ".js") || roots.contains { name.beginsWithBytes(of: $0) }
    }
}

extension ImportArguments {
    /// Returns the folder that gets it.
    ///
    /// - Throws: ``UsageError`` when there is no such folder.
    func folder(in collection: OpenCollection.Collection) throws(UsageError) -> ItemPath {
        let path = ItemPath(
            (folder ?? "").split(at: "/").filter { !$0.isEmpty && $0 != "." }.joined(separator: "/"))
        guard path == .root || collection.item(at: path)?.isFolder == true else {
            throw UsageError(
                "there is no folder \(path) in this collection", advice: "make it first, or leave out --into")
        }
        return path
    }

    /// Whether an option was given that only a collection can follow.
    var asksForCollection: Bool {
        newCollection != nil || format != nil || isDryRun || printsJSON || !keepsSecrets
    }
}
