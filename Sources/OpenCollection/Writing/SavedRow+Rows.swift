import Quoting
import YAMLTree

extension Field: SavedRow {
    var identity: String { name }
    var written: YAMLValue { .mapping(YAMLMapping(head + tail)) }

    fileprivate var head: [(String, YAMLValue)] { [("name", .string(name)), ("value", .string(value))] }

    fileprivate var tail: [(String, YAMLValue)] {
        (description.map { [("description", .string($0))] } ?? []) + (isEnabled ? [] : [("disabled", true)])
    }

    func save(over old: Field, at path: YAMLPath, in writing: inout FileWriting) throws(FileProblem) {
        if differ(name, old.name) { try writing.set(path.appending(key: "name"), .string(name)) }
        if differ(value, old.value) { try writing.set(path.appending(key: "value"), .string(value)) }
        if differ(description, old.description) {
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

extension FileWriting {
    /// A row is switched off by a key, and on by taking it away.
    mutating func switchRow(_ path: YAMLPath, on isOn: Bool) throws(FileProblem) {
        let key = path.appending(key: "disabled")
        if isOn { try remove(key) } else { try set(key, true) }
    }
}
