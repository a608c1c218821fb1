import Exchanges
import OpenCollection

/// All that the surroundings of a form are made of: the same facts, the same surroundings.
///
/// Comparing them costs little where nothing changed, since texts and lists that are copies of each other share their storage.
struct FormFacts: Sendable, Hashable {
    var path: ItemPath
    /// ``CollectionState/path``
    var collectionPath: String
    var content: FormContent
    /// ``FormSurroundings/notes``.
    var notes: [FileProblem]
    /// What bears on the path, with all that is unsaved.
    var collection: Collection
    var environmentName: String?
    var sessionValues: [String: String]
    var captured: CapturedValues
    var hiddenNames: Set<String>
    var outside: OutsideValues
    var cookies: EnvironmentCookies?
    var tokens: EnvironmentTokens?
    var clientDefaults: ClientDefaults
    var digests: TemplateDigests

    init(_ content: FormContent, at path: ItemPath, in state: CollectionState, _ preferences: Preferences) {
        self.path = path
        collectionPath = state.path
        self.content = content.choosingOperation(at: state.sessions[path]?.carets[.bodyText])
        notes = state.sessions[path]?.draft.base.notes ?? []
        collection = state.drafted.around(content.placeOfNames(at: path))
        environmentName = state.environmentName
        sessionValues = state.values.typed
        captured = state.captured
        hiddenNames = state.values.hiddenNames
        outside = state.outside
        cookies = state.credentials.cookies[state.environmentName]
        tokens = state.credentials.tokens[content.isEnvironment ? content.environment.name : state.environmentName]
        (clientDefaults, digests) = (preferences.clientDefaults, preferences.digests)
    }

    /// The variables in sight: of a folder those that a request in it would see, of an environment its own.
    ///
    /// - Parameter preview: the same with the names of the values that are generated for each request: what is shown does not change by itself.
    ///   Exports leave them as they are written.
    var scopes: (plain: VariableScopes, preview: VariableScopes) {
        let declared = declared
        return (withActions(declared), withActions(declared.generating(.preview.hashing(with: digests))))
    }

    private var declared: VariableScopes {
        let name = content.isEnvironment ? content.environment.name : environmentName
        let place = content.placeOfNames(at: path)
        return VariableScopes(
            collection: collection, environment: name.flatMap { collection.environment(named: $0) },
            global: outside.globalEnvironment, itemPath: place, request: content.request.definition,
            session: sessionValues.mapValues { .string($0) }, sessionSecrets: hiddenNames,
            environmentFiles: outside.environmentFiles(of: name, in: collection),
            secrets: { outside.secret($0, of: name, in: collection) },
            processEnvironment: outside.processEnvironment
        ).adding(tokens: tokens?.kept ?? []).adding(captured)
    }

    private func withActions(_ scopes: VariableScopes) -> VariableScopes {
        guard case .request(let request) = content else { return scopes }
        let place = content.placeOfNames(at: path)
        let before = BeforeRequest(request.definition, at: place, in: collection, scopes: scopes)
        return scopes.adding(before.captured)
    }

    /// The request as it would be sent now, as far as its values are known, with the names of generated values in their place. No pane
    /// shows its notes.
    func rendered(_ request: DraftContent, _ preview: VariableScopes) -> RenderedRequest {
        var rendered = render(request, preview)
        guard !rendered.generatedNames.isEmpty else { return rendered }
        // A value may be possible where its name is not, as in a port.
        rendered.problems = render(request, withActions(declared.generating(.example.hashing(with: digests)))).problems
        for index in rendered.headers.indices where rendered.headers[index].name == "Content-Length" {
            guard rendered.headers[index].origin == .connection else { continue }
            rendered.headers[index].value = "counted when it is sent"
        }
        return rendered
    }

    private func render(_ request: DraftContent, _ scopes: VariableScopes) -> RenderedRequest {
        var collection = collection
        collection.companion.requests[path] = request.policies
        return RequestRenderer.render(
            request.definition, at: path, in: collection, scopes: scopes, defaults: clientDefaults,
            notesJSON: false
        ).adding(cookies)
    }

    /// The token of the credentials that are sent, or that a folder and the collection give to their requests; nil without OAuth 2.
    func token(_ rendered: RenderedRequest?, _ scopes: VariableScopes) -> ShownToken? {
        guard !content.isEnvironment else { return nil }
        let credential = if let rendered { rendered.credential } else { credentials(scopes).credential }
        guard case .oauth2(let settings)? = credential else { return nil }
        let key = TokenKey(settings, collection: collectionPath, environment: environmentName)
        return ShownToken(settings: settings, key: key, kept: tokens?[key], isRead: tokens != nil)
    }

    /// What the credentials say, and lack.
    func credentials(_ scopes: VariableScopes) -> RenderedRequest {
        let (definition, place) = content.credentials(at: path)
        return RequestRenderer.credentials(of: definition, at: place, in: collection, scopes: scopes)
    }

    /// Settings that are given from around it.
    var inheritedSettings: RequestSettings {
        switch content {
        case .request(let request): collection.inheritedSettings(at: path, kind: request.definition.kind)
        case .folder: collection.inheritedSettings(at: path)
        case .collection, .environment: RequestSettings()
        }
    }

    /// The policies that count for it, or for what lies in it.
    var policies: EffectivePolicies {
        var collection = collection
        if let holder = path.policyHolder { collection.companion[holder] = content.policies }
        return collection.effectivePolicies(at: content.placeOfNames(at: path))
    }

    /// The same for the GraphQL requests in a folder.
    var inheritedGraphQLSettings: RequestSettings {
        guard case .folder = content else { return RequestSettings() }
        return collection.inheritedSettings(at: path, kind: .graphQL)
    }

    /// The folders and the collection around it that have scripts.
    var scriptPlaces: [String] {
        switch content {
        case .request, .folder: ScriptPlan(RequestDefinition(), at: path, of: collection)?.places ?? []
        case .collection, .environment: []
        }
    }

    /// Names of an environment's secrets that have a value outside of the files.
    var secretNames: Set<String> {
        guard case .environment(let environment) = content else { return [] }
        let known = environment.variables.filter {
            outside.secret($0.name, of: environment.name, in: collection) != nil
        }
        return Set(known.map(\.name))
    }
}

extension FormContent {
    /// A request that has the credentials which this sends or gives to others, and where it is.
    func credentials(at path: ItemPath) -> (definition: RequestDefinition, path: ItemPath) {
        if case .request(let request) = self { return (request.definition, path) }
        var inheriting = RequestDefinition()
        inheriting.auth = .inherit
        let place = placeOfNames(at: path)
        return (inheriting, place == .root ? ItemPath.root.folderFile : place)
    }

    /// From where the names are looked up that stand in it.
    fileprivate func placeOfNames(at path: ItemPath) -> ItemPath {
        switch self {
        case .request: path
        case .folder: path.appending("folder.yml")
        case .collection, .environment: .root
        }
    }
}

extension FormSurroundings {
    init(_ facts: FormFacts) {
        (scopes, preview) = facts.scopes
        if case .request(let request) = facts.content { rendered = facts.rendered(request, preview) }
        token = facts.token(rendered, scopes)
        notes = facts.notes
        inheritedSettings = facts.inheritedSettings
        inheritedGraphQLSettings = facts.inheritedGraphQLSettings
        policies = facts.policies
        environments = facts.collection.environments
        secretNames = facts.secretNames
        scriptPlaces = facts.scriptPlaces
        operationName = facts.content.request.definition.body.operationName
    }
}

/// Surroundings with what they were made of. Rendering a request is the dearest part of a frame, and most keys change nothing of it: what
/// was made last is kept until one of the facts is another.
struct KeptSurroundings: Sendable {
    let facts: FormFacts
    let surroundings: FormSurroundings
    /// Where the form stands that was last found to be in order; most events, as those of a send, leave it there.
    var settled: FormPosition?

    init(_ facts: FormFacts) {
        self.facts = facts
        surroundings = FormSurroundings(facts)
    }
}

/// What decides, for the same surroundings, where cursor and scroll position of a form may be.
struct FormPosition: Sendable, Hashable {
    var tab: FormTab
    var cursor: FormCursor
    var scroll: Int
    var edit: FieldEdit?
    var rows: Int
    var columns: Int
}
