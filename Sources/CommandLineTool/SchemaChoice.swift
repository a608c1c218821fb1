public import OpenCollection
import Spelling

/// The JSON Schema that `microscope schema` prints.
public enum SchemaChoice: Sendable, Hashable {
    case file(FileSchema)
    /// The schema of what a command prints with `--json`.
    case output(HelpTopic)

    private static let outputWord = "output"
    static let kinds = FileSchema.allCases.map(\.rawValue) + [outputWord]
    static let files = FileSchema.allCases.map(\.rawValue).joined(separator: ", ")

    public var text: String {
        switch self {
        case .file(let schema): schema.text
        case .output(let topic): OutputShape.schema(of: topic) ?? ""
        }
    }

    init(_ reader: ArgumentReader) throws(UsageError) {
        let kind = try reader.required("kind")
        let command = reader.operands.dropFirst().joined(separator: " ")
        guard kind == Self.outputWord else {
            self = .file(try Self.file(kind, command))
            return
        }
        let commands = OutputShape.all.keys.map(\.rawValue).sorted()
        guard let topic = Command.topic(named: command), OutputShape.all[topic] != nil else {
            let near = NearestWord.find(command, among: commands)
            throw UsageError(
                command.isEmpty ? "no command is given" : "there is no --json of \"\(command)\"",
                advice: near.map { "did you mean \($0)?" } ?? "there are: \(commands.joined(separator: ", "))")
        }
        self = .output(topic)
    }

    private static func file(_ kind: String, _ rest: String) throws(UsageError) -> FileSchema {
        guard rest.isEmpty else {
            throw UsageError("unexpected argument \"\(rest)\"", advice: "write microscope schema \(kind)")
        }
        if let schema = FileSchema(rawValue: kind) { return schema }
        let near = NearestWord.find(kind, among: kinds)
        throw UsageError(
            "there is no schema \"\(kind)\"",
            advice: near.map { "did you mean \($0)?" } ?? "there are: \(files), \(outputWord) COMMAND")
    }
}
