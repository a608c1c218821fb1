import Secrets

/// The variables in sight of one request, and how templates are resolved with them.
///
/// A value of its time: build one for each send or each drawing.
public struct VariableScopes: Sendable {
    /// The layers, the highest precedence first.
    let layers: [VariableLayer]
    private let processEnvironment: OutsideVariables
    let dynamic: DynamicValues?
    /// The connection settings of the environment and those that it extends.
    let network: Network
    /// The names that are not variables.
    let literals: LiteralNames

    /// The connection settings of the environment with those that it extends.
    package var connection: ConnectionSettings { network.connection }

    /// Client certificates, and how connections are made.
    struct Network: Sendable {
        var certificates: [ClientCertificate]
        var connection: ConnectionSettings
    }

    /// - Parameters:
    ///   - environment: the selected one; none is legal.
    ///   - global: the selected environment of the workspace around the collection: below all other scopes. Its secrets are looked for in
    ///     the process environment.
    ///   - itemPath: the request's file; its folders give their variables.
    ///   - request: its variables as edited; nil takes the saved request at `itemPath`.
    ///   - session: values until quitting; they win over every file. Those called `?Text` fill prompts.
    ///   - sessionSecrets: names of those that are secret whatever the environment says.
    ///   - environmentFiles: pairs of the file that an environment names as its `dotEnvFilePath`, by the environment's name.
    ///   - secrets: the value of a secret of the environment by name; nil or empty when there is none.
    ///   - secretSource: the source of that value, or where it will be fetched; nil: nowhere. Default: the process environment, which is asked
    ///     about.
    ///   - processEnvironment: The values that `process.env.X` reads, `.env` laid over them already.
    ///   - dynamic: makes `{{$guid}}` and the like; nil leaves them missing.
    public init(
        collection: Collection, environment: EnvironmentDefinition? = nil, global: EnvironmentDefinition? = nil,
        itemPath: ItemPath = .root, request: RequestDefinition? = nil, session: [String: TypedValue] = [:],
        sessionSecrets: Set<String> = [], environmentFiles: [String: [String: String]] = [:],
        secrets: (String) -> String? = { _ in nil },
        secretSource: (String) -> ValueSource? = { .process($0) },
        processEnvironment: [String: String] = [:],
        dynamic: DynamicValues? = nil
    ) {
        let secretNames = (environment.map { collection.secretNames(of: $0) } ?? []).union(sessionSecrets)
            .union(global?.secretNames ?? [])
            .union(
                session.keys.filter {
                    PromptName.label(of: $0).map { SecretVocabulary.isSecret(nil, under: $0) } == true
                })
        let made: (String) -> String? = { dynamic?.text(ofPlaceholder: $0) }
        var layers = [VariableLayer(session: session, secretNames: secretNames)]
        let variables = (request ?? collection.request(at: itemPath)?.definition)?.variables ?? []
        layers.append(VariableLayer(.request, place: itemPath.text, variables: variables))
        for (path, folder) in collection.folders(above: itemPath).reversed() {
            layers.append(VariableLayer(.folder(path), place: path.folderFile.text, variables: folder.variables))
        }
        for environment in environment.map(collection.chain) ?? [] {
            let pairs = environmentFiles[environment.name] ?? [:]
            layers.append(
                VariableLayer(
                    environment: environment, secrets: { secrets($0) ?? pairs[$0] },
                    source: { name in
                        let isPair = secrets(name) == nil && pairs[name] != nil
                        return isPair ? .pair(name, environment: environment.name) : secretSource(name)
                    }, dynamicValue: made))
            if !pairs.isEmpty {
                let file = OutsideVariables(
                    values: pairs, secretNames: secretNames, publicNames: collection.companion.publicNames)
                layers.append(VariableLayer(file: file, of: environment, dynamicValue: made))
            }
        }
        layers.append(.init(.collection, place: ItemPath.root.folderFile.text, variables: collection.root.variables))
        if let global {
            layers.append(VariableLayer(global: global, secrets: { processEnvironment[$0] }, dynamicValue: made))
        }
        self.layers = layers
        self.processEnvironment = OutsideVariables(
            values: processEnvironment, secretNames: secretNames, publicNames: collection.companion.publicNames)
        self.dynamic = dynamic
        literals = collection.literalNames(at: itemPath)
        let chain = environment.map(collection.chain) ?? []
        network = Network(
            certificates: chain.flatMap(\.certificates),
            connection: chain.reduce(ConnectionSettings()) {
                $0.over(collection.companion.environments[$1.name]?.connection)
            })
    }

    /// Returns the value of a name; nil if it is missing, runs in a circle or is a secret without value.
    ///
    /// Dynamic names give a new value at each call.
    public func value(of name: String) -> VariableValue? {
        var walk = Expansion(scopes: self)
        guard case .value(let value) = walk.state(of: name) else { return nil }
        return value
    }

    /// Returns a template with its placeholders replaced, those without a value left as they are.
    public func resolve(_ template: String) -> ResolvedText {
        var walk = Expansion(scopes: self)
        return walk.resolve(template)
    }

    /// Resolves a field of a request within the number of bytes that its fields may hold together.
    ///
    /// - Parameter escapesDynamic: whether values of dynamic names are escaped for the inside of a JSON string.
    func resolve(_ template: String, escapesDynamic: Bool, budgetInBytes: inout Int) -> ResolvedText {
        let available = min(budgetInBytes, Expansion.limitInBytes)
        var walk = Expansion(scopes: self, escapesDynamic: escapesDynamic, budgetInBytes: available)
        defer { budgetInBytes -= available - max(0, walk.budgetInBytes) }
        return walk.resolve(template)
    }

    /// Names that can be written between braces, sorted; dynamic names and paths are not among them.
    public var names: [String] { Set(layers.flatMap(\.entries.keys)).sorted() }

    /// Returns these names of variables, and the names in the values that they lead to.
    package func names(leadingFrom names: [String]) -> Set<String> {
        var (open, all) = (names, Set<String>())
        while let name = open.popLast() {
            guard all.insert(name).inserted else { continue }
            open += ValuePath.steps(name)?.first.map { [$0] } ?? []
            guard let found = find(name), !found.isLiteral, let value = found.value else { continue }
            open += Placeholder.all(in: value.text).flatMap { TemplateCall.names(in: $0.name) }
        }
        return all
    }

    /// Values that are sent in Latin-1, as they were received.
    var latin1Values: [String] { layers.flatMap(\.latin1Values) }

    /// Names whose values may be written out although they look like secrets: `notSecret` of `microscope.yaml`.
    public var publicNames: Set<String> { processEnvironment.publicNames }

    /// The values under ``publicNames``, also of the process; those of secrets are not among them.
    public var publicValues: Set<String> {
        let names = publicNames.flatMap { [$0, "process.env.\($0)"] }.filter { value(of: $0)?.isSecret == false }
        return Set(names.map { resolve("{{\($0)}}") }.filter(\.isComplete).map(\.text))
    }

    /// Secrets in sight that have a value, used or not.
    public var secretValues: [NamedSecret] {
        layers.flatMap { layer in
            layer.entries.filter(\.value.isSecret).compactMap { name, entry in
                entry.value.map { NamedSecret(name: name, value: $0.text) }
            }
        }.sorted { $0.name < $1.name }
    }
}

extension EnvironmentDefinition {
    /// Names of its enabled secrets.
    public var secretNames: Set<String> {
        Set(variables.filter { $0.isSecret && $0.isEnabled }.map(\.name))
    }
}

// MARK: - Looking a name up

extension VariableScopes {
    /// A name's value before its own placeholders are replaced.
    struct Found {
        /// The value; nil for a secret without one.
        var value: TypedValue?
        var scope: VariableScope
        var place: String
        var isSecret: Bool
        /// Whether `{{` in it is text.
        var isLiteral = false
        var sources: [ValueSource] = []
        var isSecretSource = false
        var shadowed: [VariableValue.Shadowed] = []
    }

    /// Finds a name: dynamic names first, then whole names, then the process environment, then paths into typed values.
    func find(_ name: String) -> Found? {
        if let made = dynamic?.text(ofPlaceholder: name) {
            return Found(value: .string(made), scope: .dynamic, place: VariableScope.dynamic.title, isSecret: false)
        }
        // A prompt is filled by the user who sends, never by a file.
        if PromptName.label(of: name) != nil { return findInLayers(name, of: .session) { $0 } }
        return findInLayers(name) { $0 } ?? findInProcess(name) ?? findByPath(name)
    }

    /// The name without the spaces around it, if that one has a value; nil when there are no spaces.
    func nameMeant(by name: String) -> String? {
        let trimmed = name.trimmingWhitespace()
        let meant = trimmed.hasPrefix("?") ? "?" + trimmed.dropFirst().trimmingWhitespace() : trimmed
        guard meant != name else { return nil }
        let isOne = PromptName.label(of: meant) != nil || TemplateCall.parse(meant) != nil || find(meant) != nil
        return isOne ? meant : nil
    }

    private func findByPath(_ name: String) -> Found? {
        // The name `process` cannot be overridden.
        guard let steps = ValuePath.steps(name), let head = steps.first, head != "process" else { return nil }
        return findInLayers(head) { value in
            steps.dropFirst().reduce(value) { $0?.child($1) }
        }
    }

    private func findInProcess(_ name: String) -> Found? {
        let prefix = "process.env."
        guard name.hasPrefix(prefix) else { return nil }
        let variable = String(name.dropFirst(prefix.count))
        return processEnvironment[variable].map { value in
            let isSecret = processEnvironment.isSecret(variable)
            return Found(
                value: .string(value), scope: .processEnvironment, place: "process environment", isSecret: isSecret,
                sources: [.process(variable)], isSecretSource: isSecret)
        }
    }

    /// The first layer that has the name counts, even if the path then leads nowhere.
    private func findInLayers(
        _ name: String, of scope: VariableScope? = nil, _ part: (TypedValue?) -> TypedValue?
    ) -> Found? {
        let holders = layers.filter { $0.entries[name] != nil && (scope == nil || $0.scope == scope) }
        guard let holder = holders.first, let entry = holder.entries[name] else { return nil }
        let value = part(entry.value)
        if value == nil && entry.value != nil { return nil }
        let shadowed = holders.dropFirst().map { layer in
            let hidden = layer.entries[name]
            let text = part(hidden?.value)?.text ?? ""
            return VariableValue.Shadowed(scope: layer.scope, value: text, isSecret: hidden?.isSecret ?? false)
        }
        return Found(
            value: value, scope: holder.scope, place: holder.place, isSecret: entry.isSecret,
            isLiteral: entry.isLiteral, sources: entry.sources, isSecretSource: entry.isSecretSource,
            shadowed: shadowed)
    }
}

extension DynamicValues {
    /// The text for `$name`, also for a function of such names alone; nil for other names.
    func text(ofPlaceholder name: String) -> String? {
        guard name.hasPrefix("$") else { return nil }
        guard case .success(let call)? = TemplateCall.parse(name) else { return text(of: String(name.dropFirst())) }
        let values = call.names.compactMap { name in text(ofPlaceholder: name).map { (name, $0) } }
        guard values.count == call.names.count, call.usesClock || !values.isEmpty else { return nil }
        let made = try? call.text(self, Dictionary(values) { first, _ in first })
        return isPreview ? made.map { _ in name } : made
    }
}

extension VariableScopes {
    /// The same scopes, but for where the values of dynamic names come from. Those in values of environments stay as they are.
    public func generating(_ dynamic: DynamicValues) -> VariableScopes {
        VariableScopes(layers: layers, processEnvironment: processEnvironment, dynamic: dynamic, network, literals)
    }

    /// The same scopes with one layer more, before all others.
    func placingBelowSession(_ layer: VariableLayer) -> VariableScopes {
        var all = layers
        all.insert(layer, at: all.firstIndex { $0.scope != .session } ?? all.endIndex)
        return VariableScopes(layers: all, processEnvironment: processEnvironment, dynamic: dynamic, network, literals)
    }

    /// The same scopes with one layer of captured values, before all others of its scope.
    func placing(_ layer: VariableLayer) -> VariableScopes {
        var all = layers
        for index in all.indices where all[index].scope == .session && all[index].setter == nil {
            for name in layer.entries.keys { all[index].entries[name] = nil }
        }
        all.insert(layer, at: all.firstIndex { $0.depth >= layer.depth } ?? all.endIndex)
        return VariableScopes(layers: all, processEnvironment: processEnvironment, dynamic: dynamic, network, literals)
    }

    /// Values of environments and of the session, without the process environment's by bare name.
    var visibleToActions: VariableScopes {
        let visible = layers.filter { layer in
            switch layer.scope {
            case .environment, .session, .tokens: true
            default: false
            }
        }
        return VariableScopes(
            layers: visible, processEnvironment: processEnvironment, dynamic: dynamic, network, literals)
    }

    /// The same scopes with other layers, and other values of the process environment.
    func replacing(layers: [VariableLayer], processValues: [String: String]) -> VariableScopes {
        let process = OutsideVariables(values: processValues, secretNames: secretNames, publicNames: publicNames)
        return VariableScopes(layers: layers, processEnvironment: process, dynamic: dynamic, network, literals)
    }

    func processVariable(_ name: String) -> (value: String, isSecret: Bool)? {
        processEnvironment[name].map { ($0, processEnvironment.isSecret(name)) }
    }
}

// MARK: - Replacing secrets

extension VariableScopes {
    /// The same scopes with other texts in the place of what must not be shown: secrets, whether they have a value or not, also those of the
    /// process environment.
    ///
    /// - Parameter further: texts for names that have no value.
    public func replacing(
        secret: (String) -> String, processVariable: (String) -> String, further: [String: String]
    ) -> VariableScopes {
        var replaced = layers
        for index in replaced.indices {
            for (name, entry) in replaced[index].entries where entry.isSecret {
                replaced[index].entries[name]?.value = .string(secret(name))
            }
        }
        replaced.insert(VariableLayer(session: further.mapValues { .string($0) }, secretNames: []), at: 0)
        let values = processEnvironment.values.map { name, value in
            (name, processEnvironment.isSecret(name) ? processVariable(name) : value)
        }
        let environment = OutsideVariables(
            values: .init(uniqueKeysWithValues: values), publicNames: Set(processEnvironment.values.keys))
        return VariableScopes(layers: replaced, processEnvironment: environment, dynamic: dynamic, network, literals)
    }

    /// Sources of all secrets in sight, used or not, by name.
    var sources: [NamedSource] {
        layers.flatMap { layer in
            layer.entries.filter(\.value.isSecretSource).sorted { $0.key < $1.key }.flatMap { name, entry in
                entry.sources.map { NamedSource(name, $0) }
            }
        }
    }

    /// Names of secrets in sight, with a value or without.
    public var secretNames: Set<String> {
        Set(layers.flatMap { $0.entries.filter(\.value.isSecret).keys })
    }

    private init(
        layers: [VariableLayer], processEnvironment: OutsideVariables, dynamic: DynamicValues?,
        _ network: Network, _ literals: LiteralNames
    ) {
        (self.network, self.literals) = (network, literals)
        self.layers = layers
        self.processEnvironment = processEnvironment
        self.dynamic = dynamic
    }
}
