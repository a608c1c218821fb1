import Quoting

extension ImportCounts {
    /// Counts what an OpenAPI document contains, in its JSON.
    init(openAPI document: SourceNode, _ references: OpenAPIReferences) {
        self = [.environments: Self.servers(of: document)]
        var count = OperationCount(document, references)
        for (path, node) in document["paths"]?.members ?? [] where !path.beginsWithBytes(of: "x-") { count.add(node) }
        let folders = count.tags.count
        let requests = count.objects
        for (_, node) in document["webhooks"]?.members ?? [] { count.add(node) }
        self += count.counts
        self[.folders] = folders + (count.objects > requests ? 1 : 0)
    }

    private static func servers(of document: SourceNode) -> Int {
        guard document["swagger"] != nil else { return document["servers"]?.elements?.count ?? 0 }
        guard document["host"]?.string?.isEmpty == false else { return 0 }
        let schemes = (document["schemes"]?.elements ?? []).compactMap(\.string)
        return max(1, schemes.count { $0 == "http" || $0 == "https" })
    }
}

/// Counts requests, their bodies and the examples of their responses.
private struct OperationCount {
    private(set) var counts = ImportCounts()
    /// The first tag of each operation.
    private(set) var tags: Set<String> = []
    /// The number of operations that can be read.
    private(set) var objects = 0
    private let isSwagger: Bool
    private var references: OpenAPIReferences

    init(_ document: SourceNode, _ references: OpenAPIReferences) {
        isSwagger = document["swagger"] != nil
        self.references = references
    }

    mutating func add(_ path: SourceNode) {
        guard let path = references.resolved(path) else { return }
        for (_, operation) in OpenAPIReader.operations(of: path) {
            counts[.requests] += 1
            guard operation.isObject else { continue }
            objects += 1
            if let tag = operation["tags"]?.elements?.first?.title { tags.insert(tag) }
            if hasBody(path, operation) { counts[.bodies] += 1 }
            for (_, response) in operation["responses"]?.members ?? [] { add(response: response) }
        }
    }

    private mutating func hasBody(_ path: SourceNode, _ operation: SourceNode) -> Bool {
        for node in (path["parameters"]?.elements ?? []) + (operation["parameters"]?.elements ?? []) {
            let parameter = references.resolved(node)
            switch parameter?["in"]?.string {
            case "body": return true
            case "formData" where isSwagger && parameter?["name"]?.string != nil: return true
            default: continue
            }
        }
        return references.resolved(operation["requestBody"])?["content"]?.members?.isEmpty == false
    }

    private mutating func add(response: SourceNode) {
        guard let response = references.resolved(response) else { return }
        if isSwagger { counts[.examples] += response["examples"]?.members?.count ?? 0 }
        for (_, media) in isSwagger ? [] : response["content"]?.members ?? [] {
            let examples = media["examples"]?.members ?? []
            counts[.examples] += media["example"] != nil ? 1 : examples.count { references.resolved($0.value) != nil }
        }
    }
}
