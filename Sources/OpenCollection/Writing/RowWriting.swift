import YAMLTree

/// A row of a list in the format's files.
protocol WritableRow: Hashable {
    var origin: Int? { get }
    /// The whole row, for one that is added.
    var yaml: YAMLValue { get }
    /// Writes what differs from `old` into the row at `path`.
    func write(over old: Self, at path: YAMLPath, with editor: inout DocumentEditor) throws
}

extension DocumentEditor {
    /// Makes the list at `key` say `new` instead of `old`: rows are told apart by their origin.
    ///
    /// Entries that are no rows stay where they are. A list whose last row goes, goes with its key.
    mutating func setRows<Row: WritableRow>(
        _ key: String, in path: YAMLPath, from old: [Row], to new: [Row], order: [String]
    ) throws {
        guard old != new else { return }
        let list = path.appending(key: key)
        let known = Dictionary(old.compactMap { row in row.origin.map { ($0, row) } }, uniquingKeysWith: { $1 })
        guard node(list)?.items?.isEmpty == false else {
            let rows = YAMLValue.sequence(new.map(\.yaml))
            return try set(key, in: path, to: new.isEmpty ? nil : rows, order: order)
        }
        let wanted = Self.originsOnce(new).map { $0.flatMap { known[$0] == nil ? nil : $0 } }
        var places = try removeRows(of: list, known: Set(known.keys), keeping: Set(wanted.compactMap { $0 }))
        if places.isEmpty && new.isEmpty { return try set(key, in: path, to: nil, order: order) }
        try arrange(new, wanted, in: list, known: Set(known.keys), places: &places)
        for (row, origin) in zip(new, wanted) {
            guard let origin, let before = known[origin], let index = places.firstIndex(of: origin) else { continue }
            try row.write(over: before, at: list.appending(index: index), with: &self)
        }
    }

    /// A row that was copied keeps its origin; only the first of equal ones is the old row.
    private static func originsOnce(_ rows: [some WritableRow]) -> [Int?] {
        var seen = Set<Int>()
        return rows.map { row in row.origin.flatMap { seen.insert($0).inserted ? $0 : nil } }
    }

    /// Removes what is no longer wanted; gives the origins that are left, in order.
    private mutating func removeRows(of list: YAMLPath, known: Set<Int>, keeping: Set<Int>) throws -> [Int?] {
        let count = node(list)?.items?.count ?? 0
        for index in (0..<count).reversed() where known.contains(index) && !keeping.contains(index) {
            try apply(.removeItem(list.appending(index: index)))
        }
        return (0..<count).filter { !known.contains($0) || keeping.contains($0) }
    }

    private mutating func arrange(
        _ rows: [some WritableRow], _ origins: [Int?], in list: YAMLPath, known: Set<Int>, places: inout [Int?]
    ) throws {
        var target = 0
        for (row, origin) in zip(rows, origins) {
            // Entries that are no rows keep their places; added rows, here nil, do not count as such.
            while target < places.count, let place = places[target], !known.contains(place) { target += 1 }
            if let origin, let index = places.firstIndex(of: origin) {
                if index != target {
                    try apply(.moveItem(inSequence: list, from: index, to: target))
                    places.insert(places.remove(at: index), at: target)
                }
            } else {
                try apply(.insertItem(inSequence: list, at: target, row.yaml))
                places.insert(nil, at: target)
            }
            target += 1
        }
    }
}

extension DocumentEditor {
    /// Writes `disabled: true` or takes it away.
    mutating func setEnabled(_ isEnabled: Bool, from old: Bool, at path: YAMLPath, order: [String]) throws {
        guard isEnabled != old else { return }
        try set("disabled", in: path, to: isEnabled ? nil : .bool(true), order: order)
    }
}

extension Field: WritableRow {
    static let keys = ["name", "value", "description", "disabled"]

    var yaml: YAMLValue { yaml(type: nil) }

    func yaml(type: String?) -> YAMLValue {
        .pairs([
            ("name", .string(name)), ("value", .string(value)), ("type", type.map { .string($0) }),
            ("description", description.map { .string($0) }), ("disabled", isEnabled ? nil : .bool(true)),
        ])
    }

    func write(over old: Field, at path: YAMLPath, with editor: inout DocumentEditor) throws {
        try write(over: old, at: path, keys: Self.keys, with: &editor)
    }

    func write(over old: Field, at path: YAMLPath, keys: [String], with editor: inout DocumentEditor) throws {
        try editor.set("name", in: path, from: old.name, to: name, order: keys)
        try editor.set("value", in: path, from: old.value, to: value, order: keys)
        try editor.set("description", in: path, from: old.description, to: description, order: keys)
        try editor.setEnabled(isEnabled, from: old.isEnabled, at: path, order: keys)
    }
}

extension Parameter: WritableRow {
    static let keys = ["name", "value", "type", "description", "disabled"]

    var origin: Int? { field.origin }
    var yaml: YAMLValue { field.yaml(type: kind.rawValue) }

    func write(over old: Parameter, at path: YAMLPath, with editor: inout DocumentEditor) throws {
        try field.write(over: old.field, at: path, keys: Self.keys, with: &editor)
        try editor.set("type", in: path, from: old.kind.rawValue, to: kind.rawValue, order: Self.keys)
    }
}

extension Variable: WritableRow {
    static let keys = ["secret", "name", "value", "type", "description", "disabled"]

    var yaml: YAMLValue {
        .pairs([
            ("secret", isSecret ? .bool(true) : nil), ("name", .string(name)), ("value", isSecret ? nil : yamlValue),
            ("type", isSecret && type != .string ? .string(type.rawValue) : nil),
            ("description", description.map { .string($0) }), ("disabled", isEnabled ? nil : .bool(true)),
        ])
    }

    private var yamlValue: YAMLValue {
        type == .string ? .string(value) : .pairs([("type", .string(type.rawValue)), ("data", .string(value))])
    }

    func write(over old: Variable, at path: YAMLPath, with editor: inout DocumentEditor) throws {
        try editor.set("name", in: path, from: old.name, to: name, order: Self.keys)
        try writeValue(over: old, at: path, with: &editor)
        try editor.set("description", in: path, from: old.description, to: description, order: Self.keys)
        try editor.setEnabled(isEnabled, from: old.isEnabled, at: path, order: Self.keys)
    }

    private func writeValue(over old: Variable, at path: YAMLPath, with editor: inout DocumentEditor) throws {
        guard (value, type, isSecret) != (old.value, old.type, old.isSecret) else { return }
        if isSecret != old.isSecret {
            try editor.set("secret", in: path, to: isSecret ? .bool(true) : nil, order: Self.keys)
            try editor.set("value", in: path, to: isSecret ? nil : yamlValue, order: Self.keys)
        }
        if isSecret {
            return try editor.set(
                "type", in: path, to: type == .string ? nil : .string(type.rawValue), order: Self.keys)
        }
        let list = path.appending(key: "value")
        let variant = editor.node(list).flatMap(FilePlaces.selectedVariant)
        let holder = variant.map { list.appending(index: $0) } ?? path
        let written = holder.appending(key: "value")
        if editor.node(written)?["data"] != nil, type != .string {
            try editor.set("type", in: written, from: old.type.rawValue, to: type.rawValue, order: ["type", "data"])
            try editor.set("data", in: written, from: old.value, to: value, order: ["type", "data"])
        } else {
            try editor.set("value", in: holder, to: yamlValue, order: Self.keys)
        }
    }
}
