import Quoting
import YAMLTree

extension Variable: SavedRow {
    var identity: String { name }

    /// The value of a secret never stands in a file.
    var written: YAMLValue {
        let secretType: YAMLValue? = isSecret && type != .string ? .string(type.rawValue) : .none
        return .mapping(
            YAMLMapping(said: [
                ("secret", .present(if: isSecret)), ("name", .string(name)), ("value", isSecret ? .none : writtenValue),
                ("type", secretType), ("description", .text(description)), ("disabled", .disabled(unless: isEnabled)),
            ]))
    }

    private var writtenValue: YAMLValue { .rows(writtenVariants) ?? .typed(value, type) }

    func save(over old: Variable, at path: YAMLPath, in writing: inout FileWriting) throws(FileProblem) {
        if differ(name, old.name) { try writing.set(path.appending(key: "name"), .string(name)) }
        if isSecret != old.isSecret { try saveSecrecy(path, &writing) }
        if isSecret { try saveSecretType(over: old, path, &writing) }
        if !isSecret, old.isSecret || !hasValue(of: old) {
            try saveValue(over: old, at: path.appending(key: "value"), &writing)
        }
        if differ(description, old.description) {
            try writing.set(path.appending(key: "description"), documentation: description)
        }
        if isEnabled != old.isEnabled { try writing.switchRow(path, on: isEnabled) }
    }

    private func hasValue(of old: Variable) -> Bool {
        !differ(value, old.value) && type == old.type && !differ(variants, old.variants)
    }

    private func saveSecrecy(_ path: YAMLPath, _ writing: inout FileWriting) throws(FileProblem) {
        guard isSecret else {
            try writing.remove(path.appending(key: "secret"))
            return try writing.remove(path.appending(key: "type"))
        }
        try writing.set(path.appending(key: "secret"), true)
        try writing.remove(path.appending(key: "value"))
    }

    private func saveSecretType(
        over old: Variable, _ path: YAMLPath, _ writing: inout FileWriting
    ) throws(FileProblem) {
        guard type != (old.isSecret ? old.type : .string) else { return }
        try writing.set(path.appending(key: "type"), text: type == .string ? nil : type.rawValue)
    }

    private func saveValue(over old: Variable, at path: YAMLPath, _ writing: inout FileWriting) throws(FileProblem) {
        if variants.isEmpty, old.variants.isEmpty {
            return try writing.saveTyped(path, (old.value, old.type), (value, type))
        }
        guard !variants.isEmpty, !old.variants.isEmpty else { return try writing.set(path, writtenValue) }
        try writing.save(path, old.writtenVariants, writtenVariants)
    }
}

extension ValueVariant: SavedRow {
    var identity: String { title }

    var written: YAMLValue {
        .mapping(
            YAMLMapping(said: [
                ("title", .string(title)), ("selected", .present(if: isSelected)), ("value", .typed(value, type)),
            ]))
    }

    func save(over old: ValueVariant, at path: YAMLPath, in writing: inout FileWriting) throws(FileProblem) {
        if differ(title, old.title) { try writing.set(path.appending(key: "title"), .string(title)) }
        if isSelected != old.isSelected { try writing.select(path, isSelected) }
        if differ(value, old.value) || type != old.type {
            try writing.saveTyped(path.appending(key: "value"), (old.value, old.type), (value, type))
        }
    }
}

extension FileWriting {
    /// A value in the form that the file has: a text, or `{type, data}`.
    fileprivate mutating func saveTyped(
        _ path: YAMLPath, _ old: (value: String, type: Variable.ValueType),
        _ new: (value: String, type: Variable.ValueType)
    ) throws(FileProblem) {
        guard node(at: path)?.entries != nil else { return try set(path, .typed(new.value, new.type)) }
        if new.type != old.type { try set(path.appending(key: "type"), .string(new.type.rawValue)) }
        if differ(new.value, old.value) { try set(path.appending(key: "data"), .string(new.value)) }
    }

    /// Selected by a key, and not by its absence.
    mutating func select(_ path: YAMLPath, _ isSelected: Bool) throws(FileProblem) {
        let key = path.appending(key: "selected")
        if isSelected { try set(key, true) } else { try remove(key) }
    }
}

extension YAMLValue {
    fileprivate static func typed(_ value: String, _ type: Variable.ValueType) -> YAMLValue {
        type == .string ? .string(value) : ["type": .string(type.rawValue), "data": .string(value)]
    }
}
