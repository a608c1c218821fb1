public import Imports

/// The report of an import as `microscope import` prints it.
public struct ImportReportText {
    private let report: ImportReport
    /// The paths of the files, as they are printed.
    private let files: [String]
    private let isDryRun: Bool

    public init(_ report: ImportReport, files: [String], isDryRun: Bool) {
        self.report = report
        self.files = files
        self.isDryRun = isDryRun
    }

    public var status: ExitStatus { report.isComplete ? .success : .found }

    /// The most places that are listed of one remark.
    private static let maximumPlaces = 3

    /// A line per remark with its place, then the names without a value; for standard error.
    public var remarks: [String] {
        report.remarks.map { remark in
            let places = remark.places.prefix(Self.maximumPlaces).joined(separator: ", ")
            let more = remark.places.count - Self.maximumPlaces
            let end = more > 0 ? " (there and at \(more) other places)" : ""
            return "\(places.isEmpty ? "" : "\(places): ")\(remark.severity.rawValue): \(remark.text)\(end)"
        } + report.undefinedNames.map(Self.line)
    }

    private static func line(_ name: UndefinedName) -> String {
        let environments =
            name.environments.isEmpty ? "the source" : "the environments \(name.environments.joined(separator: ", "))"
        let script = name.isNamedInScript ? "; a script names it" : ""
        let requests = name.requests == 1 ? "1 request uses it" : "\(name.requests) requests use it"
        return "note: {{\(name.name)}} has no value in \(environments); \(requests)\(script)"
    }

    /// A table of the contents of the source and of the result, a line per kind, for standard error; kinds that occur in neither are left out.
    public var counts: [String] {
        let kinds = report.kinds.filter { report.inSource[$0] != 0 || report.made[$0] != 0 }
        let rows = kinds.map { ($0.title, "\(report.inSource[$0])", "\(report.made[$0])") }
        let head = ("", "in the source", isDryRun ? "to be made" : "made")
        let widths = ([head] + rows).reduce((0, 0, 0)) {
            (max($0.0, $1.0.count), max($0.1, $1.1.count), max($0.2, $1.2.count))
        }
        return ([head] + rows).map { title, source, made in
            let padded = title + String(repeating: " ", count: widths.0 - title.count)
            let (left, right) = (widths.1 - source.count, widths.2 - made.count)
            return padded + "  " + String(repeating: " ", count: left) + source + "  "
                + String(repeating: " ", count: right) + made
        }
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
