extension FormContent {
    /// For comparing: what a row says, not which lines it came from.
    package var withoutOrigins: FormContent {
        switch self {
        case .request(let content): return .request(content.withoutOrigins)
        case .folder(var content):
            Self.strip(&content.definition)
            return .folder(content)
        case .collection(var content):
            Self.strip(&content.defaults)
            content.info.authors.strip(\.origin)
            content.info.certificates.strip(\.origin)
            return .collection(content)
        case .environment(var content):
            content.variables.stripOrigins()
            content.certificates.strip(\.origin)
            return .environment(content)
        }
    }

    private static func strip(_ defaults: inout FolderDefinition) {
        defaults.headers.strip(\.origin)
        defaults.variables.stripOrigins()
        defaults.actions.strip(\.origin)
        defaults.scripts.strip(\.origin)
    }
}

extension DraftContent {
    /// Whether a send of it, and what is asked of the answer, would be the same: names, places and notes are not sent.
    package func isSent(like other: DraftContent) -> Bool {
        self == other || withoutNotes.withoutOrigins == other.withoutNotes.withoutOrigins
    }

    private var withoutNotes: DraftContent {
        var plain = self
        (plain.definition.name, plain.definition.sequence, plain.definition.tags) = (nil, nil, [])
        (plain.definition.description, plain.definition.docs) = (nil, nil)
        (plain.definition.examples, plain.definition.app) = ([], nil)
        return plain
    }

    /// For comparing: what a row says, not which lines it came from.
    package var withoutOrigins: DraftContent {
        var plain = self
        plain.definition.parameters.strip(\.field.origin)
        plain.definition.headers.strip(\.origin)
        plain.definition.variables.stripOrigins()
        plain.definition.assertions.strip(\.origin)
        plain.definition.actions.strip(\.origin)
        plain.definition.scripts.strip(\.origin)
        plain.definition.examples.strip(\.origin)
        plain.definition.body.forgetOrigins()
        for index in plain.definition.bodyVariants.indices { plain.definition.bodyVariants[index].forgetOrigins() }
        return plain
    }
}

extension RequestBody {
    mutating func forgetOrigins() {
        form.strip(\.origin)
        parts.strip(\.origin)
        files.strip(\.origin)
    }
}

extension [Variable] {
    fileprivate mutating func stripOrigins() {
        strip(\.origin)
        for index in indices { self[index].variants.strip(\.origin) }
    }
}

extension Array {
    fileprivate mutating func strip(_ origin: WritableKeyPath<Element, Int?>) {
        for index in indices { self[index][keyPath: origin] = nil }
    }
}
