/// The variables of one scope, by name.
struct VariableLayer: Sendable {
    struct Entry: Sendable {
        /// The value; nil for a secret that has none.
        var value: TypedValue?
        var isSecret = false
        /// Whether `{{` in it is text.
        var isLiteral = false
        /// The sources of the value; empty for what the collection's files say.
        var sources: [ValueSource] = []
        /// Whether that is a secret wherever it is used; else only where credentials are expected.
        var isSecretSource = false
    }

    var scope: VariableScope
    var place: String
    var entries: [String: Entry] = [:]
    /// Values that were bytes of a header field and no UTF-8: see ``CapturedValues/latin1Names``.
    var latin1Values: [String] = []
    /// The scope for which captured values were set; nil for all other layers.
    var setter: ScriptScope?

    /// Disabled rows do not exist; of equal names the last wins.
    init(_ scope: VariableScope, place: String, variables: [Variable]) {
        self.scope = scope
        self.place = place
        for variable in variables where variable.isEnabled && !variable.isSecret {
            entries[variable.name] = Entry(value: TypedValue(variable.value, as: variable.type))
        }
    }

    /// Session values; those named like a secret of the environment are secret too.
    init(session: [String: TypedValue], secretNames: Set<String>) {
        scope = .session
        place = "session"
        for (name, value) in session {
            let isSecret = secretNames.contains(name)
            entries[name] = Entry(
                value: value, isSecret: isSecret, sources: [.entered(name, environment: nil)],
                isSecretSource: isSecret || OutsideVariables.seemsSecret(value.text, under: name))
        }
    }

    /// - Parameter setter: The scope whose values they are.
    init(captured: CapturedValues, of setter: ScriptScope = .runtime) {
        self.setter = setter
        scope = .session
        place = "session"
        for (name, value) in captured.values {
            let isSecret = captured.secretNames.contains(name)
            entries[name] = Entry(
                value: value, isSecret: isSecret, isLiteral: true, sources: captured.sources(of: name),
                isSecretSource: isSecret || value.looksSecret)
        }
        latin1Values = captured.latin1Names.compactMap { captured.values[$0]?.text }
    }

    /// The place among layers: what has less goes first.
    ///
    /// - Source: Bruno: runtime over request over folder over environment over collection over global.
    var depth: Int {
        switch setter {
        case .environment?: return 3
        case .collection?: return 4
        case .global?: return 5
        case .runtime?, nil: break
        }
        switch scope {
        case .request: return 1
        case .folder: return 2
        case .environment: return 3
        case .collection: return 4
        case .global: return 5
        case .session, .tokens, .processEnvironment, .dynamic, .function: return 0
        }
    }

    /// The pairs of an environment's file: they count where the environment itself has no such name.
    init(file: OutsideVariables, of environment: EnvironmentDefinition, dynamicValue: (String) -> String?) {
        scope = .environment(environment.name)
        place = environment.dotEnvFilePath ?? environment.place
        for (name, text) in file.values {
            let value = TypedValue.string(Placeholder.replacing(in: text, with: dynamicValue))
            let isSecret = file.isSecret(name)
            entries[name] = Entry(
                value: value, isSecret: isSecret, sources: [.pair(name, environment: environment.name)],
                isSecretSource: isSecret)
        }
    }

    /// Dynamic names in an environment's values are made once per send; a secret beats a plain value of its name.
    init(
        environment: EnvironmentDefinition, secrets: (String) -> String?, source: (String) -> ValueSource?,
        dynamicValue: (String) -> String?
    ) {
        var variables = environment.variables
        for index in variables.indices where !variables[index].isSecret {
            variables[index].value = Placeholder.replacing(in: variables[index].value, with: dynamicValue)
        }
        self.init(.environment(environment.name), place: environment.place, variables: variables)
        for variable in variables where variable.isEnabled && variable.isSecret {
            let text = secrets(variable.name).flatMap {
                $0.isEmpty ? nil : Placeholder.replacing(in: $0, with: dynamicValue)
            }
            entries[variable.name] = Entry(
                value: text.map { TypedValue($0, as: variable.type) }, isSecret: true,
                sources: [source(variable.name)].compactMap(\.self), isSecretSource: true)
        }
        entries["__name__"] = Entry(value: .string(environment.name))
    }

    /// A workspace's environment: as one of the collection, but not the active one, by whose name `__name__` goes.
    init(global: EnvironmentDefinition, secrets: (String) -> String?, dynamicValue: (String) -> String?) {
        self.init(
            environment: global, secrets: secrets, source: { .process($0) }, dynamicValue: dynamicValue)
        scope = .global(global.name)
        place = "\(global.place) of the workspace"
        let own = global.variables.last { $0.name == "__name__" && $0.isEnabled && !$0.isSecret }
        entries["__name__"] = own.map { Entry(value: TypedValue($0.value, as: $0.type)) }
    }
}

extension EnvironmentDefinition {
    /// The file that holds it.
    public var place: String { "environments/\(name).yml" }
}

extension TypedValue {
    /// Whether it looks like a secret, or something in it does. The names under which values are captured were asked before.
    fileprivate var looksSecret: Bool {
        switch self {
        case .list(let elements): elements.contains(where: \.looksSecret)
        case .object(let members):
            members.contains { OutsideVariables.seemsSecret($0.value.text, under: $0.name) || $0.value.looksSecret }
        default: OutsideVariables.seemsSecret(text, under: "")
        }
    }
}
