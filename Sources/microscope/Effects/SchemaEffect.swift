import BodyStore
import CollectionFiles
import Explorer
import Files
import Foundation
import GraphQL
import OpenCollection

/// Reads schemas of GraphQL servers, and keeps them.
struct SchemaEffect {
    let store: SchemaStore

    /// - Parameters:
    ///   - root: of the collection.
    ///   - agreesToAll: whether files outside of it may be read, as `--trust` says.
    init(root: URL, environment: [String: String], agreesToAll: Bool = false) {
        let directories = MicroscopeDirectories(environment: environment)
        store = SchemaStore(
            directories: directories, gate: TrustGate(root: root, directories: directories, isOpen: agreesToAll))
    }

    /// - Returns: nil when nothing was kept of the server.
    func read(_ source: SchemaSource) -> Result<GraphQLSchema?, GraphQLSchemaProblem> {
        do {
            return .success(try store.text(of: source).map { try GraphQLSchema.read($0) })
        } catch {
            // What was kept and cannot be read is read from the server again.
            guard case .file(let path) = source else { return .success(nil) }
            let reason = (error as? GraphQLSchemaProblem)?.words ?? Self.words(of: error)
            return .failure(GraphQLSchemaProblem("graphqlSchema: \(path) is not used: \(reason)"))
        }
    }

    private static func words(of error: any Error) -> String {
        guard error is UnagreedError else { return (error as? FileError)?.reason ?? "\(error)" }
        return "it lies outside of the collection, and nobody has agreed to that: microscope trust --agree does."
    }

    /// Reads a schema from the response to an introspection, and keeps it.
    func keep(_ body: BodyStore, for key: SchemaKey) -> Result<GraphQLSchema?, GraphQLSchemaProblem> {
        guard body.count <= GraphQLSchema.longestText else {
            return .failure(
                GraphQLSchemaProblem(
                    "The response to the introspection has more than \(GraphQLSchema.longestText >> 20) MB: name a smaller file with graphqlSchema."
                ))
        }
        do throws(GraphQLSchemaProblem) {
            let schema = try GraphQLSchema.read(String(decoding: body.copy(0..<body.count), as: UTF8.self))
            try? store.keep(schema.text, for: key)
            return .success(schema)
        } catch {
            return .failure(error)
        }
    }
}
