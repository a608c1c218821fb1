import YAMLTree

extension FileWriting {
    /// Of the same kind only the changed members are edited.
    mutating func save(_ old: Auth, _ new: Auth) throws(FileProblem) {
        guard new != old else { return }
        let path: YAMLPath = ["http", "auth"]
        guard new != .none else { return try remove(path) }
        guard let members = new.members else {
            guard case .unsupported(let word) = new else { return try set(path, "inherit") }
            throw problem("cannot save: authentication of the kind \"\(word)\" cannot be written yet")
        }
        guard node(at: path)?.entries != nil, let former = old.members, former[0].value == members[0].value else {
            return try set(path, new.written ?? .null)
        }
        for (member, former) in zip(members, former) where member.value != former.value {
            try set(path.appending(key: member.key), text: member.value)
        }
    }
}

extension Auth {
    /// Keys and values of the mapping, the type first; nil when it is no mapping or cannot be written.
    fileprivate var members: [(key: String, value: String?)]? {
        switch self {
        case .none, .inherit, .unsupported: nil
        case .basic(let username, let password):
            [("type", "basic"), ("username", username), ("password", password)]
        case .bearer(let token):
            [("type", "bearer"), ("token", token)]
        case .apiKey(let name, let value, let placement):
            [("type", "apikey"), ("key", name), ("value", value), ("placement", placement?.rawValue)]
        }
    }

    /// The value of `auth`; nil for none and for kinds that cannot be written.
    var written: YAMLValue? {
        if self == .inherit { return "inherit" }
        return members.map { members in
            .mapping(YAMLMapping(members.compactMap { member in member.value.map { (member.key, .string($0)) } }))
        }
    }
}
