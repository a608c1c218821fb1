/// Values from outside the collection.
public struct OutsideValues: Sendable, Hashable {
    /// `process.env`: the operating system's, overlaid by `.env`.
    public var processEnvironment: [String: String]
    /// Values in the private store, by the environment for which they are kept, and name.
    public var secrets: [String: [String: String]]
    /// Captured values in the private store, by environment.
    public var captures: [String?: CapturedValues] = [:]
    /// The values fetched from programs and keyring entries that `microscope.yaml` names; "" if they are empty. Lives until quitting.
    public var fetched: [SecretSource: String] = [:]
    /// The environments of the workspace around the collection.
    public var globalEnvironments: [EnvironmentDefinition] = []
    /// The one of them that the user has chosen; nil: none, and nothing of them is read.
    public var globalEnvironmentName: String?
    /// Files that process variables come from and that are outside the collection, while the user has not agreed to their being read.
    public var unagreedPairs: [OutsideUse] = []
    /// Why the private store could not be read, and what to do; nil when it could.
    public var problem: String?
    /// Pairs of the files that environments name as their `dotEnvFilePath`, by environment.
    public var environmentFiles: [String: [String: String]]

    public init(
        processEnvironment: [String: String] = [:], secrets: [String: [String: String]] = [:],
        environmentFiles: [String: [String: String]] = [:], problem: String? = nil
    ) {
        self.processEnvironment = processEnvironment
        self.secrets = secrets
        self.problem = problem
        self.environmentFiles = environmentFiles
    }

    /// The environment that was chosen of the workspace's; nil too when it is gone.
    public var globalEnvironment: EnvironmentDefinition? {
        globalEnvironments.first { $0.name == globalEnvironmentName }
    }

    /// Whether a name may have its value in a file that the user has not agreed to read yet.
    package func mayStandInPairs(_ missing: MissingVariable) -> Bool {
        !unagreedPairs.isEmpty && missing.mayComeFromProcess
    }

    /// The value of a secret: what is kept for the environment, or for the nearest that it extends, else what the place gave that
    /// `microscope.yaml` names, else what the process environment says under its name. Empty counts as missing; so does what was
    /// not fetched yet, whatever comes after it.
    public func secret(_ name: String, of environment: String?, in collection: Collection) -> String? {
        let environment = environment.flatMap { collection.environment(named: $0) }
        if let kept = environment.flatMap({ kept(name, for: $0, in: collection) }) { return kept.value }
        if let source = environment.flatMap({ collection.secretSource(of: name, in: $0) }) {
            guard let value = fetched[source] else { return nil }
            if !value.isEmpty { return value }
        }
        return processEnvironment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the source that a secret's value must be fetched from before anything is sent with it; nil if there is none, or it was fetched.
    public func sourceToAsk(
        for name: String, of environment: String?, in collection: Collection
    ) -> SecretSource? {
        guard let environment = environment.flatMap({ collection.environment(named: $0) }),
            let source = collection.secretSource(of: name, in: environment), fetched[source] == nil,
            kept(name, for: environment, in: collection) == nil
        else { return nil }
        return source
    }

    /// ``environmentFiles`` without the secrets that are to be asked for elsewhere first.
    public func environmentFiles(of environment: String?, in collection: Collection) -> [String: [String: String]] {
        guard !environmentFiles.isEmpty else { return [:] }
        return environmentFiles.mapValues { pairs in
            pairs.filter { sourceToAsk(for: $0.key, of: environment, in: collection) == nil }
        }
    }

    /// The source of ``secret(_:of:in:)``, or where the value will be asked for before anything is sent with it; nil if there is none.
    public func secretSource(_ name: String, of environment: String?, in collection: Collection) -> ValueSource? {
        let found = environment.flatMap { collection.environment(named: $0) }
        if let kept = found.flatMap({ kept(name, for: $0, in: collection) }) {
            return .entered(name, environment: kept.environment)
        }
        if let source = found.flatMap({ collection.secretSource(of: name, in: $0) }), fetched[source] != "" {
            return .fetched(source)
        }
        return processEnvironment[name] == nil ? nil : .process(name)
    }

    private func kept(
        _ name: String, for environment: EnvironmentDefinition, in collection: Collection
    ) -> (value: String, environment: String)? {
        collection.chain(of: environment).lazy.compactMap { holder in
            secrets[holder.name]?[name].flatMap { $0.isEmpty ? nil : ($0, holder.name) }
        }.first
    }
}

extension MissingVariable {
    /// Whether the process environment could give it a value.
    public var mayComeFromProcess: Bool { reason == .secretWithoutValue || name.hasPrefix("process.env.") }
}
