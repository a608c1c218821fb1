import Testing

@testable import OpenCollection

/// A sentence of the reference, said with files: what they are, and what goes out.
///
/// The expected lines are the reference's, or ours where we differ from it on purpose.
struct ReferenceRow: Sendable, CustomTestStringConvertible {
    /// The section and the sentence: "2.2 three braces do not match".
    var id: String
    var files: ReferenceFiles
    var expected: [String]
    var testDescription: String { id }

    init(_ id: String, _ files: ReferenceFiles, _ expected: String...) {
        self.id = id
        self.files = files
        self.expected = expected
    }
}

/// The files of a small collection, of which one request is sent: `users/admin/get.yml`. Each text is what its file says.
struct ReferenceFiles: Sendable {
    var root = ""
    /// The text of `users/folder.yml`; nil if there is none.
    var outer: String?
    /// The text of `users/admin/folder.yml`; nil if there is none.
    var inner: String?
    /// The environments by name; the one called `dev` is chosen.
    var environments: [String: String] = [:]
    /// The text of the request's file, all but `info`.
    var request = "http: {url: \"http://h/\"}"
    var type = "http"
    var session: [String: TypedValue] = [:]
    var secrets: [String: String] = [:]
    var process: [String: String] = [:]
    var pairs: [String: [String: String]] = [:]

    static let path: ItemPath = "users/admin/get.yml"

    var collection: Collection {
        get throws {
            var files = ["\(Self.path)": "info: {type: \(type)}\n\(request)\n"]
            files["users/folder.yml"] = outer
            files["users/admin/folder.yml"] = inner
            for (name, text) in environments { files["environments/\(name).yml"] = text }
            let memory = MemoryCollection(files)
            let file = try CollectionRootFile.read(text: root, path: "opencollection.yml")
            return Collection(
                name: "c", root: file.defaults, items: memory.everything(), environments: memory.environments,
                info: file.info)
        }
    }

    func scopes() throws -> VariableScopes {
        let collection = try collection
        return VariableScopes(
            collection: collection, environment: collection.environment(named: "dev"), itemPath: Self.path,
            session: session, environmentFiles: pairs, secrets: { secrets[$0] }, processEnvironment: process)
    }

    func rendered() throws -> RenderedRequest {
        let collection = try collection
        let request = try #require(collection.request(at: Self.path))
        return RequestRenderer.render(
            request.definition, at: Self.path, in: collection, scopes: try scopes(),
            defaults: ClientDefaults(userAgent: "Microscope/1"))
    }
}

extension MemoryCollection {
    /// All items, folders with what is in them.
    func everything(in folder: ItemPath = .root) -> [CollectionItem] {
        items(in: folder).map { item in
            guard case .folder(var definition, _) = item.kind else { return item }
            definition.hasFile = files[item.path.folderFile] != nil
            var copy = item
            copy.kind = .folder(definition, everything(in: item.path))
            return copy
        }
    }
}

extension RenderedRequest {
    /// The request as lines: what is sent, without what Microscope and the connection add, and what prevents sending it.
    var referenceLines: [String] {
        let automatic: [Origin] = [.microscope, .connection]
        return ["\(method) \(url)"]
            + headers.filter { !automatic.contains($0.origin) }.map { "\($0.name): \($0.value)" } + bodyLines
            + missing.map { "missing \($0.name)" } + cycles.map { "circle \($0)" } + problems.map { "problem \($0)" }
    }

    private var bodyLines: [String] {
        switch body {
        case .none: []
        case .bytes(let bytes, _): ["> " + String(decoding: bytes, as: UTF8.self)]
        case .file(let path): ["> file \(path)"]
        case .multipart(let parts):
            parts.map { part in
                let type = part.contentType.map { " (\($0))" } ?? ""
                return switch part.content {
                case .text(let text): "> \(part.name) = \(text)\(type)"
                case .file(let path): "> \(part.name) = file \(path)\(type)"
                }
            }
        }
    }
}

/// Expects that what is sent is what the reference says, line by line.
func expectSent(_ row: ReferenceRow, _ sourceLocation: SourceLocation = #_sourceLocation) throws {
    let lines = try row.files.rendered().referenceLines
    #expect(lines == row.expected, "\(row.id)", sourceLocation: sourceLocation)
}
