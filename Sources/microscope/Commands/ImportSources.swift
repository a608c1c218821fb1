import CollectionFiles
import CommandLineTool
import Foundation
import Imports
import Quoting

/// The files that `import` was given, read.
struct ImportSources {
    private(set) var all: [ImportSource] = []
    /// Those of them that could be recognised, if only as no format that is known.
    private(set) var recognized: [RecognizedSource] = []
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
                try add(try Self.read(path))
            }
        }
    }

    private static func read(_ path: String) throws -> ImportSource {
        let file = NamedFile(path, limit: .foreignCollection)
        let bytes = try file.data(advice: "give a file with a collection or one request")
        return ImportSource(name: file.name, bytes: Array(bytes), nearby: path == "-" ? .none : nearby(path))
    }

    /// Files below the directory of a document: what links lead to elsewhere is not read.
    private static func nearby(_ path: String) -> NearbyFiles {
        let directory = URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent()
        return NearbyFiles { name in
            let file = directory.appendingPathComponent(name).resolvingSymlinksInPath()
            guard file.path.beginsWithBytes(of: directory.path + "/") else { return nil }
            return (try? NamedFile(file.path, limit: .foreignCollection).data()).map(Array.init)
        }
    }

    private mutating func add(_ source: ImportSource) throws {
        all.append(source)
        do throws(ImportProblem) {
            let recognized = try RecognizedSource(source)
            self.recognized.append(recognized)
            guard let format = recognized.format else { return }
            if format.isReadable {
                holdCollection = true
            } else if let advice = format.advice {
                let message = "this is a file of the kind \(format.title)"
                otherFormat = otherFormat ?? ImportProblem(source.name, message, advice: advice)
            }
        } catch {
            unreadable = unreadable ?? error
        }
    }

    /// Other files of a directory than collections and environments are passed over.
    private mutating func add(directory path: String) throws {
        let names = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).filter { name in
            let isHidden = name.split(at: "/").contains { $0.beginsWithBytes(of: ".") }
            let ending = URL(fileURLWithPath: name).pathExtension.lowercased()
            return !isHidden && ["json", "yaml", "yml"].contains(ending)
        }.sorted().map { path.endsWithBytes(of: "/") ? path + $0 : "\(path)/\($0)" }
        let count = all.count
        for name in names {
            guard let source = try? Self.read(name) else { continue }
            if let format = try? RecognizedSource(source).format, format.isReadable { try add(source) }
        }
        if all.count == count {
            throw UsageError("\(path) holds no collection that can be imported", advice: "name the file itself")
        }
    }
}

extension ImportArguments {
    /// Whether an option was given that only a collection can follow.
    var asksForCollection: Bool {
        newCollection != nil || format != nil || isDryRun || printsJSON || !keepsSecrets
    }
}
