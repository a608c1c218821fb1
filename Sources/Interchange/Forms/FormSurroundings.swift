import OpenCollection

/// What a form has to know beside the content.
package struct FormSurroundings: Sendable {
    /// The variables in sight.
    package var scopes = VariableScopes(collection: Collection(name: ""))
    /// The same, with the names of values that are generated for each request in their place.
    package var preview = VariableScopes(collection: Collection(name: ""))
    /// The request as it would be sent; its added headers are listed.
    package var rendered: RenderedRequest?
    /// Of the credentials; nil where they are not OAuth 2.
    package var token: ShownToken?
    /// What the file holds beyond what is understood.
    package var notes: [FileProblem] = []
    /// What is given to the request from around it.
    package var inheritedSettings = RequestSettings()
    /// What is given to the GraphQL requests of a folder from around it.
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
