import YAMLTree

extension RequestBody {
    /// Merges the parts of a kind if all three are of that kind; else the body is one field.
    static func merged(_ versions: Versions<RequestBody>, _ merging: inout FieldMerging) -> RequestBody {
        let savedContent = versions.map(\.savedContent)
        if savedContent.mine == savedContent.base || savedContent.mine == savedContent.theirs { return versions.theirs }
        guard savedContent.mine.kind == savedContent.base.kind, savedContent.theirs.kind == savedContent.base.kind
        else {
            if savedContent.theirs == savedContent.base { return versions.mine }
            return merging.value("Body", versions) { $0.mergeText }
        }
        var merged = versions.mine
        merged.fields.merge(versions, into: &merged, nil, &merging)
        return merged
    }

    /// The part of a body that is saved; what other kinds left on screen is not.
    private struct SavedContent: Equatable {
        var kind: Kind
        var content: YAMLValue?
    }

    private var savedContent: SavedContent { SavedContent(kind: kind, content: written) }

    var mergeText: String {
        switch kind {
        case .none: "none"
        case .json, .text, .xml, .sparql, .graphQL: text
        case .formURLEncoded: form.map { "\($0.name)=\($0.mergeText)" }.joined(separator: "\n")
        case .multipart: parts.map { "\($0.name)=\($0.mergeText)" }.joined(separator: "\n")
        case .file: files.map(\.path).joined(separator: "\n")
        case .unsupported(let word): word
        }
    }
}

extension RequestDefinition {
    /// The body and its variants; of variants the selected one is the body.
    mutating func mergeBody(_ versions: Versions<RequestDefinition>, _ merging: inout FieldMerging) {
        let variants = versions.writtenVariants
        // A body of the other kind of request could not be written.
        if versions.theirs.kind != versions.mine.kind { return }
        guard !variants.base.isEmpty || !variants.mine.isEmpty || !variants.theirs.isEmpty else {
            body = RequestBody.merged(versions.body, &merging)
            return
        }
        guard !variants.base.isEmpty, !variants.mine.isEmpty, !variants.theirs.isEmpty else {
            let chosen = merging.value("Body", versions.map(\.wholeBody)) { $0.body.mergeText }
            (body, bodyVariants) = (chosen.body, chosen.variants)
            return
        }
        writtenVariants = merging.selectableRows("Body", variants)
    }

    private struct WholeBody: Equatable {
        var body: RequestBody
        var variants: [BodyVariant]
    }

    private var wholeBody: WholeBody { WholeBody(body: body, variants: bodyVariants) }
}
