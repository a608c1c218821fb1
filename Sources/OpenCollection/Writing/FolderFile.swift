import Quoting
import YAMLTree

/// `folder.yml` with the text it came from.
public struct FolderFile: Sendable, Hashable {
    /// From which edits are made.
    public var text: String
    public var definition: FolderDefinition
    /// Why the file can be read but not edited; nil when it can be.
    public var readOnlyReason: String?

    public init(text: String, definition: FolderDefinition, readOnlyReason: String? = nil) {
        self.text = text
        self.definition = definition
        self.readOnlyReason = readOnlyReason
    }

    /// The text with only that edited in which `new` differs; the same definition gives the same text.
    ///
    /// - Throws: when the file can only be read, or an edit has no spelling that leaves everything else as it is.
    public func saving(_ new: FolderDefinition) throws(FileProblem) -> String {
        guard differ(new, definition) else { return text }
        if let readOnlyReason { throw FileProblem(path: .root, readOnly: readOnlyReason) }
        var writing = try FileWriting(text: text, path: .root, keyOrder: .folder)
        try writing.save(definition, new)
        return writing.text
    }

    /// A whole new `folder.yml`, in the style that Bruno writes. It says what the definition says, no more.
    public static func newText(for definition: FolderDefinition) -> String {
        let info = YAMLMapping(said: [
            ("name", .text(definition.name)), ("type", "folder"), ("seq", definition.sequence.map { .int($0) }),
            ("tags", .texts(definition.tags)), ("description", .text(definition.description)),
        ])
        let file = YAMLMapping(said: [
            ("info", .mapping(info)), ("request", definition.writtenDefaults), ("docs", definition.writtenDocs),
        ])
        return YAMLValue.mapping(file).emitted(blankLineBefore: .separatedKeys)
    }
}

extension FolderDefinition {
    /// A new folder as Bruno begins one: authentication inherited.
    public static func fresh(named name: String, sequence: Int? = nil) -> FolderDefinition {
        var definition = FolderDefinition()
        definition.hasFile = true
        definition.name = name
        definition.sequence = sequence
        definition.auth = .inherit
        return definition
    }

    /// The value of `request`; nil when nothing is said.
    var writtenDefaults: YAMLValue? {
        YAMLMapping(said: [
            ("headers", .rows(headers)), ("metadata", .rows(metadata)), ("auth", auth.written),
            ("variables", .rows(variables)), ("actions", .rows(actions)), ("scripts", .rows(scripts)),
            ("settings", writtenSettings),
        ]).nonEmpty
    }

    /// As Bruno writes the docs of a folder.
    var writtenDocs: YAMLValue? { docs.map { ["content": .string($0), "type": "text/markdown"] } }

    fileprivate var writtenSettings: YAMLValue? {
        YAMLMapping(said: [
            ("http", settings.written.nonEmpty), ("graphql", graphQLSettings.written.nonEmpty),
        ]).nonEmpty
    }
}

extension FileWriting {
    /// A folder, in a file of its own or in a bundle.
    mutating func save(_ old: FolderDefinition, _ new: FolderDefinition) throws(FileProblem) {
        if differ(new.name, old.name) { try set(["info", "name"], text: new.name) }
        try save(["info", "seq"], old.sequence.map { .int($0) }, new.sequence.map { .int($0) })
        if differ(new.description, old.description) {
            try set(["info", "description"], documentation: new.description)
        }
        try saveTexts(["info", "tags"], old.tags, new.tags)
        try saveDefaults(old, new)
    }

    /// `request` and `docs` of a folder or the root.
    mutating func saveDefaults(_ old: FolderDefinition, _ new: FolderDefinition) throws(FileProblem) {
        try saveRows(["request", "headers"], old.headers, new.headers)
        try saveRows(["request", "metadata"], old.metadata, new.metadata)
        try save(old.auth, new.auth, at: ["request", "auth"])
        try saveRows(["request", "variables"], old.variables, new.variables)
        try saveRows(["request", "actions"], old.actions, new.actions)
        try saveRows(["request", "scripts"], old.scripts, new.scripts)
        try save(["request", "settings"], old.writtenSettings, new.writtenSettings)
        guard differ(new.docs, old.docs) else { return }
        guard old.docs == nil, let docs = new.writtenDocs else { return try set(["docs"], documentation: new.docs) }
        try set(["docs"], docs)
    }
}
