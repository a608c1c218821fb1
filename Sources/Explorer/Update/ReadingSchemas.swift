import BodyStore
import Exchanges
import ExplorerKit
import GraphQL
import OpenCollection

// The schema of a GraphQL server: read from a file, or asked for once, by a person, with the request that is shown.

extension Action {
    static let readSchema = Action(
        "readSchema", [.request], ["W"], "read the schema",
        "Read the GraphQL schema that completes and checks the query: the request asks its server for it, or a file is read again.",
        Keys(
            [.edit], [.alt("s")], "read the schema",
            "Leave the field, and read the GraphQL schema that completes and checks the query."),
        reason: \.reasonNotToReadSchema, perform: { $0.readSchema() })
}

extension ExplorerState {
    fileprivate var reasonNotToReadSchema: String? {
        guard let session, session.isRequest, session.draft.content.definition.body.kind == .graphQL else {
            return "Only GraphQL requests have a schema."
        }
        return reasonNotToSend
    }

    /// Nil where no query is shown.
    private var schemaSource: SchemaSource? {
        guard let session, session.isRequest, session.tab == .body,
            session.draft.content.definition.body.kind == .graphQL
        else { return nil }
        let surroundings = typing.cachedSurroundings?.surroundings ?? surroundings
        if let file = surroundings.policies.graphQLSchema?.value { return .file(file) }
        return surroundings.rendered.map {
            .server(SchemaKey(url: $0.url, collection: current.path, environment: environmentName))
        }
    }

    /// After each event: what is known of the server of the query that is shown now.
    mutating func orderSchema() -> [Effect] {
        let source = schemaSource
        guard source != typing.schema.source else { return [] }
        typing.schema = ShownSchema(source: source)
        guard let source else { return [] }
        return effect(.schema, { .readSchema(source, $0) }, note: { $0.take($1, of: source) })
    }

    private mutating func take(_ result: Result<GraphQLSchema?, GraphQLSchemaProblem>, of source: SchemaSource) {
        guard let problem = typing.schema.take(result, of: source) else { return }
        say(.warning, secrets.masked(problem, glyphs))
    }

    fileprivate mutating func readSchema() -> [Effect] {
        if session?.tab == .body, typing.schema.isInFile {
            typing.schema = ShownSchema()
            return []
        }
        var answers = SendAnswers()
        answers.readsSchema = true
        return sendShown(answers)
    }

    /// After an introspection.
    mutating func keepSchema(from record: RecordedExchange, _ running: RunningSend?) -> [Effect] {
        guard let running, running.answers.readsSchema, record.failure == nil, let store = record.responseBody else {
            return []
        }
        let key = SchemaKey(
            url: record.exchange.request.url, collection: current.path, environment: running.environmentName)
        return effect(.schema, { .keepSchema(store, key, $0) }, note: { $0.takeNew($1, of: key) })
    }

    private mutating func takeNew(_ result: Result<GraphQLSchema?, GraphQLSchemaProblem>, of key: SchemaKey) {
        take(result, of: .server(key))
        guard case .success(let schema?) = result else { return }
        say(
            .info,
            withKeyNames(
                "The schema has \(Wording.count(schema.typeCount, "type")). It is kept, and completes the query: {complete}."
            ))
    }
}
