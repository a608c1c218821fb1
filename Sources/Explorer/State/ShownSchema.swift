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

    /// Takes what was read, unless another query is shown by now.
    ///
    /// - Returns: Why there is none; nil otherwise.
    mutating func take(_ result: Result<GraphQLSchema?, GraphQLSchemaProblem>, of source: SchemaSource) -> String? {
        guard source == self.source else { return nil }
        switch result {
        case .success(let schema):
            self.schema = schema
            return nil
        case .failure(let problem):
            self.problem = problem.words
            return problem.words
        }
    }
}
