import CollectionFiles
import CommandLineTool
import Foundation
import Lifting
import OpenCollection

/// `microscope lift`: scripts that only check and capture become assertions and captures.
struct LiftCommand {
    private let arguments: LiftArguments
    private let directories: MicroscopeDirectories

    init(_ arguments: LiftArguments, environment: [String: String]) {
        self.arguments = arguments
        directories = MicroscopeDirectories(environment: environment)
    }

    func run() throws -> Int32 {
        let root = try CollectionLocation.meant(by: arguments.collection).root
        let loader = CollectionLoader(root: root)
        let collection = try loader.load()
        var targets: [ItemPath] = []
        for text in arguments.targets { targets.append(try collection.requireFolder(text)) }
        let lift = try CollectionLift(collection, in: targets) { path throws(FileProblem) in
            try loader.textIfThere(of: path)
        }
        if !arguments.isDryRun, !lift.files.isEmpty {
            let editor = CollectionEditor(root: root, directories: directories)
            _ = try editor.perform(editor.plan(rewriting: lift.files.map { ($0.path, $0.old, $0.new) }))
        }
        let report = LiftReport(lift, isDryRun: arguments.isDryRun)
        if arguments.printsJSON {
            try BodyOutput.whole(report.writeJSON)
        } else {
            try StandardStreams.write(report.text(showsNonASCII: StandardStreams.showsNonASCII))
        }
        for note in report.notes { StandardStreams.note(note) }
        return ExitStatus.success.rawValue
    }
}
