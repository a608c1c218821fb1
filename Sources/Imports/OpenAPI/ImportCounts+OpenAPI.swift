import Quoting

extension ImportCounts {
    /// Counts what an OpenAPI document contains, in its JSON.
    ///
    /// - Parameter references: keeps the files beside the document that were read.
    init(openAPI document: SourceNode, _ references: inout OpenAPIReferences, _ folders: OpenAPIFolders) {
        self = [.environments: Self.servers(of: document)]
        var count = OperationCount(document, references, folders)
        defer { references = count.references }
        let paths = count.members(document["paths"]) + count.members(document["x-ms-paths"])
        for (path, node) in paths where !path.beginsWithBytes(of: "x-") { count.add(node, at: path) }
        for (name, node) in count.members(document["webhooks"]) where !name.beginsWithBytes(of: "x-") {
            count.add(node, at: nil)
        }
        self += count.counts
        self[.folders] = count.found.count
    }

    private static func servers(of document: SourceNode) -> Int {
        guard document["swagger"] != nil else { return document["servers"]?.elements?.count ?? 0 }
        guard document["host"]?.string?.contains(where: { $0 != "/" }) == true else { return 0 }
        let schemes = (document["schemes"]?.elements ?? []).compactMap(\.string)
        return max(1, schemes.count { $0 == "http" || $0 == "https" })
    }
}

/// Counts requests, their bodies and their examples.
private struct OperationCount {
    private(set) var counts = ImportCounts()
    /// The folders of operations, each with those around it.
    private(set) var found: Set<[OpenAPIFolders.Folder]> = []
    private let folders: OpenAPIFolders
    private let isSwagger: Bool
    private(set) var references: OpenAPIReferences

    init(_ document: SourceNode, _ references: OpenAPIReferences, _ folders: OpenAPIFolders) {
        self.folders = folders
        isSwagger = document["swagger"] != nil
        self.references = references
    }

    mutating func members(_ node: SourceNode?) -> [(key: String, value: SourceNode)] {
        references.resolved(node)?.members ?? []
    }

    /// - Parameter route: the key of the path; nil for a webhook or a callback.
    mutating func add(_ path: SourceNode, at route: String?) {
        guard let path = references.resolved(path) else { return }
        let operations = (path.members ?? []).filter {
            OpenAPIReader.methods.contains($0.key.lowercased()) && $0.value.value != .null
        }
        for (_, node) in operations + members(path["additionalOperations"]) {
            counts[.requests] += 1
            let operation = references.resolved(node) ?? node
            guard operation.isObject else { continue }
            let tags = operation["tags"]
            let tag = (tags?.elements?.first ?? tags)?.title
            let chain = route.map { folders.folders(path: $0, tag: tag) } ?? folders.webhooks
            for count in chain.indices { found.insert(Array(chain[...count])) }
            if hasBody(path, operation) { counts[.bodies] += 1 }
            for (_, response) in members(operation["responses"]).filter({ !$0.key.beginsWithBytes(of: "x-") }) {
                add(response: response)
            }
            for (_, callback) in route == nil ? [] : members(operation["callbacks"]) {
                for (_, path) in members(callback).filter({ !$0.key.beginsWithBytes(of: "x-") }) {
                    add(path, at: nil)
                }
            }
        }
    }

    private mutating func hasBody(_ path: SourceNode, _ operation: SourceNode) -> Bool {
        for node in (path["parameters"]?.elements ?? []) + (operation["parameters"]?.elements ?? []) {
            let parameter = references.resolved(node)
            switch parameter?["in"]?.string?.lowercased() {
            case "body": return true
            case "formdata" where parameter?["name"]?.string != nil: return true
            default: continue
            }
        }
        let content = members(references.resolved(operation["requestBody"])?["content"])
        let examples = content.reduce(0) { $0 + self.examples(of: references.resolved($1.value) ?? $1.value) }
        // One example is the body itself, if there is one kind of it.
        if examples > 1 || content.count > 1 { counts[.examples] += examples }
        return !content.isEmpty
    }

    private mutating func examples(of media: SourceNode) -> Int {
        media["example"] != nil ? 1 : members(media["examples"]).count { references.resolved($0.value) != nil }
    }

    private mutating func add(response: SourceNode) {
        guard let response = references.resolved(response) else { return }
        if isSwagger { counts[.examples] += response["examples"]?.members?.count ?? 0 }
        for (_, media) in isSwagger ? [] : members(response["content"]) {
            if let media = references.resolved(media) { counts[.examples] += examples(of: media) }
        }
    }
}
