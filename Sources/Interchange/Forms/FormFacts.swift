import Exchanges
import OpenCollection

/// The facts from which the surroundings of a form are made: the same facts make the same surroundings.
///
/// Comparing them costs little where nothing changed, since texts and lists that are copies of each other share their storage.
package struct FormFacts: Sendable, Hashable {
    package var path: ItemPath
    /// The path of the collection's root.
    package var collectionPath: String
    package var content: FormContent
    /// ``FormSurroundings/notes``
    package var notes: [FileProblem] = []
    /// The parts of the collection that affect the path, with all that is unsaved.
    package var collection: Collection
    package var environmentName: String?
    package var sessionValues: [String: String] = [:]
    package var captured = CapturedValues()
    package var hiddenNames: Set<String> = []
    package var outside: OutsideValues
    package var cookies: EnvironmentCookies?
    package var tokens: EnvironmentTokens?
    package var clientDefaults: ClientDefaults
    /// The hashes and signatures for functions in templates.
    package var digests = TemplateDigests()

    /// Creates the facts; further ones are set in the value.
    ///
    /// - Parameters:
    ///   - content: The content, with the operation that is sent.
    ///   - path: The path of the item.
    ///   - collection: The parts of the collection that affect the path, with all that is unsaved.
    ///   - collectionPath: The path of the collection's root.
    package init(
        _ content: FormContent, at path: ItemPath, in collection: Collection, _ collectionPath: String,
        _ outside: OutsideValues, _ clientDefaults: ClientDefaults
    ) {
        (self.content, self.path, self.collection) = (content, path, collection)
        (self.collectionPath, self.outside, self.clientDefaults) = (collectionPath, outside, clientDefaults)
    }

    /// The variables in sight: of a folder those that a request in it would see, of an environment its own.
    ///
    /// - Parameter preview: the same with the names of the values that are generated for each request: what is shown does not change by itself.
    ///   Exports leave them as they are written.
    package var scopes: (plain: VariableScopes, preview: VariableScopes) {
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
    package func rendered(_ request: DraftContent, _ preview: VariableScopes) -> RenderedRequest {
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

    /// Returns the credentials, with what they lack.
    package func credentials(_ scopes: VariableScopes) -> RenderedRequest {
        let (definition, place) = content.credentials(at: path)
        return RequestRenderer.credentials(of: definition, at: place, in: collection, scopes: scopes)
    }

    /// The settings that it inherits.
    var inheritedSettings: RequestSettings {
        switch content {
        case .request(let request): collection.inheritedSettings(at: path, kind: request.definition.kind)
        case .folder: collection.inheritedSettings(at: path)
        case .collection, .environment: RequestSettings()
        }
    }

    /// The policies that count for it, or for what lies in it.
    func policies(_ scopes: VariableScopes) -> EffectivePolicies {
        var collection = collection
        if let holder = path.policyHolder { collection.companion[holder] = content.policies }
        return collection.effectivePolicies(at: content.placeOfNames(at: path), in: scopes.connection)
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

extension FormSurroundings {
    package init(_ facts: FormFacts) {
        (scopes, preview) = facts.scopes
        if case .request(let request) = facts.content { rendered = facts.rendered(request, preview) }
        token = facts.token(rendered, scopes)
        notes = facts.notes
        inheritedSettings = facts.inheritedSettings
        inheritedGraphQLSettings = facts.inheritedGraphQLSettings
        policies = facts.policies(scopes)
        environments = facts.collection.environments
        secretNames = facts.secretNames
        scriptPlaces = facts.scriptPlaces
    }
}
