import CollectionFiles
import CommandLineTool
import Foundation
import Imports
import OpenCollection

/// Collections of another tool become folders of a collection, or a new one: all of it is planned first, and written in one step.
struct CollectionImport {
    private let arguments: ImportArguments
    private let directories: MicroscopeDirectories
    private let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)

    init(_ arguments: ImportArguments, environment: [String: String]) {
        self.arguments = arguments
        directories = MicroscopeDirectories(environment: environment)
    }

    func run(_ sources: ImportSources) throws -> Int32 {
        if let problem = sources.unreadable { throw problem }
        let read = try ImportReading.collections(in: sources.recognized, as: arguments.format)
        let isInside =
            arguments.folder != nil || arguments.collection != nil
            || arguments.newCollection == nil && CollectionLocation.upwards(from: current) != nil
        let target = isInside ? try target() : nil
        let collections = read.fitted(to: target?.place ?? .newCollection)
        let report = ImportReport(collections, skipped: sources.skipped)
        let files = try target.map { try add(collections, to: $0) } ?? makeCollection(collections)
        try tell(ImportReportText(report, files: files, isDryRun: arguments.isDryRun), files)
        return (report.isComplete ? ExitStatus.success : .found).rawValue
    }

    // MARK: - Into a collection

    /// - Throws: ``UsageError`` when nothing can be put there.
    private func target() throws -> ImportTarget {
        let root = try CollectionLocation.meant(by: arguments.collection).root
        let collection = try CollectionLoader(root: root).load()
        return try ImportTarget(try arguments.folder(in: collection), of: collection, at: root)
    }

    private func add(_ collections: [ImportedCollection], to target: ImportTarget) throws -> [String] {
        let files = try ImportedFiles(collections, in: target.place)
        if !arguments.isDryRun {
            let editor = CollectionEditor(root: target.root, directories: directories)
            _ = try editor.perform(files.plan(in: target.collection))
            try keep(files.secrets, of: target.root)
        }
        return files.trees.flatMap { tree in tree.files.map { tree.folder.appending($0.path.text).text } }
            + files.environments.map(\.path.text)
    }

    // MARK: - A new collection

    private func makeCollection(_ collections: [ImportedCollection]) throws -> [String] {
        let name = arguments.newCollection ?? collections.first?.directoryName ?? "collection"
        let directory = URL(fileURLWithPath: name, isDirectory: true, relativeTo: current).standardizedFileURL
        let files = try ImportedFiles(collections, in: .newCollection)
        try NewCollection(at: directory).requireRoom()
        var paths = files.newCollection.map(\.path.text)
        if !arguments.isDryRun {
            let written = try NewCollection(at: directory).write(files.newCollection)
            paths = written.files
            if let outer = written.outer {
                StandardStreams.note(
                    "note: it lies inside the collection \(outer.path), which takes its files for requests of its own")
            }
            try keep(files.secrets, of: CollectionLocation.typed(directory.path, from: current).root)
        }
        return paths.map { "\(name)/\($0)" }
    }

    private func keep(_ secrets: [String: [String: String]], of root: URL) throws {
        if arguments.keepsSecrets { try SecretStore(directories: directories).keep(secrets, of: root) }
    }

    // MARK: - Saying it

    private func tell(_ text: ImportReportText, _ files: [String]) throws {
        for line in text.remarks { StandardStreams.note(line) }
        for line in text.counts { StandardStreams.note(line) }
        if !arguments.keepsSecrets { StandardStreams.note("note: values of secrets are left out (--no-store)") }
        if arguments.printsJSON {
            try BodyOutput.whole(text.writeJSON)
        } else {
            for file in files { StandardStreams.print(file) }
        }
    }
}
