extension Auth {
    /// Merges the parts if all three are of one kind; else authentication is one field.
    static func merged(_ versions: Versions<Auth>, _ merging: inout FieldMerging) -> Auth {
        if let agreed = versions.agreed { return agreed }
        if let said: Versions<(type: String, texts: [String?])> = versions.map(\.said).unwrapped(),
            said.base.type == said.mine.type, said.base.type == said.theirs.type,
            let merged = merged(said, &merging)
        {
            return merged
        }
        if case .unsupported(let base) = versions.base, case .unsupported(let mine) = versions.mine,
            case .unsupported(let theirs) = versions.theirs, base.type == mine.type, base.type == theirs.type
        {
            let members = Versions(base: base, mine: mine, theirs: theirs).members
            return .unsupported(
                AuthDetails(type: base.type, members: merging.mapping("Auth", members, isSecret: true)))
        }
        return merging.value("Auth", versions) { $0.mergeText }
    }

    private static func merged(
        _ versions: Versions<(type: String, texts: [String?])>, _ merging: inout FieldMerging
    ) -> Auth? {
        var index = 0
        return Auth(type: versions.base.type) { text in
            defer { index += 1 }
            return merging.value("Auth, \(text.title)", versions.map { $0.texts[index] }, isSecret: text.isSecret)
        }
    }

    /// The text of the credentials without what is secret.
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
