import YAMLTree

extension FileWriting {
    /// Only what the kind names is saved. Another kind replaces the whole body, but text keeps its spelling as text.
    /// Of variants the selected one is edited.
    mutating func save(_ old: RequestBody, _ new: RequestBody) throws(FileProblem) {
        let path = bodyPath
        if new.kind != old.kind {
            guard old.kind.isText, new.kind.isText, let word = new.kind.word else { return try replace(path, new) }
            try set(path.appending(key: "type"), .string(word))
        }
        switch new.kind {
        case .json, .text, .xml, .sparql:
            if new.text != old.text { try set(path.appending(key: "data"), .string(new.text)) }
        case .formURLEncoded:
            try saveForm(path.appending(key: "data"), old.form, new.form)
        case .multipart where new.parts != old.parts:
            throw problem("cannot save: the parts of a multipart form cannot be edited yet")
        case .none, .multipart, .file, .unsupported:
            break
        }
    }

    private var bodyPath: YAMLPath {
        let path: YAMLPath = ["http", "body"]
        guard let selected = node(at: path)?.selectedVariant else { return path }
        return path.appending(index: selected).appending(key: "body")
    }

    private mutating func replace(_ path: YAMLPath, _ new: RequestBody) throws(FileProblem) {
        guard new.kind != .none else { return try removeBody(path) }
        guard let body = new.written else { throw cannotWrite(new.kind) }
        try set(path, body)
    }

    private mutating func removeBody(_ path: YAMLPath) throws(FileProblem) {
        guard path == ["http", "body"] else {
            throw problem("cannot save: taking the body away would take its other variants too; edit the file by hand")
        }
        try remove(path)
    }

    /// The format wants a list, be it an empty one.
    private mutating func saveForm(_ path: YAMLPath, _ old: [Field], _ new: [Field]) throws(FileProblem) {
        guard !new.isEmpty || old.isEmpty else { return try set(path, []) }
        try save(path, old, new)
    }

    private func cannotWrite(_ kind: RequestBody.Kind) -> FileProblem {
        problem("cannot save: a body of the kind \"\(kind.word ?? "none")\" cannot be written yet")
    }
}

extension RequestBody {
    /// The value of `http.body`; nil for none and for kinds that cannot be written.
    var written: YAMLValue? {
        guard let data, let word = kind.word else { return nil }
        return ["type": .string(word), "data": data]
    }

    private var data: YAMLValue? {
        switch kind {
        case .json, .text, .xml, .sparql: .string(text)
        case .formURLEncoded: .sequence(form.map(\.written))
        case .multipart: .sequence(parts.map(\.written))
        case .none, .file, .unsupported: nil
        }
    }
}

extension MultipartPart {
    var written: YAMLValue {
        var part: YAMLMapping = ["name": .string(name), "type": isFile ? "file" : "text"]
        part["value"] = isFile ? .sequence(values.map { .string($0) }) : .string(values.first ?? "")
        part["contentType"] = contentType.map { .string($0) }
        if !isEnabled { part["disabled"] = true }
        return .mapping(part)
    }
}

extension RequestBody.Kind {
    /// Whether its content is one text.
    public var isText: Bool { [.json, .text, .xml, .sparql].contains(self) }
}
