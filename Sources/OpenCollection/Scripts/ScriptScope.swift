/// A scope in which scripts set variables. Nothing of it is written into files: the values last as long as the session.
public enum ScriptScope: String, Sendable, Hashable, CaseIterable {
    case runtime, environment, collection, global

    /// The function that sets in it: "bru.setEnvVar".
    public var setter: String {
        switch self {
        case .runtime: "bru.setVar"
        case .environment: "bru.setEnvVar"
        case .collection: "bru.setCollectionVar"
        case .global: "bru.setGlobalEnvVar"
        }
    }

    /// Returns the scope of a function that sets; nil for everything else.
    public init?(setter: String) {
        guard let scope = Self.allCases.first(where: { $0.setter == setter }) else { return nil }
        self = scope
    }
}

extension VariableScopes {
    /// The variables that scripts see: by scope ("runtime", "request", "folder", "environment", "collection", "global") and name, as JSON.
    ///
    /// What scripts and actions set is all there: their requests got it.
    ///
    /// - Parameter secrets: Names of the other secrets that they may read; the rest is left out.
    public func scriptValues(secrets: Set<String>) -> [String: [String: String]] {
        var values: [String: [String: String]] = [:]
        for layer in layers.reversed() {
            for (name, entry) in layer.entries where !entry.isHidden(secrets, name) {
                guard let value = entry.value else { continue }
                values[layer.setter?.rawValue ?? layer.scope.scriptWord, default: [:]][name] = value.jsonText
            }
        }
        return values
    }

    /// The same scopes without the secrets, and without the variables of the process, that have other names: scripts may put any name between braces.
    public func limited(toSecrets secrets: Set<String>, process names: [String]) -> VariableScopes {
        var limited = layers
        for index in limited.indices {
            for (name, entry) in limited[index].entries where entry.isHidden(secrets, name) {
                limited[index].entries[name]?.value = nil
            }
        }
        return replacing(layers: limited, processValues: processValues(names))
    }

    /// Returns values of the process environment by name, for those names that it has.
    public func processValues(_ names: [String]) -> [String: String] {
        Dictionary(names.compactMap { name in processVariable(name).map { (name, $0.value) } }) { $1 }
    }
}

extension VariableLayer.Entry {
    /// Whether it is a secret that the user has to agree to before scripts see it; those that requests captured are not.
    var needsAgreement: Bool { isSecret && !isLiteral }

    fileprivate func isHidden(_ secrets: Set<String>, _ name: String) -> Bool {
        needsAgreement && !secrets.contains(name)
    }
}

extension VariableScopes {
    /// Names of the secrets that the user has to agree to before scripts see them.
    var secretsForScripts: Set<String> { Set(layers.flatMap { $0.entries.filter(\.value.needsAgreement).keys }) }
}

extension VariableScope {
    fileprivate var scriptWord: String {
        switch self {
        case .request: "request"
        case .folder: "folder"
        case .environment: "environment"
        case .collection: "collection"
        case .global: "global"
        default: "runtime"
        }
    }
}
