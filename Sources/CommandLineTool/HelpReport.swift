/// The output of `help --json`: the table that the parser reads.
public struct HelpReport {
    private let topics: [HelpTopic]
    private let version: String

    /// - Parameter topic: A command, or the program for itself and all commands.
    public init(_ topic: HelpTopic, version: String) {
        topics = topic == .program ? [.program] + HelpTopic.commands : [topic]
        self.version = version
    }

    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            try json.member("version", version)
            try json.array("commands", topics) { try json.command(.of($0)) }
            try json.exitStatuses(ExitStatus.allCases.map { ($0, $0.meaning) })
        }
    }
}

extension JSONWriter {
    fileprivate func command(_ syntax: CommandSyntax) throws {
        try object {
            try members([
                ("name", syntax.topic.rawValue), ("usage", syntax.usage), ("summary", syntax.summary),
            ])
            try array("details", syntax.details) { try string($0) }
            try array("operands", syntax.operands) { operand in
                try object {
                    try member("name", operand.name)
                    try member("required", operand.isRequired)
                    try member("repeated", operand.isRepeated)
                }
            }
            try array("options", syntax.options.filter { !$0.isForTests }) { try option($0) }
            try array("examples", syntax.examples) { sample in
                try object { try members([("line", sample.line), ("meaning", sample.meaning)]) }
            }
            try exitStatuses(ExitStatus.rows(of: syntax.topic))
        }
    }

    fileprivate func exitStatuses(_ rows: [(status: ExitStatus, meaning: String)]) throws {
        try array("exitStatuses", rows) { row in
            try object {
                try member("status", Int(row.status.rawValue))
                try member("meaning", row.meaning)
            }
        }
    }

    private func option(_ option: OptionSyntax) throws {
        try object {
            try members([
                ("name", option.name), ("short", option.short.map { "-\($0)" }), ("value", option.value),
            ])
            try array("values", option.words) { try string($0) }
            try member("default", option.fallback)
            try member("repeated", option.isRepeated)
            try member("summary", option.summary)
        }
    }
}
