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
        switch type {
        case "none": return .none
        case "basic":
            return .basic(
                username: text(node["username"], "\(name).username") ?? "",
                password: text(node["password"], "\(name).password") ?? "")
        case "bearer": return .bearer(token: text(node["token"], "\(name).token") ?? "")
        case "apikey":
            let placement = text(node["placement"], "\(name).placement").flatMap(Auth.Placement.init(rawValue:))
            return .apiKey(
                name: text(node["key"], "\(name).key") ?? "", value: text(node["value"], "\(name).value") ?? "",
                placement: placement)
        default:
            var members = YAMLMapping()
            if case .mapping(let all) = node.value { members = all }
            members["type"] = nil
            return .unsupported(AuthDetails(type: type, members: members))
        }
    }
}
