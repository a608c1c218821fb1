public import OpenCollection
import Quoting

/// The reason that a request could not be built, and how to give it what it lacks.
public enum BuildFailure {
    /// Returns one line; nil if the request can be sent.
    public static func text(of rendered: RenderedRequest, environment: EnvironmentDefinition?) -> String? {
        if let missing = rendered.missing.first {
            return "\(missing.text), used in \(missing.place); \(advice(for: missing, of: rendered, environment))"
        }
        if let cycle = rendered.cycles.first { return "circular variables: \(cycle); give one of them a value" }
        return rendered.problems.first?.followed(by: "change the request")
    }

    private static func advice(
        for missing: MissingVariable, of rendered: RenderedRequest, _ environment: EnvironmentDefinition?
    ) -> String {
        let given = "--var \(assignment(to: missing.name))\(also(besides: missing, rendered.missing))"
        switch missing.reason {
        case .prompt: return "enter it with \(given)"
        case .secretWithoutValue:
            return "set \(missing.name) in .env or the process's environment, or give \(given)"
        case .unknown where environment == nil:
            return "choose an environment with --env NAME, or give \(given)"
        case .unknown, .tooLong: return "give \(given)"
        }
    }

    /// Returns the first few of the other missing names.
    private static func also(besides first: MissingVariable, _ missing: [MissingVariable]) -> String {
        let others = Set(missing.map(\.name)).subtracting([first.name]).sorted()
        if others.isEmpty { return "" }
        let more = others.count > 8 ? " and \(others.count - 8) more" : ""
        let shown = others.prefix(8).map { $0.count > 60 ? $0.prefix(60) + "…" : $0 }
        return " (also missing: \(shown.joined(separator: ", "))\(more))"
    }

    /// Returns an assignment, quoted for a shell unless every character of the name is plain; a name that nobody would type is left out.
    private static func assignment(to name: String) -> String {
        if name.utf8.count > 200 { return "NAME=VALUE" }
        let plain = name.utf8.allSatisfy { ShellQuoting.isNameByte($0) || ".-".utf8.contains($0) }
        return plain ? "\(name)=VALUE" : ShellQuoting.word("\(name)=VALUE")
    }
}
