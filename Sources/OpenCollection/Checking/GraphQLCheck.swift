import GraphQL
import YAMLTree

/// GraphQL queries with words that the schema of their server does not have. Without a schema nothing is said.
struct GraphQLCheck {
    private let outline: CollectionOutline
    private let schema: (ItemPath, String?) -> Result<String, GraphQLSchemaProblem>?
    /// More of one query say nothing.
    private static let most = 20

    init(
        _ outline: CollectionOutline, schema: @escaping (ItemPath, String?) -> Result<String, GraphQLSchemaProblem>?
    ) {
        (self.outline, self.schema) = (outline, schema)
    }

    func problems() -> [CheckProblem] {
        // A file serves many requests.
        var files: [String: Result<GraphQLSchema, GraphQLSchemaProblem>] = [:]
        return outline.requests.filter { $0.kind == "graphql" }.flatMap { request -> [CheckProblem] in
            guard let node = request.details?["body"]?["query"], let query = node.string else { return [] }
            let path = request.file.path
            let file = fileNode(of: path)
            let known = file?.string.flatMap { files[$0] }
            guard let result = known ?? schema(path, file?.string).map(Self.read) else { return [] }
            if let name = file?.string { files[name] = result }
            switch result {
            case .failure(let problem):
                guard known == nil, let file, let companion = outline.companion else { return [] }
                return [
                    companion.problem(.warning, .graphQL, at: file, problem.words, fix: "name a file with a schema")
                ]
            case .success(let schema): return problems(of: query, node, in: request.file, schema)
            }
        }
    }

    private static func read(
        _ text: Result<String, GraphQLSchemaProblem>
    ) -> Result<GraphQLSchema, GraphQLSchemaProblem> {
        text.flatMap { text in
            do throws(GraphQLSchemaProblem) { return .success(try GraphQLSchema.read(text)) } catch {
                return .failure(error)
            }
        }
    }

    private func problems(
        of query: String, _ node: YAMLNode, in file: CheckedFile, _ schema: GraphQLSchema
    ) -> [CheckProblem] {
        let bytes = Array(query.utf8)
        return schema.remarks(on: query).filter { !$0.isDeprecation }.prefix(Self.most).map { remark in
            let line = bytes[..<remark.range.lowerBound].count { $0 == 0x0A } + 1
            return file.problem(
                .warning, .graphQL, at: node, "line \(line) of the query: \(remark.words)",
                fix: "correct it, or read the schema again with microscope graphql --refresh")
        }
    }

    /// The file that `microscope.yaml` names for a request, its folders or the collection.
    private func fileNode(of path: ItemPath) -> YAMLNode? {
        guard let root = outline.companion?.root else { return nil }
        func entry(_ key: String, _ name: String) -> YAMLNode? {
            root[key]?.entries?.first { $0.key.scalar?.text == name }?.value["graphqlSchema"]
        }
        return entry("requests", path.text) ?? path.ancestors.reversed().lazy.compactMap { entry("folders", $0.text) }
            .first
            ?? root["collection"]?["graphqlSchema"]
    }
}
