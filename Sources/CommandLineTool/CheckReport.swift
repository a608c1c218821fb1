public import OpenCollection

/// The output of `check`: a collection's problems.
public struct CheckReport {
    /// The problems, sorted by file and place.
    public let problems: [CheckProblem]
    /// The text before each path: the collection's directory relative to the current one, with its slash; may be empty.
    private let prefix: String
    /// Whether warnings count as problems that were found.
    private let isStrict: Bool

    public init(_ problems: [CheckProblem], prefix: String, isStrict: Bool = false) {
        self.problems = problems
        self.prefix = prefix
        self.isStrict = isStrict
    }

    public var status: ExitStatus {
        let counts = isStrict ? problems : problems.filter { $0.severity == .error }
        return counts.isEmpty ? .success : .found
    }

    /// Returns a line per problem, "file:line:column: error: what; what to do", safe for a terminal; empty if there are none.
    public func text(showsNonASCII: Bool) -> String {
        problems.map { problem in
            let line = "\(prefix)\(problem.path):\(problem.lineAfterPath)"
            return TerminalText.line(line, showsNonASCII: showsNonASCII) + "\n"
        }.joined()
    }

    /// The count for standard error: "2 errors and 1 warning in 2 files".
    public var summary: String {
        guard !problems.isEmpty else { return "no problems found" }
        let files = Set(problems.map(\.path)).count
        let counts = [CheckProblem.Severity.error, .warning].compactMap { severity -> String? in
            let count = problems.filter { $0.severity == severity }.count
            return count == 0 ? nil : Self.count(count, severity.rawValue)
        }
        return "\(counts.joined(separator: " and ")) in \(Self.count(files, "file"))"
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Writes an object with the counts and the problems; paths are below the collection's root.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { writer in
            for severity in CheckProblem.Severity.allCases {
                try writer.member("\(severity)s", problems.filter { $0.severity == severity }.count)
            }
            try writer.array("problems", problems) { try Self.write($0, to: writer) }
        }
    }

    private static func write(_ problem: CheckProblem, to writer: JSONWriter) throws {
        try writer.object {
            let texts = [
                ("severity", problem.severity.rawValue), ("rule", problem.rule.rawValue), ("file", problem.path.text),
            ]
            for (key, text) in texts {
                try writer.member(key, text)
            }
            for (key, number) in [("line", problem.line), ("column", problem.column)] {
                try writer.member(key, number)
            }
            try writer.members([("message", problem.message), ("fix", problem.fix)])
            guard let edit = problem.edit else { return try writer.member("edit", nil as String?) }
            try writer.object("edit") {
                for (key, number) in [
                    ("line", edit.line), ("column", edit.column), ("endLine", edit.endLine),
                    ("endColumn", edit.endColumn),
                ] {
                    try writer.member(key, number)
                }
                try writer.member("text", edit.text)
            }
        }
    }
}
