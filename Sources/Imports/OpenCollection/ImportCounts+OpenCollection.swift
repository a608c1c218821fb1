extension ImportCounts {
    /// Counts what a collection in one file contains, in its YAML or JSON.
    init(openCollection root: SourceNode) {
        countShared(by: root)
        for environment in root["config"]?["environments"]?.elements ?? [] where environment.isObject {
            self[.environments] += 1
            self[.variables] += Self.count(environment["variables"])
        }
        for item in root["items"]?.elements ?? [] { self += ImportCounts(openCollectionItem: item) }
    }

    /// Counts an item with all that is in it.
    init(openCollectionItem item: SourceNode) {
        let kind = (item["info"]?["type"] ?? item["type"])?.string
        let section = ["http", "graphql"].first { kind == $0 || kind == nil && item[$0] != nil }
        if kind == "folder" || kind == nil && item["items"] != nil {
            self[.folders] = 1
            countShared(by: item)
            for inner in item["items"]?.elements ?? [] { self += ImportCounts(openCollectionItem: inner) }
            return
        }
        self[.requests] = 1
        guard let section else { return }
        self[.headers] = Self.count(item[section]?["headers"])
        self[.variables] = Self.count(item["runtime"]?["variables"])
        self[.scripts] = Self.count(item["runtime"]?["scripts"])
        self[.examples] = Self.count(item["examples"])
    }

    private mutating func countShared(by node: SourceNode) {
        self[.headers] += Self.count(node["request"]?["headers"])
        self[.variables] += Self.count(node["request"]?["variables"])
        self[.scripts] += Self.count(node["request"]?["scripts"])
    }

    private static func count(_ rows: SourceNode?) -> Int { rows?.elements?.count(where: \.isObject) ?? 0 }
}
