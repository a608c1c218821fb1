public import OpenCollection

/// Why a request could not be built, and how to give it what it lacks.
public enum BuildFailure {
    /// One line; nil when it can be sent.
    public static func text(of rendered: RenderedRequest, environment: EnvironmentDefinition?) -> String? {
        if let missing = rendered.missing.first {
            return "\(missing.text), asked for in \(missing.place); \(advice(for: missing, of: rendered, environment))"
        }
        if let cycle = rendered.cycles.first { return "variables run in a circle: \(cycle); give one of them a value" }
        return rendered.problems.first.map { "\($0); change the request" }
    }

    private static func advice(
        for missing: MissingVariable, of rendered: RenderedRequest, _ environment: EnvironmentDefinition?
    ) -> String {
        let others = Set(rendered.missing.map(\.name)).subtracting([missing.name]).sorted()
        let also = others.isEmpty ? "" : " (also missing: \(others.joined(separator: ", ")))"
        switch missing.reason {
        case .secretWithoutValue:
            return
                "set \(missing.name) in .env or the process's environment, or give --var \(missing.name)=VALUE\(also)"
        case .unknown where environment == nil:
            return "choose an environment with --env NAME, or give --var \(missing.name)=VALUE\(also)"
        case .unknown, .dynamicNotAvailable: return "give --var \(missing.name)=VALUE\(also)"
        }
    }
}
