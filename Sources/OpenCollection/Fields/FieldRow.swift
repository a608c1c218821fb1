import YAMLTree

/// A key of a mapping: how its value is read, written, edited in place and merged.
struct FieldRow<Owner: Sendable>: Sendable {
    /// The key; more than one if the key itself has a meaning.
    let keys: [String]
    /// The rule by which a check judges the value.
    var rule = SchemaRule.anything
    /// Whether a check misses the key where it is absent.
    var isRequired = false
    /// The meaning of the value, in one line for the JSON Schema.
    var meaning: String?
    /// The value that counts without the key, for the JSON Schema; nil if there is none, or more words say it.
    var standard: TypedValue?
    /// The order of the keys in the value.
    var order: @Sendable () -> KeyOrder? = { nil }
    /// Reads the value; gets the mapping and its name for messages.
    var read: @Sendable (inout FileReading, YAMLNode, String, inout Owner) -> Void = { _, _, _, _ in }
    /// The key of a value, where there are several.
    var writtenKey: (@Sendable (Owner) -> String)?
    var written: @Sendable (Owner) -> YAMLValue? = { _ in .none }
    /// Saves a change; gets the place of the mapping, the old value there and the new one.
    var save: @Sendable (inout FileWriting, YAMLPath, Owner, Owner) throws(FileProblem) -> Void = {
        (_, _, _, _) throws(FileProblem) in
    }
    /// Merges the value; gets the beginning of the field's name.
    var merge: @Sendable (inout FieldMerging, String?, Versions<Owner>, inout Owner) -> Void = { _, _, _, _ in }
    /// The fields of a form; none for lists, which are tables there.
    var entries: [FormEntry<Owner>] = []
    /// Makes rows of lists forget which lines they come from; nil where there are none.
    var forgetOrigins: (@Sendable (inout Owner) -> Void)?
    /// Changes its texts of a use; nil where there are none.
    var changeTexts: (@Sendable (inout Owner, TextUse, NamedTextChange) -> Void)?
}

extension FieldRow {
    typealias Member<Value> = WritableKeyPath<Owner, Value> & Sendable

    /// - Parameters:
    ///   - title: The title for the user, after the name of what it belongs to; empty: its owner's title is enough.
    ///   - read: gets the node and its name; is not asked where the key is absent.
    init<Value: Equatable & Sendable>(
        _ key: String, _ member: Member<Value>, _ title: String, _ rule: SchemaRule,
        read: @escaping @Sendable (inout FileReading, YAMLNode, String) -> Value,
        written: @escaping @Sendable (Value) -> YAMLValue?,
        merged: @escaping @Sendable (inout FieldMerging, String, Versions<Value>) -> Value
    ) {
        keys = [key]
        self.rule = rule
        order = { KeyOrder(of: [rule]) }
        self.read = { reading, mapping, name, owner in
            guard let node = mapping[key] else { return }
            owner[keyPath: member] = read(&reading, node, name.isEmpty ? key : "\(name).\(key)")
        }
        self.written = { written($0[keyPath: member]) }
        save = { (writing, path, old, new) throws(FileProblem) in
            let (former, value) = (written(old[keyPath: member]), written(new[keyPath: member]))
            if value != former { try writing.save(path.appending(key: key), former, value) }
        }
        merge = { merging, prefix, versions, owner in
            owner[keyPath: member] = merged(&merging, title.field(of: prefix), versions.map { $0[keyPath: member] })
        }
    }

    /// A key that is known here and handled elsewhere.
    static func elsewhere(_ key: String, _ rule: SchemaRule) -> Self { FieldRow(keys: [key], rule: rule) }

    /// Returns a row with a word that distinguishes the mapping from others.
    static func fixed(_ key: String, _ word: String) -> Self {
        FieldRow(keys: [key], rule: .word([word]), written: { _ in .string(word) })
    }

    var required: Self {
        var row = self
        row.isRequired = true
        return row
    }

    func meaning(_ meaning: String) -> Self {
        var row = self
        row.meaning = meaning
        return row
    }

    func standard(_ value: TypedValue) -> Self {
        var row = self
        row.standard = value
        return row
    }

    /// The row without a field in forms.
    var hidden: Self {
        var row = self
        row.entries = []
        return row
    }

    func checked(by rule: SchemaRule) -> Self {
        var row = self
        row.rule = rule
        return row
    }

    /// The row of what another value has as a member; it is not merged.
    func of<Outer>(_ member: WritableKeyPath<Outer, Owner> & Sendable) -> FieldRow<Outer> {
        let row = self
        var outer = FieldRow<Outer>(
            keys: keys, rule: rule, isRequired: isRequired, meaning: meaning, standard: standard, order: order)
        outer.read = { row.read(&$0, $1, $2, &$3[keyPath: member]) }
        outer.written = { row.written($0[keyPath: member]) }
        outer.save = { (writing, path, old, new) throws(FileProblem) in
            try row.save(&writing, path, old[keyPath: member], new[keyPath: member])
        }
        return outer
    }

    /// The row for a value that has something in it.
    var notEmpty: Self { checked(by: .notEmpty(rule)) }

    /// Returns the row for a value that may also be null, which has no meaning.
    var orNothing: Self { checked(by: .either([rule, .null])) }

    // MARK: - Mappings and lists

    /// A mapping that only groups keys: it goes with the last of them.
    ///
    /// - Parameters:
    ///   - title: The title for the user; the key itself by default.
    ///   - isLasting: whether it stays when it is empty.
    static func section(
        _ key: String, _ title: String? = nil, isLasting: Bool = false, _ table: FieldTable<Owner>
    ) -> Self {
        FieldRow(
            keys: [key], rule: .object(ObjectRule(title ?? key, table)), order: { table.order },
            read: { reading, mapping, name, owner in
                let name = name.isEmpty ? key : "\(name).\(key)"
                table.read(reading.mapping(mapping[key], name), name, into: &owner, &reading)
            },
            written: { table.written($0).nonEmpty },
            save: { (writing, path, old, new) throws(FileProblem) in
                let path = path.appending(key: key)
                guard isLasting else { return try table.save(old, new, at: path, in: &writing) }
                try writing.keeping(path) { (writing) throws(FileProblem) in
                    try table.save(old, new, at: path, in: &writing)
                }
            },
            merge: { table.merge($2, into: &$3, $1, &$0) },
            entries: table.rows.flatMap { $0.changingEntries { $0.key = "\(key).\($0.key)" }.entries },
            forgetOrigins: { table.forgetOrigins(of: &$0) }, changeTexts: { table.changeTexts(of: &$0, $1, $2) })
    }

    /// A mapping that may be absent, with its own value.
    ///
    /// - Parameters:
    ///   - text: all that it says, where it is chosen as a whole.
    ///   - surroundings: The names that its fields are named after; nil: those around it.
    static func part<Part: FileValue>(
        _ key: String, _ member: Member<Part?>, _ title: String, in surroundings: Surroundings? = nil,
        text: @escaping @Sendable (Part) -> String?
    ) -> Self {
        let fields = Part.fields
        return FieldRow(
            keys: [key], rule: .object(Part.rule), order: { fields.order },
            read: { reading, mapping, name, owner in
                let name = name.isEmpty ? key : "\(name).\(key)"
                if let node = reading.mapping(mapping[key], name) {
                    owner[keyPath: member] = reading.value(node, name) as Part
                }
            },
            written: { $0[keyPath: member].map { .mapping(fields.written($0)) } },
            save: { (writing, path, old, new) throws(FileProblem) in
                let path = path.appending(key: key)
                guard let former = old[keyPath: member], let part = new[keyPath: member] else {
                    let values = [old, new].map { $0[keyPath: member].map { YAMLValue.mapping(fields.written($0)) } }
                    return try writing.save(path, values[0], values[1])
                }
                try writing.keeping(path) { (writing) throws(FileProblem) in
                    try fields.save(former, part, at: path, in: &writing)
                }
            },
            merge: { merging, prefix, versions, owner in
                let parts = versions.map { $0[keyPath: member] }
                owner[keyPath: member] = merging.part(title.field(of: prefix), parts, text: text) { parts, merging in
                    switch surroundings {
                    case nil: fields.merged(parts, prefix, &merging)
                    case .prefix(let prefix): fields.merged(parts, prefix, &merging)
                    case .outer(let name): merging.within(name) { fields.merged(parts, nil, &$0) }
                    }
                }
            }, entries: fields.rows.flatMap(\.entries).map { .part($0, key, member) },
            forgetOrigins: { owner in
                guard var part = owner[keyPath: member] else { return }
                fields.forgetOrigins(of: &part)
                owner[keyPath: member] = part
            },
            changeTexts: { owner, use, change in
                guard var part = owner[keyPath: member] else { return }
                fields.changeTexts(of: &part, use, change)
                owner[keyPath: member] = part
            })
    }

    /// The names that the names of a part's fields begin with, for the user.
    enum Surroundings: Sendable {
        /// "Proxy, host"
        case prefix(String)
        /// "Response: Status"
        case outer(String)
    }

    /// A list of mappings that are rows of a table.
    ///
    /// - Parameter title: The title of a row for the user: "Header".
    static func rows<Row: FileRow>(_ key: String, _ member: Member<[Row]>, _ title: String) -> Self {
        FieldRow(
            keys: [key], rule: .list(of: Row.rowRule), order: { Row.fields.order },
            read: { reading, mapping, name, owner in
                guard let node = mapping[key] else { return }
                owner[keyPath: member] = reading.rows(node, name.isEmpty ? key : "\(name).\(key)")
            },
            written: { .rows($0[keyPath: member]) },
            save: { (writing, path, old, new) throws(FileProblem) in
                try writing.save(path.appending(key: key), old[keyPath: member], new[keyPath: member])
            },
            merge: { merging, _, versions, owner in
                owner[keyPath: member] = merging.rows(title, versions.map { $0[keyPath: member] })
            }, forgetOrigins: { $0[keyPath: member].forgetOrigins() },
            changeTexts: { $0[keyPath: member].changeTexts($1, $2) })
    }
}

/// A row of a list whose keys are in a table.
protocol FileRow: MergedRow, FileValue {
    /// The rule by which a check judges a row.
    static var rowRule: SchemaRule { get }
}

extension FileRow {
    static var rowRule: SchemaRule { .object(rule) }

    var written: YAMLValue { .mapping(Self.fields.written(self)) }

    func save(over old: Self, at path: YAMLPath, in writing: inout FileWriting) throws(FileProblem) {
        try Self.fields.save(old, self, at: path, in: &writing)
    }

    static func merged(_ versions: Versions<Self>, _ name: String, _ merging: inout FieldMerging) -> Self {
        fields.merged(versions, name, &merging)
    }
}

extension Array where Element: FileRow {
    mutating func forgetOrigins() {
        for index in indices {
            self[index].origin = nil
            Element.fields.forgetOrigins(of: &self[index])
        }
    }
}

extension FileReading {
    /// The value of a mapping; where it is absent, one that says nothing.
    ///
    /// - Parameter fields: The keys. Default: all that the value has.
    mutating func value<Value: FileValue>(
        _ node: YAMLNode?, _ name: String, _ fields: FieldTable<Value> = Value.fields
    ) -> Value {
        var value = Value()
        fields.read(mapping(node, name), name, into: &value, &self)
        return value
    }

    /// The rows of a list, without those that are not mappings.
    mutating func rows<Row: FileRow>(_ node: YAMLNode?, _ name: String) -> [Row] {
        var rows: [Row] = []
        for (index, item) in items(node, name).enumerated() {
            let name = "\(name)[\(index)]"
            guard mapping(item, name) != nil else { continue }
            var row: Row = value(item, name)
            row.origin = index
            rows.append(row)
        }
        return rows
    }
}

extension String {
    /// "Header Accept, value"; the name of the field itself where there is no prefix, the prefix where there is no name.
    fileprivate func field(of prefix: String?) -> String {
        guard let prefix else { return self }
        return isEmpty ? prefix : "\(prefix), \(self)"
    }
}
