public import Imports

/// The report of an import as `microscope import` prints it.
public struct ImportReportText {
    private let report: ImportReport
    /// The paths of the files, as they are printed.
    private let files: [String]
    private let isDryRun: Bool
    /// The directory in the trash with the files that the import replaced; nil if it replaced none.
    public var trash: String?

    public init(_ report: ImportReport, files: [String], isDryRun: Bool) {
        self.report = report
        self.files = files
        self.isDryRun = isDryRun
    }

    public var status: ExitStatus { report.isComplete ? .success : .found }

    /// The remarks for standard error: a line for each with its place, then the names without a value.
    public var remarks: [String] { report.lines.map(\.text) }

    /// The table of counts, for standard error.
    public var counts: [String] { report.counts(isPlanned: isDryRun) }

    /// The whole report: the counts, a line for every place, and the files.
    public var whole: String {
        [counts, report.allLines, files].filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
            .joined(separator: "\n")
    }

    /// Writes an object with the counts, the remarks, the names without a value, and the files.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { writer in
            try writer.member("complete", report.isComplete)
            try writer.member("written", !isDryRun)
            try writer.object("counts") {
                for kind in report.kinds {
                    try writer.object(kind.rawValue) {
                        try writer.member("source", report.inSource[kind])
                        try writer.member("made", report.made[kind])
                    }
                }
            }
            try writer.array("remarks", report.remarks) { try Self.write($0, to: writer) }
            try writer.array("undefined", report.undefinedNames) { try Self.write($0, to: writer) }
            try writer.array("files", files) { try writer.string($0) }
            if let trash {
                try writer.member("trash", trash)
            }
        }
    }

    private static func write(_ remark: ImportReport.Remark, to writer: JSONWriter) throws {
        try writer.object {
            try writer.member("severity", remark.severity.rawValue)
            try writer.member("text", remark.text)
            try writer.array("places", remark.places) { try writer.string($0) }
        }
    }

    private static func write(_ name: UndefinedName, to writer: JSONWriter) throws {
        try writer.object {
            try writer.member("name", name.name)
            try writer.member("requests", name.requests)
            try writer.array("environments", name.environments) { try writer.string($0) }
            try writer.member("namedInScript", name.isNamedInScript)
        }
    }
}
