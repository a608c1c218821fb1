import GraphQL
import Text

/// Where the schema of a GraphQL request is found.
public enum SchemaSource: Sendable, Hashable {
    /// A file that `microscope.yaml` names, by its path from the collection's root.
    case file(String)
    /// The response of a server to an introspection, kept from then on.
    case server(SchemaKey)
}

/// The server that a schema was read from, and who asked for it.
public struct SchemaKey: Sendable, Hashable {
    /// The path of the collection.
    public let collection: String
    /// The name of the environment; nil: none was chosen.
    public let environment: String?
    /// The URL without user, query and fragment.
    public let endpoint: String

    /// - Parameter url: The URL of a request, as it is sent.
    public init(url: String, collection: String, environment: String?) {
        var reference = URLReference(url)
        (reference.query, reference.fragment) = (nil, nil)
        reference.authority = reference.authority.map { authority in
            authority.utf8.lastIndex(of: UInt8(ascii: "@")).map {
                String(authority[authority.utf8.index(after: $0)...])
            }
                ?? authority
        }
        (endpoint, self.collection, self.environment) = (reference.text, collection, environment)
    }
}

extension DraftContent {
    /// The request that asks its server for its schema, with the same URL, header fields and credentials, and nothing done with the response.
    public var introspecting: DraftContent {
        var content = self
        content.definition = definition.introspecting
        (content.policies.captures, content.policies.checks, content.policies.operation) = ([], [], nil)
        return content
    }
}

extension RequestDefinition {
    /// As that of ``DraftContent``.
    public var introspecting: RequestDefinition {
        var definition = self
        definition.body.text = GraphQLSchema.introspectionQuery
        (definition.body.graphQLVariables, definition.body.operationName) = (nil, nil)
        (definition.assertions, definition.examples) = ([], [])
        definition.actions.removeAll { $0.phase == "after-response" }
        definition.scripts.removeAll { $0.type != "before-request" }
        return definition
    }
}
