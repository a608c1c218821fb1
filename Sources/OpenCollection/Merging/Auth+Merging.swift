extension Auth {
    /// Where all three are of one kind, its parts; else it is one field.
    static func merged(_ versions: Versions<Auth>, _ merging: inout FieldMerging) -> Auth {
        if let agreed = versions.agreed { return agreed }
        if let keys: Versions<Key> = versions.map(\.key).unwrapped() { return key(keys, &merging) }
        switch (versions.base, versions.mine, versions.theirs) {
        case (.basic(let user, let password), .basic(let myUser, let myPassword), .basic(let other, let otherPassword)):
            let users = Versions(base: user, mine: myUser, theirs: other)
            let passwords = Versions(base: password, mine: myPassword, theirs: otherPassword)
            return .basic(
                username: merging.value("Auth, user name", users),
                password: merging.value("Auth, password", passwords, isSecret: true))
        case (.bearer(let token), .bearer(let mine), .bearer(let theirs)):
            let tokens = Versions(base: token, mine: mine, theirs: theirs)
            return .bearer(token: merging.value("Auth, token", tokens, isSecret: true))
        case (.unsupported(let base), .unsupported(let mine), .unsupported(let theirs))
        where base.type == mine.type && base.type == theirs.type:
            let members = Versions(base: base, mine: mine, theirs: theirs).members
            return .unsupported(
                AuthDetails(type: base.type, members: merging.mapping("Auth", members, isSecret: true)))
        default: return merging.value("Auth", versions) { $0.mergeText }
        }
    }

    private struct Key {
        var name: String
        var value: String
        var placement: Placement?
    }

    private var key: Key? {
        guard case .apiKey(let name, let value, let placement) = self else { return nil }
        return Key(name: name, value: value, placement: placement)
    }

    private static func key(_ versions: Versions<Key>, _ merging: inout FieldMerging) -> Auth {
        .apiKey(
            name: merging.value("Auth, key", versions.name),
            value: merging.value("Auth, value", versions.value, isSecret: true),
            placement: merging.value("Auth, sent in", versions.placement) { $0?.rawValue })
    }

    /// Without what is secret.
    private var mergeText: String? {
        switch self {
        case .none: nil
        case .inherit: "inherit"
        case .basic(let username, _): "basic, \(username)"
        case .bearer: "bearer"
        case .apiKey(let name, _, _): "API key \(name)"
        case .unsupported(let details): details.title
        }
    }
}
