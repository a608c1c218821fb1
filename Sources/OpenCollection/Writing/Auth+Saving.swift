import Quoting
import YAMLTree

extension FileWriting {
    /// Saves authentication; if the kind is the same, only the changed members are edited.
    mutating func save(_ old: Auth, _ new: Auth, at path: YAMLPath) throws(FileProblem) {
        guard differ(new, old) else { return }
        guard new != .none else { return try remove(path) }
        if case .unsupported(let new) = new { return try save(old, new, at: path) }
        guard let said = new.said else { return try set(path, "inherit") }
        guard node(at: path)?.entries != nil, let former = old.said, former.type == said.type else {
            return try set(path, new.written ?? .null)
        }
        for (text, (value, former)) in zip(Auth.texts(of: said.type), zip(said.texts, former.texts))
        where differ(value, former) {
            try set(path.appending(key: text.key), text: value)
        }
    }

    private mutating func save(_ old: Auth, _ new: AuthDetails, at path: YAMLPath) throws(FileProblem) {
        guard case .unsupported(let old) = old, old.type == new.type else { return try set(path, new.written) }
        try save(path, old.written, new.written)
    }
}

extension Auth {
    /// The value of `auth`; nil for none.
    var written: YAMLValue? { self == .inherit ? "inherit" : details?.written }

    /// The credentials key by key; nil if they are not a mapping.
    package var details: AuthDetails? {
        if case .unsupported(let details) = self { return details }
        guard let said else { return nil }
        let members = zip(Self.texts(of: said.type), said.texts).compactMap { text, value in
            value.map { (text.key, YAMLValue.string($0)) }
        }
        return AuthDetails(type: said.type, members: YAMLMapping(members))
    }

    package init(_ details: AuthDetails) {
        self = Auth(type: details.type) { details.text(at: [$0.key]) } ?? .unsupported(details)
    }
}
