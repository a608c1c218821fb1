import CollectionFiles
import CommandLineTool
import Foundation
import Imports

/// The files that `import` was given, read.
struct ImportSources {
    private(set) var all: [ImportSource] = []
    /// Why one of them is no collection, in its own words; nil when nothing is known of them.
    private(set) var problem: ImportProblem?
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
        return ImportSource(name: file.name, bytes: Array(bytes))
    }

    private mutating func add(_ source: ImportSource) throws {
        all.append(source)
        do throws(ImportProblem) {
            guard let format = try ImportReading.format(of: source) else { return }
            if format.isReadable {
                holdCollection = true
            } else if let advice = format.advice {
                problem =
                    problem ?? ImportProblem(source.name, "this is a file of the kind \(format.title)", advice: advice)
            }
        } catch {
            problem = problem ?? error
        }
    }

    /// Other files of a directory than collections and environments are passed over.
    private mutating func add(directory path: String) throws {
        let root = URL(fileURLWithPath: path, isDirectory: true)
        let files = FileManager.default.enumerator(
            at: root, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
        let names = (files?.compactMap { $0 as? URL } ?? []).filter {
            $0.pathExtension.lowercased() == "json"
                && (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }.map(\.path).sorted()
        let count = all.count
        for name in names {
            let source = try Self.read(name)
            if let format = try? ImportReading.format(of: source), format.isReadable { try add(source) }
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
