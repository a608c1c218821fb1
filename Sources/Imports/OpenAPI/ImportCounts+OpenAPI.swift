import Quoting

extension ImportCounts {
    /// Counts what an OpenAPI document contains, in its JSON.
    ///
    /// - Parameter references: keeps the files beside the document that were read.
    init(openAPI document: SourceNode, _ references: inout OpenAPIReferences) {
        self = [.environments: Self.servers(of: document)]
        var count = OperationCount(document, references)
        defer { references = count.references }
        let paths = count.members(document["paths"])
        for (path, node) in paths where !path.beginsWithBytes(of: "x-") { count.add(node) }
        for (name, node) in count.members(document["webhooks"]) where !name.beginsWithBytes(of: "x-") {
            count.add(node, isWebhook: true)
        }
        self += count.counts
        self[.folders] = count.tags.count + (count.hasWebhooks ? 1 : 0)
        var tags = count.tags
        for group in document["x-tagGroups"]?.elements ?? [] {
            let own = tags.intersection((group["tags"]?.elements ?? []).compactMap(\.title))
            if !own.isEmpty { self[.folders] += 1 }
            tags.subtract(own)
        }
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
    /// The first tag of each operation.
    private(set) var tags: Set<String> = []
    /// Whether a webhook or a callback can be read.
    private(set) var hasWebhooks = false
    private static let methods: Set = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]
    private let isSwagger: Bool
    private(set) var references: OpenAPIReferences

    init(_ document: SourceNode, _ references: OpenAPIReferences) {
        isSwagger = document["swagger"] != nil
        self.references = references
    }

    mutating func members(_ node: SourceNode?) -> [(key: String, value: SourceNode)] {
        references.resolved(node)?.members ?? []
    }

    mutating func add(_ path: SourceNode, isWebhook: Bool = false) {
        guard let path = references.resolved(path) else { return }
        let operations = (path.members ?? []).filter {
            Self.methods.contains($0.key.lowercased()) && $0.value.value != .null
        }
        for (_, operation) in operations + members(path["additionalOperations"]) {
            counts[.requests] += 1
            guard operation.isObject else { continue }
            let tags = operation["tags"]
            if isWebhook {
                hasWebhooks = true
            } else if let tag = (tags?.elements?.first ?? tags)?.title {
                self.tags.insert(tag)
            }
            if hasBody(path, operation) { counts[.bodies] += 1 }
            for (_, response) in members(operation["responses"]).filter({ !$0.key.beginsWithBytes(of: "x-") }) {
                add(response: response)
            }
            for (_, callback) in isWebhook ? [] : members(operation["callbacks"]) {
                for (_, path) in members(callback).filter({ !$0.key.beginsWithBytes(of: "x-") }) {
                    add(path, isWebhook: true)
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
        let examples = content.reduce(0) { $0 + self.examples(of: $1.value) }
        // One example is the body itself.
        if examples > 1 { counts[.examples] += examples }
        return !content.isEmpty
    }

    private mutating func examples(of media: SourceNode) -> Int {
        (media["examples"]?.members ?? []).count { references.resolved($0.value) != nil }
    }

    private mutating func add(response: SourceNode) {
        guard let response = references.resolved(response) else { return }
        if isSwagger { counts[.examples] += response["examples"]?.members?.count ?? 0 }
        for (_, media) in isSwagger ? [] : members(response["content"]) {
            counts[.examples] += media["example"] != nil ? 1 : examples(of: media)
        }
    }
}
