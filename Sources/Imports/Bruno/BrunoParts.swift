import OpenCollection
import Quoting

/// A file of a Bruno collection.
struct BrunoFile {
    enum Role { case collection, folder, request, environment }

    /// The path below the collection.
    var path: String
    var role: Role
    var content: BruFile

    /// - Parameter folder: the role of a file with what all items around it share; nil: it lies at the root of the collection.
    init(path: String, content: BruFile, folder: Role? = nil) {
        let name = path.split(at: "/").last ?? path
        (self.path, self.content) = (path, content)
        if name == "folder.bru" || name == "collection.bru" && folder == nil {
            role = folder ?? .collection
        } else {
            let isEnvironment = path.beginsWithBytes(of: "environments/") || BrunoParts.isEnvironment(content)
            role = isEnvironment ? .environment : .request
        }
    }

    /// The name without directories and extension.
    var stem: String { (path.split(at: "/").last ?? path).droppingBytes(behind: ".bru") }
}

/// The parts of a `.bru` file as Bruno spells them.
enum BrunoParts {
    static let methods: Set = [
        "get", "post", "put", "patch", "delete", "options", "head", "trace", "connect", "http", "grpc", "ws",
    ]

    /// Blocks with code, and the types of scripts that they are.
    static let scripts = [
        (block: "script:pre-request", type: "before-request"), (block: "script:post-response", type: "after-response"),
        (block: "tests", type: "tests"), (block: "script:hooks", type: "hooks"),
    ]

    /// Bodies by their blocks.
    static let bodies: [(block: String, kind: RequestBody.Kind)] = [
        ("body", .json), ("body:json", .json), ("body:text", .text), ("body:xml", .xml), ("body:sparql", .sparql),
        ("body:graphql", .graphQL), ("body:graphql:vars", .graphQL), ("body:form-urlencoded", .formURLEncoded),
        ("body:multipart-form", .multipart), ("body:file", .file),
    ]

    /// Whether a block of this name says that a text is in Bruno's language.
    static func isBlockName(_ name: String) -> Bool {
        methods.contains(name)
            || ["meta", "headers", "vars", "auth", "assert", "tests", "docs", "query", "params"].contains(name)
            || ["auth:", "body:", "params:", "script:", "vars:"].contains { name.beginsWithBytes(of: $0) }
    }

    /// Whether there is nothing but variables of an environment.
    static func isEnvironment(_ bru: BruFile) -> Bool {
        let own: Set = ["vars", "vars:secret", "color"]
        return (bru.blocks.map(\.name) + bru.rows.map(\.name)).contains(where: own.contains)
            && bru.blocks.allSatisfy { own.contains($0.name) }
    }

    static func method(of bru: BruFile) -> BruBlock? { bru.first(methods) }

    static func url(of bru: BruFile) -> String { method(of: bru).flatMap { bru.value($0.name, "url") } ?? "" }

    /// Returns the kind of the body that is sent; nil for none, and for a word that names none.
    static func bodyKind(of bru: BruFile) -> RequestBody.Kind? {
        let word = method(of: bru).flatMap { bru.value($0.name, "body") }
        return word.map(bodyKind) ?? (bru.has("body") ? .json : nil)
    }

    static func bodyKind(_ word: String) -> RequestBody.Kind? {
        switch word.lowercased().filter(\.isLetter) {
        case "json": .json
        case "text": .text
        case "xml": .xml
        case "sparql": .sparql
        case "graphql": .graphQL
        case "formurlencoded": .formURLEncoded
        case "multipartform": .multipart
        case "file": .file
        default: nil
        }
    }

    /// Returns the kinds of bodies that have content or are sent, in the order of the format.
    static func bodyKinds(of bru: BruFile) -> [RequestBody.Kind] {
        let sent = bodyKind(of: bru)
        let filled = Set(bru.blocks.filter { !$0.isWhitespaceOnly }.map(\.name))
        var kinds: [RequestBody.Kind] = []
        for (block, kind) in bodies where (kind == sent || filled.contains(block)) && !kinds.contains(kind) {
            kinds.append(kind)
        }
        return kinds
    }

    /// Returns the word for what authenticates; nil where the file says nothing.
    static func authMode(of bru: BruFile) -> String? {
        bru.value("auth", "mode") ?? method(of: bru).flatMap { bru.value($0.name, "auth") }
    }

    /// Returns the kinds of credentials that the file holds or names, in their order.
    static func authKinds(of bru: BruFile) -> [String] {
        var kinds = bru.blocks.compactMap { block -> String? in
            let parts = block.name.split(at: ":")
            return parts.count == 2 && parts[0] == "auth" ? parts[1] : nil
        }
        if let mode = authMode(of: bru) { kinds.insert(mode, at: 0) }
        var known: Set = ["none", "inherit", ""]
        return kinds.filter { known.insert($0).inserted }
    }
}
