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
                : "cannot save: a body of type \"graphql\" is for GraphQL requests only")
    }

    /// Only what the kind names is saved. Another kind replaces the whole body, but text keeps its spelling as text.
    mutating func save(_ old: RequestBody, _ new: RequestBody, at path: YAMLPath) throws(FileProblem) {
        guard new.kind == old.kind || old.kind.isText && new.kind.isText else { return try replace(path, new) }
        try keeping(path) { (writing) throws(FileProblem) in try new.fields.save(old, new, at: path, in: &writing) }
    }

    private mutating func replace(_ path: YAMLPath, _ new: RequestBody) throws(FileProblem) {
        guard new.kind != .none else { return try removeBody(path) }
        guard let body = new.written else { throw cannotWrite(new.kind) }
        try set(path, body)
    }

    private mutating func removeBody(_ path: YAMLPath) throws(FileProblem) {
        if path.components.contains(where: { if case .index = $0 { true } else { false } }) {
            throw problem("cannot save: removing the body would remove its other variants too; edit the file by hand")
        }
        try remove(path)
    }

    private func cannotWrite(_ kind: RequestBody.Kind) -> FileProblem {
        problem("cannot save: a body of type \"\(kind.word ?? "none")\" cannot be written yet")
    }
}

extension RequestBody {
    /// The value of `body`; nil for none and for kinds that cannot be written.
    var written: YAMLValue? {
        kind == .graphQL || kind.data != nil ? fields.written(self).nonEmpty : nil
    }
}
