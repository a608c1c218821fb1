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
            } else {
                add(try Self.read(path))
            }
        }
    }

    private static func read(_ path: String) throws -> ImportSource {
        let file = NamedFile(path, limit: .foreignCollection)
        let bytes = try file.data(advice: "give a file with a collection or one request", status: .notBuilt)
        return ImportSource(name: file.name, bytes: Array(bytes), nearby: path == "-" ? .none : nearby(path))
    }

    /// Files below the directory of a document: what links lead to elsewhere is not read.
    private static func nearby(_ path: String) -> NearbyFiles {
        let directory = URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent()
        return NearbyFiles { name in
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

    /// Other files of a directory than collections and environments are passed over, and those that cannot be read are named.
    private mutating func add(directory path: String) throws {
        let names = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).filter { name in
            let isHidden = name.split(at: "/").contains { $0.beginsWithBytes(of: ".") }
            let ending = URL(fileURLWithPath: name).pathExtension.lowercased()
            return !isHidden && ["json", "yaml", "yml"].contains(ending)
        }.sorted().map { path.endsWithBytes(of: "/") ? path + $0 : "\(path)/\($0)" }
        let count = all.count
        for name in names where NamedFile(name, limit: .foreignCollection).isRegular {
            do {
                let source = try Self.read(name)
                let recognized = try RecognizedSource(source)
                guard recognized.format?.isReadable == true else { continue }
                all.append(source)
                add(recognized)
            } catch let problem as ImportProblem {
                skipped.append(problem)
            } catch let error as UsageError {
                skipped.append(ImportProblem(name, error.what, advice: error.advice))
            }
        }
        if all.count == count {
            if let problem = skipped.first { throw problem }
            throw UsageError(
                "\(path) holds no collection that can be imported", advice: "name the file itself", status: .notBuilt)
        }
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
