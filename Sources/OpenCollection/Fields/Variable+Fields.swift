import Quoting
import YAMLTree

extension Variable: FileRow {
    init() { self.init("", "") }
    static let title = "a variable"
    static var rowRule: SchemaRule { .object(Schema.variable) }
    static let fields: FieldTable<Variable> = [
        .mark("secret", \.isSecret, "secret"), .text("name", \.name, "name"), .value, .secretType,
        .documentation("description", \.description, "description"), .disabled(\.isEnabled),
    ]

    var identity: String { name }
    var mergeText: String { (isSecret ? "a secret" : value).off(unless: isEnabled) }

    /// The value to write; that of a secret is never in a file.
    fileprivate var writtenValue: YAMLValue? {
        isSecret ? YAMLValue?.none : YAMLValue.rows(writtenVariants) ?? YAMLValue.typed(content)
    }

    fileprivate var writtenType: YAMLValue? { isSecret && type != .string ? .string(type.rawValue) : .none }

    fileprivate func saveValue(
        over old: Variable, at path: YAMLPath, _ writing: inout FileWriting
    ) throws(FileProblem) {
        guard !isSecret, !old.isSecret, variants.isEmpty == old.variants.isEmpty else {
            guard differ(writtenValue, old.writtenValue) else { return }
            if let writtenValue { try writing.set(path, writtenValue) } else { try writing.remove(path) }
            return
        }
        if variants.isEmpty { return try writing.save(old.content, content, at: path) }
        try writing.save(path, old.writtenVariants, writtenVariants)
    }

    fileprivate mutating func mergeValue(
        _ versions: Versions<Variable>, _ name: String, _ merging: inout FieldMerging
    ) {
        let hasVariants = versions.map { !$0.variants.isEmpty }
        switch (hasVariants.base, hasVariants.mine, hasVariants.theirs) {
        case _ where isSecret:
            (value, variants) = ("", [])
            type = merging.value("\(name), type", versions.type) { $0.rawValue }
        case (true, true, true):
            writtenVariants = merging.within(name) { $0.selectableRows("Variant", versions.writtenVariants) }
        case (false, false, false): content = merging.value(name, versions.content)
        default:
            let chosen = merging.value(name, versions) { $0.mergeText }
            (content, variants) = (chosen.content, chosen.variants)
        }
    }
}

extension FieldRow<Variable> {
    /// A text, `{type, data}`, or a list of variants of which the selected one counts.
    fileprivate static var value: Self {
        FieldRow(
            keys: ["value"], rule: Schema.variableValue, order: { ValueVariant.orderOfValue },
            read: { reading, mapping, name, variable in
                guard let node = mapping["value"] else { return }
                reading.readValue(node, "\(name).value", into: &variable)
            },
            written: { $0.writtenValue },
            save: { (writing, path, old, new) throws(FileProblem) in
                try new.saveValue(over: old, at: path.appending(key: "value"), &writing)
            },
            merge: { $3.mergeValue($2, $1 ?? "", &$0) }, forgetOrigins: { $0.variants.forgetOrigins() }
        ).texts(.sent) { variable, change in
            guard !variable.isSecret else { return }
            variable.value = change(variable.value, variable.name)
            for index in variable.variants.indices {
                variable.variants[index].value = change(variable.variants[index].value, variable.name)
            }
        }
    }

    /// The row for the type of a secret's value, which is kept elsewhere.
    fileprivate static var secretType: Self {
        FieldRow(
            keys: ["type"], rule: .word(Schema.valueTypes),
            read: { reading, mapping, name, variable in
                if variable.isSecret { variable.type = reading.type(mapping["type"], "\(name).type") }
            },
            written: { $0.writtenType },
            save: { (writing, path, old, new) throws(FileProblem) in
                try writing.save(path.appending(key: "type"), old.writtenType, new.writtenType)
            })
    }
}

extension ValueVariant: SelectableRow, FileRow {
    init() { self.init(title: "", value: "") }
    static let title = "a variant"
    static let fields: FieldTable<ValueVariant> = [
        .text("title", \.title, "title"), .mark("selected", \.isSelected, "selected"), .typedValue,
    ]

    var identity: String { title }
    var mergeText: String { value }

    /// The order of the keys of a typed value, or of the variants of one.
    fileprivate static let orderOfValue = KeyOrder(["type", "data"]) {
        if case .index = $0 { fields.order } else { nil }
    }
}

extension FieldRow<ValueVariant> {
    fileprivate static var typedValue: Self {
        FieldRow(
            keys: ["value"], order: { .typedValue },
            read: { reading, mapping, name, variant in
                if let node = mapping["value"] { variant.content = reading.typedValue(node, "\(name).value") }
            },
            written: { .typed($0.content) },
            save: { (writing, path, old, new) throws(FileProblem) in
                try writing.save(old.content, new.content, at: path.appending(key: "value"))
            },
            merge: { $3.content = $0.value($1 ?? "", $2.content) })
    }
}

// MARK: - Typed values

extension FieldMerging {
    /// The type and the value are two fields.
    fileprivate mutating func value(_ name: String, _ versions: Versions<WrittenValue>) -> WrittenValue {
        let type = value("\(name), type", versions.type) { $0.rawValue }
        return WrittenValue(value(name, versions.value), type)
    }
}

extension FileReading {
    fileprivate mutating func readValue(_ node: YAMLNode, _ name: String, into variable: inout Variable) {
        if variable.isSecret {
            guard node.string?.isEmpty != true else { return }
            return note(
                node, "the value of a secret variable is not read from the file; take it out, and never commit one")
        }
        guard node.items != nil else {
            variable.content = typedValue(node, name)
            return
        }
        note(node, "variants of a value are not read by Bruno")
        variable.writtenVariants = rows(node, name)
    }

    fileprivate mutating func typedValue(_ node: YAMLNode, _ name: String) -> WrittenValue {
        guard node.entries != nil else { return WrittenValue(text(node, name) ?? "", .string) }
        noteUnknownKeys(of: node, known: ["type", "data"], in: name)
        return WrittenValue(text(node["data"], "\(name).data") ?? "", type(node["type"], "\(name).type"))
    }

    fileprivate mutating func type(_ node: YAMLNode?, _ name: String) -> Variable.ValueType {
        guard let node, let word = text(node, name) else { return .string }
        // `type: null` without quotes is meant.
        if let type = node.isNull ? .null : Variable.ValueType(rawValue: word) { return type }
        note(node, "\(name) is \"\(word)\"; string, number, boolean, null or object was expected")
        return .string
    }
}

extension FileWriting {
    /// Writes a value in the form that the file has: a text, or `{type, data}`.
    fileprivate mutating func save(_ old: WrittenValue, _ new: WrittenValue, at path: YAMLPath) throws(FileProblem) {
        guard differ(new.value, old.value) || new.type != old.type else { return }
        guard node(at: path)?.entries != nil else { return try set(path, .typed(new)) }
        if new.type != old.type { try set(path.appending(key: "type"), .string(new.type.rawValue)) }
        if differ(new.value, old.value) { try set(path.appending(key: "data"), .string(new.value)) }
    }
}

extension YAMLValue {
    fileprivate static func typed(_ value: WrittenValue) -> YAMLValue {
        value.type == .string
            ? .string(value.value) : ["type": .string(value.type.rawValue), "data": .string(value.value)]
    }
}
