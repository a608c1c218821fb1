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

    /// A line per remark with its place, then the names without a value; for standard error.
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
        let writer = JSONWriter(sink: sink)
        try writer.object {
            try writer.key("complete")
            try writer.boolean(report.isComplete)
            try writer.key("written")
            try writer.boolean(!isDryRun)
            try writer.key("counts")
            try writer.object {
                for kind in report.kinds {
                    try writer.key(kind.rawValue)
                    try writer.object {
                        try writer.key("source")
                        try writer.integer(report.inSource[kind])
                        try writer.key("made")
                        try writer.integer(report.made[kind])
                    }
                }
            }
            try writer.key("remarks")
            try writer.array(report.remarks) { try Self.write($0, to: writer) }
            try writer.key("undefined")
            try writer.array(report.undefinedNames) { try Self.write($0, to: writer) }
            try writer.key("files")
            try writer.array(files) { try writer.string($0) }
            if let trash {
                try writer.key("trash")
                try writer.string(trash)
            }
        }
        try writer.finish()
    }

    private static func write(_ remark: ImportReport.Remark, to writer: JSONWriter) throws {
        try writer.object {
            try writer.key("severity")
            try writer.string(remark.severity.rawValue)
            try writer.key("text")
            try writer.string(remark.text)
            try writer.key("places")
            try writer.array(remark.places) { try writer.string($0) }
        }
    }

    private static func write(_ name: UndefinedName, to writer: JSONWriter) throws {
        try writer.object {
            try writer.key("name")
            try writer.string(name.name)
            try writer.key("requests")
            try writer.integer(name.requests)
            try writer.key("environments")
            try writer.array(name.environments) { try writer.string($0) }
            try writer.key("namedInScript")
            try writer.boolean(name.isNamedInScript)
        }
    }
}
