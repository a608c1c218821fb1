extension FormContent {
    /// The content for comparing, without the lines that rows came from.
    package var withoutOrigins: FormContent {
        var plain = self
        switch self {
        case .request(let content): return .request(content.withoutOrigins)
        case .folder, .collection:
            FolderDefinition.fields.forgetOrigins(of: &plain.defaults)
            CollectionInfo.fields.forgetOrigins(of: &plain.info)
        case .environment: EnvironmentDefinition.fields.forgetOrigins(of: &plain.environment)
        }
        return plain
    }
}

extension DraftContent {
    /// Whether a send of it, and what is asked of the response, would be the same: names, places and notes are not sent.
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

    /// The content for comparing, without the lines that rows came from.
    package var withoutOrigins: DraftContent {
        var plain = self
        RequestDefinition.fields(of: definition.kind).forgetOrigins(of: &plain.definition)
        return plain
    }
}
