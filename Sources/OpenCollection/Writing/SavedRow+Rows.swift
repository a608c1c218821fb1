import YAMLTree

extension Field: SavedRow {
    var identity: String { name }
    var written: YAMLValue { .mapping(YAMLMapping(head + tail)) }

    fileprivate var head: [(String, YAMLValue)] { [("name", .string(name)), ("value", .string(value))] }

    fileprivate var tail: [(String, YAMLValue)] {
        (description.map { [("description", .string($0))] } ?? []) + (isEnabled ? [] : [("disabled", true)])
    }

    func save(over old: Field, at path: YAMLPath, in writing: inout FileWriting) throws(FileProblem) {
        if name != old.name { try writing.set(path.appending(key: "name"), .string(name)) }
        if value != old.value { try writing.set(path.appending(key: "value"), .string(value)) }
        if description != old.description {
            try writing.set(path.appending(key: "description"), documentation: description)
        }
        if isEnabled != old.isEnabled { try writing.switchRow(path, on: isEnabled) }
    }
}

extension Parameter: SavedRow {
    var origin: Int? {
        get { field.origin }
        set { field.origin = newValue }
    }

    var identity: String { "\(kind) \(field.name)" }

    var written: YAMLValue {
        .mapping(YAMLMapping(field.head + [("type", .string(kind.rawValue))] + field.tail))
    }

    func save(over old: Parameter, at path: YAMLPath, in writing: inout FileWriting) throws(FileProblem) {
        try field.save(over: old.field, at: path, in: &writing)
        if kind != old.kind { try writing.set(path.appending(key: "type"), .string(kind.rawValue)) }
    }
}

extension Variable: SavedRow {
    var identity: String { name }

    var written: YAMLValue {
        var row: YAMLMapping = isSecret ? ["secret": true, "name": .string(name)] : ["name": .string(name)]
        if !isSecret { row["value"] = writtenValue }
        row["description"] = description.map { .string($0) }
        if !isEnabled { row["disabled"] = true }
        return .mapping(row)
    }

    private var writtenValue: YAMLValue {
        type == .string ? .string(value) : ["type": .string(type.rawValue), "data": .string(value)]
    }

    func save(over old: Variable, at path: YAMLPath, in writing: inout FileWriting) throws(FileProblem) {
        if name != old.name { try writing.set(path.appending(key: "name"), .string(name)) }
        if isSecret != old.isSecret { try saveSecrecy(path, &writing) }
        let isShown = old.isSecret && !isSecret
        if !isSecret, isShown || value != old.value || type != old.type {
            try saveValue(over: old, at: path.appending(key: "value"), &writing)
        }
        if description != old.description {
            try writing.set(path.appending(key: "description"), documentation: description)
        }
        if isEnabled != old.isEnabled { try writing.switchRow(path, on: isEnabled) }
    }

    /// The value of a secret never stands in a file.
    private func saveSecrecy(_ path: YAMLPath, _ writing: inout FileWriting) throws(FileProblem) {
        guard isSecret else { return try writing.remove(path.appending(key: "secret")) }
        try writing.set(path.appending(key: "secret"), true)
        try writing.remove(path.appending(key: "value"))
    }

    /// Of variants the selected one changes.
    private func saveValue(
        over old: Variable, at path: YAMLPath, _ writing: inout FileWriting
    ) throws(FileProblem) {
        let node = writing.node(at: path)
        if let selected = node?.selectedVariant {
            return try saveValue(over: old, at: path.appending(index: selected).appending(key: "value"), &writing)
        }
        guard node?.entries != nil else { return try writing.set(path, writtenValue) }
        if type != old.type { try writing.set(path.appending(key: "type"), .string(type.rawValue)) }
        if value != old.value { try writing.set(path.appending(key: "data"), .string(value)) }
    }
}

extension FileWriting {
    /// A row is switched off by a key, and on by taking it away.
    fileprivate mutating func switchRow(_ path: YAMLPath, on isOn: Bool) throws(FileProblem) {
        let key = path.appending(key: "disabled")
        if isOn { try remove(key) } else { try set(key, true) }
    }
}
