import CollectionFiles
import CommandLineTool
import Foundation
import OpenCollection
import Quoting

/// `microscope check`: what is wrong in a collection's files, a line each on standard output, the count on standard error.
struct CheckCommand {
    private let arguments: CheckArguments
    private let environment: [String: String]

    init(_ arguments: CheckArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    func run() throws -> Int32 {
        let location = try CollectionLocation.meant(by: arguments.collection)
        let gate = TrustGate(root: location.root, directories: MicroscopeDirectories(environment: environment))
        var sources = try CollectionSources(root: location.root, gate: gate)
        let schemas = CachedSchemas(location, environment: environment, gate: gate)
        sources.schema = { schemas.text(for: $0, file: $1) }
        var problems = CollectionCheck(sources).problems()
        // The others are read all the same: what a request means depends on them.
        if let item = location.item { problems = problems.filter { $0.path == item } }
        let report = CheckReport(problems, prefix: Self.prefix(of: location.root), isStrict: arguments.isStrict)
        try write(report)
        StandardStreams.note(report.summary)
        return report.status.rawValue
    }

    private func write(_ report: CheckReport) throws {
        do {
            if arguments.printsJSON {
                try BodyOutput.whole(report.writeJSON)
            } else {
                try StandardStreams.write(bytes: Array(report.text(showsNonASCII: StandardStreams.showsNonASCII).utf8))
            }
        } catch let error as StandardStreams.WriteError where error.isClosedPipe {
            // A reader that has seen enough.
        }
    }

    /// Returns the prefix with which an editor finds the paths: relative to the current directory if the collection is below it.
    private static func prefix(of root: URL) -> String {
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
            .standardizedFileURL.path
        let path = root.standardizedFileURL.path
        if path.hasSameBytes(as: current) { return "" }
        let inside = current.utf8.last == UInt8(ascii: "/") ? current : current + "/"
        return path.droppingBytes(before: inside) + "/"
    }
}
