import YAMLTree

// `microscope.yaml`; `Documentation/microscope.schema.json` is generated from it for editors. What is wrong in it is noted like elsewhere, and the
// first note refuses the file: half of a policy could be worse than none.

extension CompanionFile {
    static let fields: FieldTable<CompanionFile> = [
        .elsewhere("version", .numberWithin(1...1, isWhole: true)).required,
        .section(
            "collection", "policies",
            FieldTable(
                RequestPolicies.shared.rows.map { $0.of(\.collection) } + [.differences(\.collectionDifferences)])
        ).orNothing.meaning("Policies of every request."),
        .members("environments", \.environments).meaning("Names of environments, with their policies."),
        .members("folders", \.folders, RequestPolicies.shared)
            .meaning("Directories relative to the root, with the policies of everything below them."),
        .members("requests", \.requestEntries).meaning(
            "Files relative to the root, with the policies of that request."),
        .secretSources(\.secretSources).meaning("The sources of secrets in every environment."),
        FieldRow(
            keys: ["notSecret"], rule: .list(of: .text),
            read: { $3.publicNames = Set($0.texts($1["notSecret"], "notSecret")) }
        ).orNothing.meaning("Names whose values are shown and exported although they look like secrets."),
        FieldRow.texts("literal", \.literals, "Sent as text").orNothing
            .meaning("Names in braces that are sent as written in every request; * is any number of characters."),
        .section(
            "scripts", "limits of scripts", FieldTable(ScriptSettings.fields.rows.map { $0.of(\.scripts) })
        ).orNothing.meaning("Limits of scripts: timeout in seconds of processor time, memory in MiB."),
    ]

    static let keys = fields.keys
    /// Keys of one request; folders and the collection have the policies among them.
    static let requestKeys = RequestEntry.fields.keys

    fileprivate var requestEntries: [ItemPath: RequestEntry] {
        get {
            let paths = Set(requests.keys).union(filters.keys).union(differences.keys)
            return Dictionary(uniqueKeysWithValues: paths.map { ($0, RequestEntry(self, $0)) })
        }
        set {
            requests = newValue.mapValues(\.policies)
            filters = newValue.compactMapValues(\.filter)
            differences = newValue.mapValues(\.differences).filter { !$0.value.isEmpty }
        }
    }
}

/// The entry of a request.
private struct RequestEntry: FileValue {
    static let title = RequestPolicies.title
    static let fields = FieldTable(
        RequestPolicies.fields.rows.map { $0.of(\RequestEntry.policies) } + [.filter, .differences(\.differences)])

    var policies = RequestPolicies()
    var filter: String?
    var differences = DifferenceSettings()

    init() {}

    init(_ file: CompanionFile, _ path: ItemPath) {
        (policies, filter) = (file[.request(path)], file.filters[path])
        differences = file.differences[path] ?? differences
    }
}

extension FieldRow<RequestEntry> {
    fileprivate static var filter: Self {
        FieldRow(
            "filter", \.filter, "Filter", .notEmpty(.text),
            read: { reading, node, name in
                guard !node.isNull, let filter = reading.text(node, name) else { return nil }
                if filter.isEmpty {
                    reading.note(node, "\(name) is empty; a path, or a filter of jq, was expected")
                }
                return filter
            }, written: { .text($0) }, merged: { $0.value($1, $2) }
        ).orNothing.meaning("The filter of response bodies: a path, or a filter of jq.")
    }
}

extension FieldRow {
    /// Returns the row for what counts as no difference between responses.
    fileprivate static func differences(_ member: Member<DifferenceSettings>) -> Self {
        let fields = DifferenceSettings.fields
        @Sendable func written(_ owner: Owner) -> YAMLMapping { fields.written(owner[keyPath: member]) }
        return FieldRow(
            keys: ["diff"], rule: .object(DifferenceSettings.rule), order: { fields.order },
            read: { $3[keyPath: member] = $0.value($1["diff"], "\($2).diff") },
            written: { written($0).nonEmpty },
            save: { (writing, path, old, new) throws(FileProblem) in
                try writing.save(path.appending(key: "diff"), .mapping(written(old)), .mapping(written(new)))
            }
        ).orNothing.meaning("Differences between two responses that are ignored.")
    }

    /// A mapping whose keys are names of what its values are about.
    fileprivate static func members<Key: Hashable & Sendable & LosslessStringConvertible, Part: FileValue>(
        _ key: String, _ member: Member<[Key: Part]>, _ fields: FieldTable<Part> = Part.fields
    ) -> Self {
        FieldRow(
            keys: [key], rule: .map(of: .either([.object(ObjectRule(Part.title, fields)), .null])),
            order: { KeyOrder([]) { _ in fields.order } },
            read: { reading, mapping, _, owner in
                owner[keyPath: member] = reading.members(mapping[key], key) { $0.value($1, $2, fields) as Part }
            },
            written: { owner in
                let said = owner[keyPath: member].map { ($0.key.description, fields.written($0.value).nonEmpty) }
                return YAMLMapping(said: said.sorted { $0.0 < $1.0 }).nonEmpty
            },
            save: { (writing, path, old, new) throws(FileProblem) in
                let (former, current) = (old[keyPath: member], new[keyPath: member])
                for name in Set(former.keys).union(current.keys) {
                    try fields.save(
                        former[name] ?? Part(), current[name] ?? Part(),
                        at: path.appending(key: key).appending(key: name.description), in: &writing)
                }
            }
        ).orNothing
    }

    /// Returns the row for the sources of secrets, which are only read; they are written by hand.
    static func secretSources(_ member: Member<[String: SecretSource]>) -> Self {
        let (command, keyring) = (
            ObjectRule("a command", required: ["command": .notEmpty(.list(of: .text))]),
            ObjectRule("a keyring entry", required: ["keyring": .notEmpty(.map(of: .text))])
        )
        return FieldRow(
            keys: ["secrets"], rule: .map(of: .byKey([("command", .object(command)), ("keyring", .object(keyring))])),
            read: { reading, mapping, name, owner in
                let name = name.isEmpty ? "secrets" : "\(name).secrets"
                owner[keyPath: member] = reading.members(mapping["secrets"], name) { $0.secretSource($1, $2) }
            }
        ).orNothing
    }
}

extension DifferenceSettings: FileValue {
    static let title = "diff"

    init() { self.init(ignore: []) }

    static let fields: FieldTable<DifferenceSettings> = [
        .rules("ignore", \.ignore).meaning(
            "Paths ($.items[*].updatedAt, $..id), `pattern: iso-date`, `pattern: uuid`, `pattern: number`, `pattern: /regex/`, `line: /regex/`."
        ),
        .rules("headers", \.headers).meaning("Names of headers; * is any number of characters."),
        .arrays.meaning(
            "Paths of arrays, with the member that identifies their elements; or (position), or (alignment)."),
    ]
}

extension ScriptSettings: FileValue {
    static let title = "limits of scripts"
    static let fields = FieldTable(
        ranges.map { name, range in
            FieldRow(
                name, \ScriptSettings[name: name], name, .numberWithin(range, isWhole: false),
                read: { reading, node, name in
                    guard !node.isNull, let value = reading.number(node, name) else { return nil }
                    if !range.contains(value) {
                        reading.note(
                            node, "\(name) is not between \(words(range.lowerBound)) and \(words(range.upperBound))")
                    }
                    return value
                }, written: { $0.map { .number($0) } }, merged: { $0.value($1, $2) })
        })
}

extension FieldRow<DifferenceSettings> {
    fileprivate static func rules(_ key: String, _ member: Member<[String]>) -> Self {
        var row = FieldRow.texts(key, member, key).checked(by: .list(of: .notEmpty(.text))).orNothing
        let read = row.read
        row.read = { reading, mapping, name, settings in
            for item in mapping[key]?.items ?? [] where item.string?.isEmpty == true {
                reading.note(item, "\(name).\(key) has an empty rule")
            }
            read(&reading, mapping, name, &settings)
        }
        return row
    }

    fileprivate static var arrays: Self {
        FieldRow(
            keys: ["arrays"], rule: .either([.map(of: .notEmpty(.text)), .null]),
            read: { reading, mapping, name, settings in
                let name = "\(name).arrays"
                for entry in reading.mapping(mapping["arrays"], name)?.entries ?? [] {
                    let path = entry.key.string ?? ""
                    guard let matching = reading.text(entry.value, "\(name).\(path)") else { continue }
                    if matching.isEmpty {
                        reading.note(entry.value, "\(name).\(path) is empty; the name of a member was expected")
                    }
                    settings.arrays.append(DifferenceSettings.ArrayRule(path, matching))
                }
            },
            written: { YAMLMapping($0.arrays.map { ($0.path, .string($0.matching)) }).nonEmpty })
    }
}

extension FileReading {
    /// The values of a mapping's members by their names; those that say nothing are left out, and of equal names the last one counts.
    fileprivate mutating func members<Key: Hashable & Sendable & LosslessStringConvertible, Value>(
        _ node: YAMLNode?, _ name: String, _ read: (inout Self, YAMLNode, String) -> Value?
    ) -> [Key: Value] {
        var members: [Key: Value] = [:]
        for entry in mapping(node, name)?.entries ?? [] {
            let text = entry.key.string ?? ""
            if let key = Key(text) { members[key] = read(&self, entry.value, "\(name).\(text)") }
        }
        return members
    }

    fileprivate mutating func secretSource(_ node: YAMLNode, _ name: String) -> SecretSource? {
        if let command = node["command"] {
            // Words apart from each other, since no shell takes them apart.
            let words = list(command, "\(name).command") ?? []
            if words.first?.isEmpty != false {
                note(command, "\(name).command names no program: a list like [pass, show, api/token] was expected")
            }
            return .command(words)
        }
        if let keyring = node["keyring"] {
            var attributes: [KeyringAttribute] = []
            for entry in mapping(keyring, "\(name).keyring")?.entries ?? [] {
                let key = entry.key.string ?? ""
                attributes.append(KeyringAttribute(key, text(entry.value, "\(name).keyring.\(key)") ?? ""))
            }
            if attributes.isEmpty {
                note(keyring, "\(name).keyring names no entry: {service: my-api, account: me} was expected")
            }
            return .keyring(attributes)
        }
        note(node, "\(name) says neither command nor keyring")
        return nil
    }
}
