import GraphQL
import OpenCollection

/// The schema for the GraphQL query that is shown.
struct ShownSchema: Sendable, Hashable {
    /// Nil: no query is shown.
    var source: SchemaSource?
    /// Nil: there is none, or it is being read.
    var schema: GraphQLSchema?
    /// Why a file has none.
    var problem: String?

    /// Whether it comes from a file.
    var isInFile: Bool { if case .file? = source { true } else { false } }
}
