import CollectionFiles
import CommandLineTool
import Files
import Foundation
import Imports

/// The report of the last import, kept for `microscope import --report`.
struct LastImportReport {
    private let file: URL

    init(directories: MicroscopeDirectories) { file = directories.state.appendingPathComponent("import-report.txt") }

    /// Keeps a report instead of the one before. It was printed or shown already, so an import goes on without it.
    func keep(_ report: ImportReport, of collections: [ImportedCollection], files: [String]) {
        let sources = collections.map(\.source).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let head = "Import of \(sources.joined(separator: ", ")) at \(Date().formatted(.iso8601))"
        let text = "\(head)\n\n\(ImportReportText(report, files: files, isDryRun: false).whole)"
        try? MicroscopeDirectories.makePrivate(file.deletingLastPathComponent())
        try? AtomicFile.write(Data(text.utf8), toOwn: file)
    }

    /// - Throws: ``UsageError`` when there is none.
    func lines() throws(UsageError) -> [String] {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            throw UsageError("nothing was imported yet", advice: "import a file first: microscope import FILE")
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
