import CommandLineTool
import Exchanges
import Foundation
import Interchange

/// The files that a run writes at its end, each whole or not at all.
struct ReportFiles {
    private let files: [(report: RunReportFile, output: OutputFile?)]

    /// - Throws: ``UsageError`` for the first file that cannot be written.
    init(_ reports: [RunReportFile]) throws(UsageError) {
        var files: [(RunReportFile, OutputFile?)] = []
        for report in reports {
            // An archive has headers and bodies, so that only its owner can read it.
            let mode: mode_t = report.format == .har ? 0o600 : 0o666
            let isStandardOutput = report.path == RunReportFile.standardOutput
            files.append(
                (report, isStandardOutput ? nil : try OutputFile(report.path, mode: mode, replaces: true)))
        }
        self.files = files
    }

    /// Writes all of them; one that cannot be written does not keep the others from being written.
    ///
    /// - Parameter records: All sends with their bodies, for an archive.
    /// - Throws: The first error.
    func write(_ report: RunReport, _ records: [RecordedExchange], spillDirectory: URL) throws {
        var failure: (any Error)?
        for (file, output) in files {
            do {
                try write(output) { sink in
                    switch file.format {
                    case .json: try report.writeJSON(to: sink)
                    case .junit: try report.writeJUnit(to: sink)
                    case .html: try report.writeHTML(to: sink)
                    case .har:
                        try Self.archive(of: records, spillDirectory).write(
                            as: .har, creator: ("Microscope", Program.version), secondsFromGMT: 0, to: sink)
                    }
                }
            } catch {
                // Who reads standard output has seen enough.
                if !StandardStreams.isClosedPipe(error) { failure = failure ?? error }
            }
        }
        if let failure { throw failure }
    }

    private func write(
        _ output: OutputFile?, _ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        guard let output else { return try BodyOutput.whole(body) }
        try output.write { handle in
            try BodyOutput(to: handle, named: "the report").whole(body)
            return true
        }
    }

    private static func archive(of records: [RecordedExchange], _ spillDirectory: URL) throws -> SharePackage {
        let masking = HistoryMasking(spillDirectory: spillDirectory)
        let exchanges = try records.map { record in
            let (kept, bodies) = try masking.kept(record, source: .commandLine)
            return SharedExchange(PastExchange(kept, bodies))
        }
        return try SharePackage(exchanges, spillDirectory: spillDirectory)
    }
}
