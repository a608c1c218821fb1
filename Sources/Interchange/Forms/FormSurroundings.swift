import OpenCollection

/// The facts that a form needs besides its content.
package struct FormSurroundings: Sendable {
    /// The variables in sight.
    package var scopes = VariableScopes(collection: Collection(name: ""))
    /// The same, with the names of values that are generated for each request in their place.
    package var preview = VariableScopes(collection: Collection(name: ""))
    /// The request as it would be sent; its added headers are listed.
    package var rendered: RenderedRequest?
    /// The token of the credentials; nil if they are not OAuth 2.
    package var token: ShownToken?
    /// Notes on what the file holds beyond what is understood.
    package var notes: [FileProblem] = []
    /// The settings that the request inherits.
    package var inheritedSettings = RequestSettings()
    /// The settings that the GraphQL requests of a folder inherit from around it.
    package var inheritedGraphQLSettings = RequestSettings()
    /// The policies that count, its own among them.
    package var policies = EffectivePolicies()
    /// All environments, for those that one of them can extend.
    package var environments: [EnvironmentDefinition] = []
    /// Names of secrets that have a value outside of the files.
    package var secretNames: Set<String> = []
    /// The folders and the collection around it that have scripts, the inner ones first.
    package var scriptPlaces: [String] = []

    package init() {}
}
