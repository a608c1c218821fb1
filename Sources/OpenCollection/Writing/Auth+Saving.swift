import Quoting
import YAMLTree

extension FileWriting {
    /// Of the same kind only the changed members are edited.
    mutating func save(_ old: Auth, _ new: Auth, at path: YAMLPath) throws(FileProblem) {
        guard differ(new, old) else { return }
        guard new != .none else { return try remove(path) }
        if case .unsupported(let new) = new { return try save(old, new, at: path) }
        guard let members = new.members else { return try set(path, "inherit") }
        guard node(at: path)?.entries != nil, let former = old.members, former[0].value == members[0].value else {
            return try set(path, new.written ?? .null)
        }
        for (member, former) in zip(members, former) where differ(member.value, former.value) {
            try set(path.appending(key: member.key), text: member.value)
        }
    }

    private mutating func save(_ old: Auth, _ new: AuthDetails, at path: YAMLPath) throws(FileProblem) {
        guard case .unsupported(let old) = old, old.type == new.type else { return try set(path, new.written) }
        try save(path, old.written, new.written)
    }
}

extension Auth {
    /// Keys and values of the mapping, the type first; nil when it is no mapping, or of a kind with members of its own.
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

    /// The value of `auth`; nil for none.
    var written: YAMLValue? {
        if self == .inherit { return "inherit" }
        if case .unsupported(let details) = self { return details.written }
        return members.map { members in
            .mapping(YAMLMapping(members.compactMap { member in member.value.map { (member.key, .string($0)) } }))
        }
    }

    /// The credentials key by key; nil when they are no mapping.
    package var details: AuthDetails? {
        if case .unsupported(let details) = self { return details }
        guard let members, let type = members[0].value else { return nil }
        let said = members.dropFirst().compactMap { member in member.value.map { (member.key, YAMLValue.string($0)) } }
        return AuthDetails(type: type, members: YAMLMapping(said))
    }

    package init(_ details: AuthDetails) {
        func text(_ key: String) -> String { details.text(at: [key]) }
        switch details.type {
        case "basic": self = .basic(username: text("username"), password: text("password"))
        case "bearer": self = .bearer(token: text("token"))
        case "apikey":
            self = .apiKey(name: text("key"), value: text("value"), placement: Placement(rawValue: text("placement")))
        default: self = .unsupported(details)
        }
    }
}
