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
        let read = try ImportReading.collections(
            in: sources.recognized, as: arguments.format, groupedBy: arguments.grouping)
        let isInside =
            arguments.folder != nil || arguments.collection != nil
            || arguments.newCollection == nil && CollectionLocation.upwards(from: current) != nil
        let target = isInside ? try Target(arguments) : nil
        let collections = read.fitted(to: target?.place ?? .newCollection)
        let report = ImportReport(collections, skipped: sources.skipped)
        let files = try target.map { try add(collections, to: $0) } ?? makeCollection(collections)
        try tell(ImportReportText(report, files: files, isDryRun: arguments.isDryRun), files)
        return (report.isComplete ? ExitStatus.success : .found).rawValue
    }

    // MARK: - Into a collection

    /// A folder of a collection.
    private struct Target {
        let root: URL
        let collection: OpenCollection.Collection
        let place: ImportedFiles.Place

        /// - Throws: ``UsageError`` when nothing can be put there.
        init(_ arguments: ImportArguments) throws {
            root = try CollectionLocation.meant(by: arguments.collection).root
            collection = try CollectionLoader(root: root).load()
            guard !CollectionLocation.isFile(root), collection.info.isBundled != true else {
                throw UsageError(
                    "\(root.path) is a collection in one file, which nothing can be imported into",
                    advice: "make a new one with --new DIR")
            }
            let folder = try arguments.folder(in: collection)
            guard folder.depth < ItemPath.maximumDepth - 1 else {
                throw UsageError(
                    "folders deeper than \(ItemPath.maximumDepth) levels are not read",
                    advice: "name one further up with --into")
            }
            let directory = folder == .root ? root : root.appendingPathComponent(folder.text)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
            place = .folder(folder, of: collection, otherNames: Set(names))
        }
    }

    private func add(_ collections: [ImportedCollection], to target: Target) throws -> [String] {
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
        guard arguments.keepsSecrets else { return }
        let store = SecretStore(directories: directories)
        do {
            for (environment, values) in secrets.sorted(by: { $0.key < $1.key }) {
                try store.set(values, collection: root.path, environment: environment)
            }
        } catch {
            throw UsageError(
                "the files are written, but the values of their secrets could not be kept: \(ErrorWords.text(of: error))",
                advice: "type them in on screen, or give them in the process environment")
        }
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
