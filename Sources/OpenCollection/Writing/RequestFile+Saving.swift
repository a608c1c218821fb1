import YAMLTree

extension RequestFile {
    /// The file's text saying `new`: only what differs from the definition as read is written, every other byte stays.
    ///
    /// - Throws: ``FileProblem`` when the file can only be read, or when a change cannot be written without touching
    ///   something else (an anchor shared by several places, say).
    public func saving(_ new: RequestDefinition, path: ItemPath) throws(FileProblem) -> String {
        if new == definition { return text }
        if let readOnlyReason { throw FileProblem(path: path, message: "cannot be edited: \(readOnlyReason)") }
        do {
            var writer = RequestWriter(editor: try DocumentEditor(text), old: definition, new: new)
            try writer.run()
            return writer.editor.document.text
        } catch let error as YAMLEditError {
            throw FileProblem(path: path, message: "cannot be saved: \(error)")
        } catch let error as YAMLSyntaxError {
            throw FileProblem(error, path: path)
        } catch {
            throw FileProblem(path: path, message: "cannot be saved: \(error)")
        }
    }
}

/// Writes the difference between two definitions into a file.
private struct RequestWriter {
    var editor: DocumentEditor
    let old: RequestDefinition
    let new: RequestDefinition

    private static let infoKeys = ["name", "type", "seq", "tags", "description"]
    private static let runtimeKeys = ["variables", "scripts", "assertions", "actions"]

    mutating func run() throws {
        try writeInfo()
        try editor.set("method", in: FilePlaces.http, from: old.method, to: new.method, order: FilePlaces.httpKeys)
        try editor.set("url", in: FilePlaces.http, from: old.url, to: new.url, order: FilePlaces.httpKeys)
        try writeRows()
        try writeBody()
        try writeAuth()
        try writeSettings()
        try editor.set("docs", in: [], from: old.docs, to: new.docs, order: FilePlaces.rootKeys)
    }

    private mutating func writeInfo() throws {
        try editor.set("name", in: ["info"], from: old.name, to: new.name, order: Self.infoKeys)
        if old.sequence != new.sequence {
            try editor.set("seq", in: ["info"], to: new.sequence.map { .number($0) }, order: Self.infoKeys)
        }
        if old.tags != new.tags {
            let tags = new.tags.isEmpty ? nil : YAMLValue.sequence(new.tags.map { .string($0) })
            try editor.set("tags", in: ["info"], to: tags, order: Self.infoKeys)
        }
    }

    private mutating func writeRows() throws {
        let keys = FilePlaces.httpKeys
        try editor.setRows("headers", in: FilePlaces.http, from: old.headers, to: new.headers, order: keys)
        try editor.setRows("params", in: FilePlaces.http, from: old.parameters, to: new.parameters, order: keys)
        let runtimeKeys = Self.runtimeKeys
        try editor.setRows("variables", in: ["runtime"], from: old.variables, to: new.variables, order: runtimeKeys)
    }

    private mutating func writeBody() throws {
        let written = bodyPath
        if old.body.kind == new.body.kind {
            if new.body.kind.isText {
                try editor.set("data", in: written, from: old.body.text, to: new.body.text, order: ["type", "data"])
            } else if new.body.kind == .formURLEncoded {
                try editor.setRows(
                    "data", in: written, from: old.body.form, to: new.body.form, order: ["type", "data"])
                if new.body.form.isEmpty {
                    try editor.set("data", in: written, to: .sequence([]), order: ["type", "data"])
                }
            }
        } else if old.body.kind.isText, new.body.kind.isText {
            let word = new.body.kind.word.map { YAMLValue.string($0) }
            try editor.set("type", in: written, to: word, order: ["type", "data"])
            try editor.set("data", in: written, from: old.body.text, to: new.body.text, order: ["type", "data"])
        } else if written.components.count > 2 {
            try editor.apply(.setValue(written, new.body.yaml ?? .mapping(YAMLMapping())))
        } else {
            try editor.set("body", in: FilePlaces.http, to: new.body.yaml, order: FilePlaces.httpKeys)
        }
    }

    /// The body, or the body of the selected variant.
    private var bodyPath: YAMLPath {
        let body = FilePlaces.http.appending(key: "body")
        guard let variant = editor.node(body).flatMap(FilePlaces.selectedVariant) else { return body }
        return body.appending(index: variant).appending(key: "body")
    }

    private mutating func writeAuth() throws {
        guard old.auth != new.auth else { return }
        let path = FilePlaces.http.appending(key: "auth")
        guard old.auth.word == new.auth.word, let before = old.auth.pairs, let after = new.auth.pairs else {
            return try editor.set("auth", in: FilePlaces.http, to: new.auth.yaml, order: FilePlaces.httpKeys)
        }
        for (old, new) in zip(before, after) {
            try editor.set(new.0, in: path, from: old.1, to: new.1, order: after.map(\.0))
        }
    }

    private mutating func writeSettings() throws {
        guard old.settings != new.settings else { return }
        let before = old.settings.pairs
        let after = new.settings.pairs
        let hasAny = new.settings.isPresent || after.contains { $0.1 != nil }
        if !old.settings.isPresent, hasAny {
            return try editor.set("settings", in: [], to: firstSettings, order: FilePlaces.rootKeys)
        }
        guard hasAny else { return try editor.set("settings", in: [], to: nil, order: FilePlaces.rootKeys) }
        for (old, new) in zip(before, after) where old.1 != new.1 {
            try editor.set(new.0, in: ["settings"], to: new.1, order: FilePlaces.settingsKeys)
        }
    }

    /// A block changes the default of `encodeUrl`, so it says the value that held without one.
    private var firstSettings: YAMLValue {
        var settings = new.settings
        settings.encodesURL = settings.encodesURL ?? false
        return .pairs(settings.pairs)
    }
}
