import CollectionFiles
import CommandLineTool
import Foundation
import Imports
import OpenCollection

/// `microscope import`: collections of other tools become folders of a collection, or a new one, and single requests files of a folder. All of
/// it is planned first, and written in one step.
struct ImportCommand {
    private let arguments: ImportArguments
    private let directories: MicroscopeDirectories
    private let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)

    init(_ arguments: ImportArguments, environment: [String: String]) {
        self.arguments = arguments
        directories = MicroscopeDirectories(environment: environment)
    }

    func run() throws -> Int32 {
        let lastReport = LastImportReport(directories: directories)
        if arguments.printsLastReport {
            try StandardStreams.printLines(try lastReport.lines())
            return ExitStatus.success.rawValue
        }
        let sources = try ImportSources(
            arguments.files.isEmpty ? ["-"] : arguments.files, as: arguments.format, arguments.openAPI)
        let read = try sources.collections()
        if arguments.replaces, sources.brunoFiles.isEmpty {
            throw UsageError("no Bruno file is in \(arguments.files.joined())", advice: "leave out --replace")
        }
        let areLoose = read.allSatisfy(\.format.isLoose)
        let target = isInside(findsBelow: areLoose) ? try target() : nil
        let collections = read.fitted(to: target?.place ?? .newCollection)
        let (report, made) = try Self.result(of: collections, sources.skipped, in: target?.place ?? .newCollection)
        let files = try target.map { try add(made, to: $0) } ?? makeCollection(collections, made)
        if !arguments.isDryRun { lastReport.keep(report, of: collections, files: files) }
        var text = ImportReportText(report, files: files, isDryRun: arguments.isDryRun)
        let isWhole = report.isComplete && sources.skipped.isEmpty
        if arguments.replaces, isWhole, !arguments.isDryRun { text.trash = try replace(sources.brunoFiles).path }
        try show(text, files, counts: !areLoose)
        LiftReport.offer(collections.flatMap(\.requests).flatMap(\.scripts)).map(StandardStreams.note)
        if arguments.replaces { reportReplacing(sources.brunoFiles.count, isWhole: isWhole, trash: text.trash) }
        return (report.isComplete ? ExitStatus.success : .found).rawValue
    }

    /// Returns the report and the files of an import, which are made at the same time.
    private static func result(
        of collections: [ImportedCollection], _ skipped: [ImportProblem], in place: ImportedFiles.Place
    ) throws -> (ImportReport, ImportedFiles) {
        try Waiting.result {
            async let report = ImportReport(collections, skipped: skipped)
            let files = try ImportedFiles(collections, in: place)
            return (await report, files)
        }
    }

    /// - Parameter findsBelow: whether a collection in a directory below counts, which a single request goes into.
    private func isInside(findsBelow: Bool) -> Bool {
        guard arguments.folder == nil, arguments.collection == nil else { return true }
        guard arguments.newCollection == nil else { return false }
        return (findsBelow ? CollectionLocation.find(from: current) : .upwards(from: current)) != nil
    }

    // MARK: - Into a collection

    /// - Throws: ``UsageError`` when nothing can be put there.
    private func target() throws -> ImportTarget {
        let root = try CollectionLocation.meant(by: arguments.collection).root
        let collection = try CollectionLoader(root: root).load()
        return try ImportTarget(try arguments.folder(in: collection), of: collection, at: root)
    }

    private func add(_ files: ImportedFiles, to target: ImportTarget) throws -> [String] {
        if !arguments.isDryRun {
            let editor = CollectionEditor(root: target.root, directories: directories)
            let plan = try files.plan(in: target.collection, bundle: try editor.bundledFile())
            _ = try editor.perform(plan)
            try keep(files.secrets, of: target.root)
            return files.added.map { $0.path.after(plan.changes).text }
        }
        return files.added.map(\.path.text)
    }

    // MARK: - A new collection

    private func makeCollection(_ collections: [ImportedCollection], _ files: ImportedFiles) throws -> [String] {
        let name = arguments.newCollection ?? collections.first?.directoryName ?? "collection"
        let directory = URL(fileURLWithPath: name, isDirectory: true, relativeTo: current).standardizedFileURL
        let new = NewCollection(at: directory)
        let isInPlace = arguments.files.contains { Self.isDirectory(of: $0, directory) }
        if !isInPlace {
            guard !arguments.replaces else {
                throw UsageError(
                    "--replace is for an import in place", advice: "leave out --new, or give it the same directory")
            }
            try new.requireRoom()
        }
        var paths = files.newCollection.map(\.path.text)
        if !arguments.isDryRun {
            let written = isInPlace ? try new.writeBeside(files.newCollection) : try new.write(files.newCollection)
            paths = written.files
            if let outer = written.outer {
                StandardStreams.note(
                    "note: it is inside the collection \(outer.path), which reads its files as its own requests")
            }
            try keep(files.secrets, of: CollectionLocation.typed(directory.path, from: current).root)
        }
        return paths.map { "\(name)/\($0)" }
    }

    /// Whether a source is this directory, or the `bruno.json` in it.
    private static func isDirectory(of source: String, _ directory: URL) -> Bool {
        let url = URL(fileURLWithPath: source).standardizedFileURL
        let place = url.lastPathComponent == "bruno.json" ? url.deletingLastPathComponent() : url
        return place.path == directory.path
    }

    /// Moves the files that a collection in place was made of to its trash.
    ///
    /// - Returns: the directory that holds them now.
    private func replace(_ files: [String]) throws -> URL {
        let root = try CollectionLocation.typed(arguments.newCollection ?? "", from: current).root
        do throws(TreeProblem) {
            return try CollectionEditor(root: root, directories: directories)
                .discard(files.map { ItemPath($0) }, as: "Bruno files")
        } catch {
            throw UsageError(
                "the files are written, but the Bruno files were not moved: \(error)",
                advice: "remove them yourself; microscope import --report prints the report")
        }
    }

    private func keep(_ secrets: [String: [String: String]], of root: URL) throws {
        if arguments.keepsSecrets { try SecretStore(directories: directories).keep(secrets, of: root) }
    }

    // MARK: - Saying it

    private func show(_ text: ImportReportText, _ files: [String], counts: Bool) throws {
        for line in text.remarks { StandardStreams.note(line) }
        for line in counts ? text.counts : [] { StandardStreams.note(line) }
        if !arguments.keepsSecrets { StandardStreams.note("note: values of secrets are left out (--no-store)") }
        if arguments.printsJSON {
            try BodyOutput.whole(text.writeJSON)
        } else {
            for file in files { try StandardStreams.print(file) }
        }
    }
}

extension ImportCommand {
    /// Says where the files of Bruno are.
    private func reportReplacing(_ count: Int, isWhole: Bool, trash: String?) {
        let files = count == 1 ? "1 Bruno file" : "\(count) Bruno files"
        guard isWhole else {
            return StandardStreams.note(
                "note: something is missing or was not read, so \(files) \(count == 1 ? "was" : "were") not moved")
        }
        guard let trash else { return StandardStreams.note("note: \(files) would be moved to the trash") }
        StandardStreams.note(
            "note: \(files) moved to the trash, for \(Trash.keepingTimeInDays) days; T in the tree restores them: \(trash)"
        )
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
}
