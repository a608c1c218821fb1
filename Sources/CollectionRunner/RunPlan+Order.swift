public import OpenCollection
import Quoting

extension RunPlan {
    /// Returns the plan with the requests that each request waits for: the earlier ones that capture a variable, or whose scripts set one, that it names,
    /// in its templates and in the variables that these lead to, in its actions, assertions and scripts.
    ///
    /// - Parameters:
    ///   - collection: The collection, read whole.
    ///   - environment: The environment that the requests are sent to; nil if there is none.
    public func ordered(in collection: Collection, _ environment: EnvironmentDefinition?) -> RunPlan {
        var plan = self
        var makers: [String: Set<ItemPath>] = [:]
        for case .request(let path) in entries {
            guard let file = collection.request(at: path) else { continue }
            let use = VariableUse(file.definition, at: path, in: collection, environment)
            for (name, paths) in makers where use.names(name) { plan.prerequisites[path, default: []].formUnion(paths) }
            for name in use.made { makers[name, default: []].insert(path) }
        }
        return plan
    }

    /// Whether a script of its requests chooses the request that is sent next.
    ///
    /// - Parameter collection: The collection, read whole.
    public func choosesNextRequest(in collection: Collection) -> Bool {
        entries.contains { entry in
            guard case .request(let path) = entry, let file = collection.request(at: path) else { return false }
            let scripts = ScriptPlan(file.definition, at: path, of: collection)
            return scripts?.code.contains { $0.containsBytes(of: "setNextRequest") } ?? false
        }
    }
}

/// The variables that a request makes, and those that it names.
private struct VariableUse {
    /// The names that its actions and scripts set.
    let made: Set<String>
    private let templates: Set<String>
    /// Code in which any mention of a name counts.
    private let code: [String]

    init(
        _ definition: RequestDefinition, at path: ItemPath, in collection: Collection,
        _ environment: EnvironmentDefinition?
    ) {
        let scripts = ScriptPlan(definition, at: path, of: collection)?.code ?? []
        let setters = scripts.flatMap { $0.matches(of: /set\w*\(\s*["'`]([\w.-]+)["'`]/).map { String($0.1) } }
        made = collection.capturedNames(of: definition, at: path).union(setters)
        let assertions = definition.assertions + collection.companion[.request(path)].checks
        code =
            scripts + assertions.flatMap { [$0.expression, $0.value ?? ""] } + definition.actions.map(\.expression)
        let scopes = VariableScopes(
            collection: collection, environment: environment, itemPath: path, request: definition)
        let rendered = RequestRenderer.render(
            definition, at: path, in: collection, scopes: scopes, defaults: ClientDefaults(userAgent: ""))
        templates = scopes.names(leadingFrom: rendered.variableNames)
    }

    func names(_ name: String) -> Bool {
        templates.contains(name) || code.contains { $0.containsBytes(of: name) }
    }
}
