import CollectionFiles
import CommandLineTool
import Foundation
import OpenCollection

/// `microscope replace`: replaces a text across a collection.
struct ReplaceCommand {
    private let arguments: ReplaceArguments
    private let directories: MicroscopeDirectories

    init(_ arguments: ReplaceArguments, environment: [String: String]) {
        self.arguments = arguments
        directories = MicroscopeDirectories(environment: environment)
    }

    func run() throws -> Int32 {
        let root = try CollectionLocation.meant(by: arguments.collection).root
        let loader = CollectionLoader(root: root)
        let replacement = try CollectionReplacement(arguments.replacement, in: try loader.load()) {
            path throws(FileProblem) in try loader.textIfThere(of: path)
        }
        if !arguments.isDryRun, !replacement.files.isEmpty {
            let editor = CollectionEditor(root: root, directories: directories)
            _ = try editor.perform(editor.plan(rewriting: replacement.files.map { ($0.path, $0.old, $0.new) }))
        }
        let report = ReplaceReport(replacement, isDryRun: arguments.isDryRun)
        if arguments.printsJSON {
            try BodyOutput.whole(report.writeJSON)
        } else {
            try StandardStreams.write(report.text(showsNonASCII: StandardStreams.showsNonASCII))
        }
        for note in report.notes { StandardStreams.note(note) }
        let isWhole = replacement.count > 0 && replacement.problems.isEmpty
        return (isWhole ? ExitStatus.success : .found).rawValue
    }
}
