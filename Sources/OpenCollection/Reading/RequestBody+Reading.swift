import YAMLTree

extension FileReading {
    /// `body`: one body, or variants of which the selected one counts.
    mutating func readBody(_ node: YAMLNode?, _ name: String, into definition: inout RequestDefinition) {
        let kind = definition.kind
        guard let node, node.items != nil else {
            definition.body = body(node, name, of: kind)
            return
        }
        note(node, "variants of a body are not read by Bruno, and lost when it saves")
        definition.writtenVariants = rows(node, name)
        if definition.bodyVariants.isEmpty { definition.body = body(nil, name, of: kind) }
    }

    mutating func body(_ node: YAMLNode?, _ name: String, of kind: RequestKind) -> RequestBody {
        var body = RequestBody()
        if kind == .graphQL { body.kind = .graphQL }
        body.fields.read(mapping(node, name), name, into: &body, &self)
        return body
    }
}
