import YAMLTree

extension FileReading {
    /// `auth` of a request, a folder or the collection.
    mutating func auth(_ node: YAMLNode?, _ name: String) -> Auth {
        guard let node, !node.isNull else { return .none }
        if let word = node.string {
            if word == "inherit" { return .inherit }
            note(node, "\(name) is \"\(word)\"; inherit or a mapping was expected, it is read as none")
            return .none
        }
        guard mapping(node, name) != nil else { return .none }
        let type = text(node["type"], "\(name).type") ?? ""
        return auth(ofType: type, node, name)
    }

    private mutating func auth(ofType type: String, _ node: YAMLNode, _ name: String) -> Auth {
        if type == "none" { return .none }
        if let auth = Auth(type: type, { text(node[$0.key], "\(name).\($0.key)") }) { return auth }
        var members = YAMLMapping()
        if case .mapping(let all) = node.value { members = all }
        members["type"] = nil
        return .unsupported(AuthDetails(type: type, members: members))
    }
}
