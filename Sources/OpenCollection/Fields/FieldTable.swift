import YAMLTree

/// A value that a mapping of a file holds, key by key.
protocol FileValue: Hashable, Sendable {
    /// The keys, in the order in which the format's own writer puts them.
    static var fields: FieldTable<Self> { get }
    /// The kind of mapping, for messages: "a certificate".
    static var title: String { get }
    /// Makes an empty value.
    init()
}

extension FileValue {
    static var rule: ObjectRule { ObjectRule(title, fields) }
}

extension ObjectRule {
    /// - Parameters:
    ///   - missing: keys that the program reads and the schema does not have there.
    ///   - required: keys that it misses there.
    ///   - rules: those of keys that are others there.
    init<Owner>(
        _ title: String, _ table: FieldTable<Owner>, without missing: Set<String> = [],
        requiring required: Set<String> = [], _ rules: [String: SchemaRule] = [:]
    ) {
        self.title = title
        keys = table.rows.flatMap { row in
            row.keys.filter { !missing.contains($0) }.map {
                KeyRule(
                    $0, rules[$0] ?? row.rule, isRequired: row.isRequired || required.contains($0), row.meaning,
                    standard: row.standard)
            }
        }
    }
}

/// The keys of one kind of mapping: each row is all that the program knows of a key. It reads, writes, edits in place and merges the values.
struct FieldTable<Owner: Sendable>: Sendable, ExpressibleByArrayLiteral {
    let rows: [FieldRow<Owner>]
    /// All keys in their order.
    let keys: [String]
    private let known: Set<String>
    // What is done for each row of each file: a row is a large value, and to copy it costs more than to read a key.
    private let reads: [@Sendable (inout FileReading, YAMLNode, String, inout Owner) -> Void]
    private let saves: [@Sendable (inout FileWriting, YAMLPath, Owner, Owner) throws(FileProblem) -> Void]
    private let writes: [@Sendable (Owner, inout YAMLMapping) -> Void]
    private let forgets: [@Sendable (inout Owner) -> Void]
    private let textChanges: [@Sendable (inout Owner, TextUse, NamedTextChange) -> Void]

    init(_ rows: [FieldRow<Owner>]) {
        self.rows = rows
        keys = rows.flatMap(\.keys)
        known = Set(keys)
        reads = rows.map(\.read)
        saves = rows.map(\.save)
        forgets = rows.compactMap(\.forgetOrigins)
        textChanges = rows.compactMap(\.changeTexts)
        writes = rows.map { row in
            let (key, writtenKey, written) = (row.keys[0], row.writtenKey, row.written)
            return { owner, mapping in
                guard let value = written(owner) else { return }
                mapping.entries.append(YAMLMapping.Entry(key: writtenKey?(owner) ?? key, value: value))
            }
        }
    }

    init(arrayLiteral rows: FieldRow<Owner>...) { self.init(rows) }

    /// - Parameters:
    ///   - name: The name for messages; empty for a whole file.
    ///   - title: The name of the mapping in notes on unknown keys; `name` by default.
    func read(
        _ mapping: YAMLNode?, _ name: String, into owner: inout Owner, _ reading: inout FileReading,
        title: String? = nil
    ) {
        guard let mapping else { return }
        reading.noteUnknownKeys(of: mapping, known: known, in: title ?? name)
        for read in reads { read(&reading, mapping, name, &owner) }
    }

    /// Returns the mapping to write.
    func written(_ owner: Owner) -> YAMLMapping {
        var mapping = YAMLMapping()
        for write in writes { write(owner, &mapping) }
        return mapping
    }

    /// Writes what differs between two values, of which the old one is at `path`.
    func save(_ old: Owner, _ new: Owner, at path: YAMLPath, in writing: inout FileWriting) throws(FileProblem) {
        for save in saves { try save(&writing, path, old, new) }
    }

    /// Makes the rows of lists forget the lines that they come from.
    func forgetOrigins(of owner: inout Owner) { for forget in forgets { forget(&owner) } }

    /// Changes all texts of a use.
    func changeTexts(of owner: inout Owner, _ use: TextUse, _ change: NamedTextChange) {
        for changeTexts in textChanges { changeTexts(&owner, use, change) }
    }

    /// The fields one by one; what no row is about is theirs.
    ///
    /// - Parameter prefix: The beginning of the fields' names, for the user: "Header Accept"; nil: nothing.
    func merged(_ versions: Versions<Owner>, _ prefix: String?, _ merging: inout FieldMerging) -> Owner {
        var merged = versions.theirs
        merge(versions, into: &merged, prefix, &merging)
        return merged
    }

    func merge(
        _ versions: Versions<Owner>, into merged: inout Owner, _ prefix: String?, _ merging: inout FieldMerging
    ) {
        for row in rows { row.merge(&merging, prefix, versions, &merged) }
    }

    var order: KeyOrder {
        KeyOrder(keys) { component in
            guard case .key(let key) = component else { return nil }
            return rows.first { $0.keys.contains(key) }?.order()
        }
    }
}

/// The order in which the format's own writer puts keys, so that a key that is added comes where people expect it.
struct KeyOrder: Sendable {
    private let keys: [String]
    let inner: @Sendable (YAMLPath.Component) -> KeyOrder?

    /// - Parameter inner: the order of what a key holds; a row of a list is asked for by its index, and by default like the list itself.
    init(_ keys: [String], inner: @escaping @Sendable (YAMLPath.Component) -> KeyOrder? = { _ in nil }) {
        (self.keys, self.inner) = (keys, inner)
    }

    /// The keys of mappings as their rules have them, those of each in its order; nil if these are about no mapping.
    init?(of rules: [SchemaRule]) {
        var keys: [String] = []
        var inner: [String: [SchemaRule]] = [:]
        for object in rules.flatMap(\.objects) {
            var place = 0
            for key in object.keys {
                inner[key.name, default: []].append(key.rule)
                if let known = keys.firstIndex(of: key.name) {
                    place = known + 1
                } else {
                    keys.insert(key.name, at: place)
                    place += 1
                }
            }
        }
        guard !keys.isEmpty else { return nil }
        self.init(keys) { [inner] component in
            guard case .key(let key) = component else { return nil }
            return inner[key].flatMap { KeyOrder(of: $0) }
        }
    }

    /// The keys that come before `key` in the mapping at `path`.
    func before(_ key: String, in path: YAMLPath) -> [String] {
        var order = self
        for component in path.components {
            if let inner = order.inner(component) {
                order = inner
            } else if case .key = component {
                return []
            }
        }
        return order.keys.firstIndex(of: key).map { Array(order.keys[..<$0]) } ?? []
    }

    static let typedValue = KeyOrder(["type", "data"])

    static let request = KeyOrder(["info", "http", "graphql", "runtime", "settings", "examples", "docs", "app"]) {
        RequestDefinition.fields(of: $0 == .key("graphql") ? .graphQL : .http).order.inner($0)
    }
    static let folder = FolderDefinition.fields.order
    static let environment = EnvironmentDefinition.fields.order
    static let root = KeyOrder([
        "opencollection", "info", "config", "items", "request", "docs", "bundled", "extensions",
    ]) {
        CollectionInfo.fields.order.inner($0) ?? FolderDefinition.defaults.order.inner($0)
    }
    static let companion = CompanionFile.fields.order
}
