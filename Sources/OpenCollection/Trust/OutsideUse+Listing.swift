/// A use that a collection asks for, and whether the user has agreed to it.
public struct ListedUse: Sendable, Hashable {
    public enum Status: String, Sendable, Hashable {
        case agreed
        /// The user is asked before it is done.
        case asks
        /// A secret of the collection that has not been anywhere yet: where it goes first is remembered without a question.
        case first
    }

    public var use: OutsideUse
    public var status: Status

    public init(_ use: OutsideUse, _ status: Status) {
        self.use = use
        self.status = status
    }

    /// "agreed: run `pass show x` (secret TOKEN)"
    public var text: String { "\(status.rawValue): \(use.text)" }
}

extension Collection {
    /// Returns all that the collection could do outside of itself, as far as its files tell, each demand once: programs and keyring entries for
    /// secrets, files, and where credentials go, of each request with each environment, or without one where there are none.
    ///
    /// Needs a collection that was read whole. Files inside of it are among them.
    ///
    /// - Parameters:
    ///   - awsFile: the shared credentials file of AWS.
    ///   - modules: The texts of the files that scripts require.
    ///   - scopes: the variables in sight of a request.
    public func outsideUses(
        awsFile: String?, modules: (ScriptPlan) -> [String] = { _ in [] },
        scopes: (EnvironmentDefinition?, ItemPath, RequestDefinition) -> VariableScopes
    ) -> [OutsideUse] {
        let chosen = environments.isEmpty ? [nil] : environments.map(Optional.some)
        var uses = usesForSecrets + usesForVariables + usesForSchemas + usesForFiles
        for (path, definition) in wholeRequests {
            for environment in chosen {
                let inSight = scopes(environment, path, definition)
                if let plan = ScriptPlan(definition, at: path, of: self) {
                    let demand = ScriptDemand(
                        plan, modules: modules(plan), scopes: inSight, url: definition.url, limits: companion.scripts)
                    uses.append(OutsideUse(.script(demand), for: "scripts of \(path)"))
                }
                let before = BeforeRequest(definition, at: path, in: self, scopes: inSight)
                let rendered = RequestRenderer.render(
                    definition, at: path, in: self, scopes: inSight.adding(before.captured),
                    defaults: ClientDefaults(userAgent: ""), notesJSON: false)
                uses += rendered.filesRead + rendered.awsFileRead(awsFile) + rendered.detours
                uses += rendered.credentialsPresented(in: environment?.name)
            }
        }
        var seen: Set<OutsideUse.Demand> = []
        return uses.filter { seen.insert($0.demand).inserted }
    }

    private var usesForSecrets: [OutsideUse] {
        let sources =
            [companion.secretSources] + companion.environments.sorted { $0.key < $1.key }.map(\.value.secretSources)
        return sources.flatMap { sources in sources.sorted { $0.key < $1.key }.map { $0.value.use(for: $0.key) } }
    }

    private var usesForVariables: [OutsideUse] {
        environments.compactMap { environment in
            environment.dotEnvFilePath.map { OutsideUse(.read($0), for: "variables of \(environment.name)") }
        }
    }

    private var usesForSchemas: [OutsideUse] {
        let policies = [companion.collection] + Array(companion.folders.values) + Array(companion.requests.values)
        return Set(policies.compactMap(\.graphQLSchema)).sorted().map { OutsideUse(.read($0), for: "GraphQL schema") }
    }

    /// The uses of its own files, which are elsewhere if they are links.
    private var usesForFiles: [OutsideUse] {
        let own = [ItemPath.root.folderFile, CompanionFile.path] + environments.map(\.path)
        return (own + Self.files(of: items)).map(OutsideUse.file)
    }

    private static func files(of items: [CollectionItem]) -> [ItemPath] {
        items.flatMap { item in
            if case .folder(_, let children) = item.kind { return [item.path.folderFile] + files(of: children) }
            return [item.path]
        }
    }

    private var wholeRequests: [(ItemPath, RequestDefinition)] { Self.wholeRequests(in: items) }

    private static func wholeRequests(in items: [CollectionItem]) -> [(ItemPath, RequestDefinition)] {
        items.flatMap { item -> [(ItemPath, RequestDefinition)] in
            switch item.kind {
            case .folder(_, let children): wholeRequests(in: children)
            case .request(let file): [(item.path, file.definition)]
            default: []
            }
        }
    }
}
