public import Lifting
public import OpenCollection
import Quoting

/// The output of `lift`.
public struct LiftReport {
    private let lift: CollectionLift
    private let isDryRun: Bool

    public init(_ lift: CollectionLift, isDryRun: Bool) { (self.lift, self.isDryRun) = (lift, isDryRun) }

    /// Says how many scripts of an import could be lifted; nil if none can.
    public static func offer(_ scripts: [Script]) -> String? {
        let count = scripts.count {
            $0.type != ScriptPlan.Stage.beforeRequest.rawValue && (try? ScriptLift($0.code)) != nil
        }
        guard count > 0 else { return nil }
        let verb = count == 1 ? "checks and captures" : "check and capture"
        return
            "note: \(count) of \(scripts.count) scripts only \(verb); microscope lift --dry-run shows them as assertions"
    }

    /// Returns the changed files, a line each; their changes as a patch in a dry run.
    public func text(showsNonASCII: Bool) -> String {
        lift.files.text(isDryRun: isDryRun, showsNonASCII: showsNonASCII)
    }

    /// The lines for standard error: scripts that stay, what is otherwise than before, and the count.
    public var notes: [String] {
        let remarks = lift.lifted.flatMap { entry in
            (entry.lift?.remarks ?? []).map { "note: \(entry.item.editedFile): \($0)" }
        }
        return lift.kept.compactMap(\.keptLine) + remarks + [lift.summary(isPlanned: isDryRun)]
    }

    /// Writes an object with the changed files and the scripts that stay; paths are below the collection's root.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { writer in
            try writer.array("files", lift.files) { file in
                try writer.object {
                    try writer.member("file", file.path.text)
                    try writer.array("scripts", lift.lifted.filter { $0.item.editedFile == file.path }) {
                        try Self.write($0, to: writer)
                    }
                    try writer.member("patch", file.patch.map { $0 + "\n" }.joined())
                }
            }
            try writer.array("kept", lift.kept) { try Self.write($0, to: writer) }
        }
    }

    private static func write(_ entry: CollectionLift.Entry, to writer: JSONWriter) throws {
        try writer.object {
            switch entry.outcome {
            case .kept(let problem):
                try writer.member("file", entry.item.editedFile.text)
                try writer.member("stage", entry.stage)
                try writer.member("line", entry.line + problem.line - 1)
                try writer.member("reason", problem.reason)
            case .lifted(let lift):
                try writer.member("stage", entry.stage)
                try writer.member("line", entry.line)
                try writer.array("assertions", lift.assertions) { try write($0, to: writer) }
                try writer.array("captures", lift.captures) { capture in
                    try writer.object {
                        try writer.member("variable", capture.variable)
                        try writer.member("expression", capture.expression)
                    }
                }
                try writer.array("remarks", lift.remarks) { try writer.string($0) }
            }
        }
    }

    private static func write(_ assertion: Assertion, to writer: JSONWriter) throws {
        try writer.object {
            try writer.member("expression", assertion.expression)
            try writer.member("operator", assertion.operator)
            try writer.member("value", assertion.value)
            try writer.member("description", assertion.description)
        }
    }
}
