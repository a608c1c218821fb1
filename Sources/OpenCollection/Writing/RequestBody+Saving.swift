import Quoting
import YAMLTree

extension FileWriting {
    /// The body of a request: one, or variants of which each is edited in its place.
    mutating func saveBody(
        at path: YAMLPath, _ old: RequestDefinition, _ new: RequestDefinition
    ) throws(FileProblem) {
        for body in [new.body] + new.bodyVariants.map(\.body) where differ(body, old.body) {
            try refuse(body, of: new.kind)
        }
        let (former, variants) = (old.writtenVariants, new.writtenVariants)
        if former.isEmpty, variants.isEmpty { return try save(old.body, new.body, at: path) }
        if !former.isEmpty, !variants.isEmpty { return try save(path, former, variants) }
        try save(path, .rows(former) ?? old.body.written, .rows(variants) ?? new.body.written)
    }

    private func refuse(_ body: RequestBody, of kind: RequestKind) throws(FileProblem) {
        guard (body.kind == .graphQL) != (kind == .graphQL) else { return }
        throw problem(
            kind == .graphQL
                ? "cannot save: the body of a GraphQL request is a query and its variables"
                : "cannot save: a body of the kind \"graphql\" stands in GraphQL requests only")
    }

    /// Only what the kind names is saved. Another kind replaces the whole body, but text keeps its spelling as text.
    mutating func save(_ old: RequestBody, _ new: RequestBody, at path: YAMLPath) throws(FileProblem) {
        if new.kind != old.kind {
            guard old.kind.isText, new.kind.isText, let word = new.kind.word else { return try replace(path, new) }
            try set(path.appending(key: "type"), .string(word))
        }
        let data = path.appending(key: "data")
        switch new.kind {
        case .json, .text, .xml, .sparql: if differ(new.text, old.text) { try set(data, .string(new.text)) }
        case .formURLEncoded: try saveList(data, old.form, new.form)
        case .multipart: try saveList(data, old.parts, new.parts)
        case .file: try saveList(data, old.files, new.files)
        case .graphQL: try saveQuery(old, new, at: path)
        case .none, .unsupported: break
        }
    }

    private mutating func replace(_ path: YAMLPath, _ new: RequestBody) throws(FileProblem) {
        guard new.kind != .none else { return try removeBody(path) }
        guard let body = new.written else { throw cannotWrite(new.kind) }
        try set(path, body)
    }

    private mutating func removeBody(_ path: YAMLPath) throws(FileProblem) {
        if path.components.contains(where: { if case .index = $0 { true } else { false } }) {
            throw problem("cannot save: taking the body away would take its other variants too; edit the file by hand")
        }
        try remove(path)
    }

    /// The format wants a list, be it an empty one.
    private mutating func saveList<Row: SavedRow>(_ path: YAMLPath, _ old: [Row], _ new: [Row]) throws(FileProblem) {
        guard !new.isEmpty || old.isEmpty else { return try set(path, []) }
        try save(path, old, new)
    }

    private mutating func saveQuery(_ old: RequestBody, _ new: RequestBody, at path: YAMLPath) throws(FileProblem) {
        if differ(new.text, old.text) { try set(path.appending(key: "query"), .string(new.text)) }
        if differ(new.graphQLVariables, old.graphQLVariables) {
            try set(path.appending(key: "variables"), text: new.graphQLVariables)
        }
    }

    private func cannotWrite(_ kind: RequestBody.Kind) -> FileProblem {
        problem("cannot save: a body of the kind \"\(kind.word ?? "none")\" cannot be written yet")
    }
}

extension RequestBody {
    /// The value of `body`; nil for none and for kinds that cannot be written.
    var written: YAMLValue? {
        if kind == .graphQL {
            return YAMLMapping(said: [
                ("query", text.isEmpty ? .none : .string(text)), ("variables", .text(graphQLVariables)),
            ]).nonEmpty
        }
        guard let data, let word = kind.word else { return nil }
        return ["type": .string(word), "data": data]
    }

    private var data: YAMLValue? {
        switch kind {
        case .json, .text, .xml, .sparql: .string(text)
        case .formURLEncoded: .sequence(form.map(\.written))
        case .multipart: .sequence(parts.map(\.written))
        case .file: .sequence(files.map(\.written))
        case .none, .graphQL, .unsupported: nil
        }
    }
}

extension RequestBody.Kind {
    /// Whether its content is one text.
    public var isText: Bool { [.json, .text, .xml, .sparql].contains(self) }
}
