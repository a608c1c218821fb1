import Quoting
import YAMLTree

/// `environments/<name>.yml` with the text it came from.
public struct EnvironmentFile: Sendable, Hashable {
    /// From which edits are made.
    public var text: String
    public var definition: EnvironmentDefinition
    /// Why the file can be read but not edited; nil when it can be.
    public var readOnlyReason: String?

    public init(text: String, definition: EnvironmentDefinition, readOnlyReason: String? = nil) {
        self.text = text
        self.definition = definition
        self.readOnlyReason = readOnlyReason
    }

    /// The text with only that edited in which `new` differs; the same definition gives the same text.
    ///
    /// An environment is its file's name: another name here renames no file and is not written.
    /// - Throws: when the file can only be read, or an edit has no spelling that leaves everything else as it is.
    public func saving(_ new: EnvironmentDefinition) throws(FileProblem) -> String {
        guard differ(new, definition) else { return text }
        if let readOnlyReason { throw FileProblem(path: .root, readOnly: readOnlyReason) }
        var writing = try FileWriting(text: text, path: .root, keyOrder: .environment)
        try writing.save(definition, new)
        return writing.text
    }

    /// A whole new file, in the style that Bruno writes.
    public static func newText(for definition: EnvironmentDefinition) -> String {
        let file = YAMLMapping(said: [
            ("name", .string(definition.name)), ("color", .text(definition.color)),
            ("description", .text(definition.description)), ("extends", .text(definition.extends)),
            ("dotEnvFilePath", .text(definition.dotEnvFilePath)), ("variables", .rows(definition.variables)),
            ("clientCertificates", .rows(definition.certificates)),
            ("externalSecrets", definition.externalSecrets?.written),
        ])
        return YAMLValue.mapping(file).emitted()
    }
}

extension FileWriting {
    /// An environment, in a file of its own or in a bundle.
    mutating func save(_ old: EnvironmentDefinition, _ new: EnvironmentDefinition) throws(FileProblem) {
        try save(["color"], .text(old.color), .text(new.color))
        try save(["description"], .text(old.description), .text(new.description))
        try save(["extends"], .text(old.extends), .text(new.extends))
        try save(["dotEnvFilePath"], .text(old.dotEnvFilePath), .text(new.dotEnvFilePath))
        try save(["variables"], old.variables, new.variables)
        try save(["clientCertificates"], old.certificates, new.certificates)
        guard let former = old.externalSecrets, let secrets = new.externalSecrets else {
            return try save(["externalSecrets"], old.externalSecrets?.written, new.externalSecrets?.written)
        }
        try save(["externalSecrets", "type"], .string(former.type), .string(secrets.type))
        try save(["externalSecrets", "variables"], former.variables, secrets.variables)
    }
}

extension ExternalSecrets {
    fileprivate var written: YAMLValue {
        .mapping(YAMLMapping(said: [("type", .string(type)), ("variables", .rows(variables))]))
    }
}

extension ExternalSecrets.Reference: SavedRow {
    var identity: String { name }
    var written: YAMLValue {
        .mapping(
            YAMLMapping(said: [
                ("name", .string(name)), (key, .string(value)), ("description", .text(description)),
                ("disabled", .disabled(unless: isEnabled)),
            ]))
    }
}
