import YAMLTree

extension CollectionOutline.Request {
    /// The scalars of a request in which names are replaced, with what it inherits and the file of each.
    var templates: [(file: CheckedFile, node: YAMLNode)] {
        var templates = ownTemplates.map { (file, $0) }
        for level in levels {
            templates += Self.rows(level.node["request"]?["headers"]).map { (level.file, $0) }
        }
        return templates + inheritedAuth.map { ($0.file, $0.node) }
    }

    private var ownTemplates: [YAMLNode] {
        guard let details else { return [] }
        let assertions = node["runtime"]?["assertions"]?.enabledItems ?? []
        return [details["url"], details["protoFilePath"]].compactMap(\.self)
            + ["headers", "metadata", "params"].flatMap { Self.rows(details[$0]) }
            + Self.body(details["body"] ?? details["message"]) + Self.auth(details["auth"])
            + assertions.compactMap { $0["value"] }
    }

    /// Names and values of the enabled rows.
    private static func rows(_ list: YAMLNode?) -> [YAMLNode] {
        (list?.enabledItems ?? []).flatMap { [$0["name"], $0["value"]].compactMap(\.self) }.filter { $0.scalar != nil }
    }

    /// A body, or the variant of it that counts; a message of gRPC is a text.
    private static func body(_ node: YAMLNode?) -> [YAMLNode] {
        guard let node else { return [] }
        if let items = node.items {
            let variant = items.last { $0["selected"]?.isTrue == true } ?? items.first
            return body(variant?["body"] ?? variant?["message"])
        }
        if node.scalar != nil { return [node] }
        // The paths of a file as body are not replaced.
        if node["type"]?.string == "file" { return [] }
        let texts = [node["data"], node["query"], node["variables"]].compactMap(\.self).filter { $0.scalar != nil }
        return texts + (node["data"]?.enabledItems ?? []).flatMap { $0["value"]?.scalars ?? [] }
    }

    private static func auth(_ node: YAMLNode?) -> [YAMLNode] { node?.entries == nil ? [] : node?.scalars ?? [] }

    /// The credentials of the nearest folder that has some, else the root's, when the request inherits.
    private var inheritedAuth: [(file: CheckedFile, node: YAMLNode)] {
        guard details?["auth"]?.string == "inherit" else { return [] }
        let levels = levels.reversed().filter { $0.node["request"]?["auth"]?.string != "inherit" }
        guard let level = levels.first else { return [] }
        return Self.auth(level.node["request"]?["auth"]).map { (level.file, $0) }
    }
}
