import Secrets
import YAMLTree

extension Field: MergedRow {
    private var isSecret: Bool { SecretVocabulary.isSecret(value, under: name) }

    var mergeText: String {
        (isSecret ? "a secret" : value).off(unless: isEnabled)
    }

    static func merged(_ versions: Versions<Field>, _ name: String, _ merging: inout FieldMerging) -> Field {
        var merged = versions.theirs
        merged.name = merging.value("\(name), name", versions.name)
        let isSecret = [versions.base, versions.mine, versions.theirs].contains(where: \.isSecret)
        merged.value = merging.value(name, versions.value, isSecret: isSecret)
        merged.isEnabled = merging.value("\(name), on", versions.isEnabled)
        merged.description = merging.value("\(name), description", versions.description)
        return merged
    }
}

extension Parameter: MergedRow {
    func title(_ kind: String) -> String { "\(self.kind == .path ? "Path" : "Query") parameter \(field.name)" }

    var mergeText: String { field.mergeText }

    static func merged(_ versions: Versions<Parameter>, _ name: String, _ merging: inout FieldMerging) -> Parameter {
        let kind = merging.value("\(name), kind", versions.kind) { $0.rawValue }
        return Parameter(kind, Field.merged(versions.field, name, &merging))
    }
}

extension MultipartPart: MergedRow {
    var mergeText: String { values.joined(separator: ", ").off(unless: isEnabled) }

    static func merged(
        _ versions: Versions<MultipartPart>, _ name: String, _ merging: inout FieldMerging
    ) -> MultipartPart {
        var merged = versions.theirs
        merged.name = merging.value("\(name), name", versions.name)
        merged.isFile = merging.value("\(name), a file", versions.isFile)
        merged.values = merging.value(name, versions.values)
        merged.contentType = merging.value("\(name), content type", versions.contentType)
        merged.isEnabled = merging.value("\(name), on", versions.isEnabled)
        merged.description = merging.value("\(name), description", versions.description)
        return merged
    }
}

extension BodyFile: SelectableRow {
    var mergeText: String { path }

    static func merged(_ versions: Versions<BodyFile>, _ name: String, _ merging: inout FieldMerging) -> BodyFile {
        var merged = versions.theirs
        merged.path = merging.value("\(name), path", versions.path)
        merged.contentType = merging.value("\(name), content type", versions.contentType)
        merged.isSelected = merging.value("\(name), selected", versions.isSelected)
        merged.description = merging.value("\(name), description", versions.description)
        return merged
    }
}

extension Assertion: MergedRow {
    var mergeText: String { "\(expression) \(`operator`) \(value ?? "")".trimmingWhitespace().off(unless: isEnabled) }

    static func merged(_ versions: Versions<Assertion>, _ name: String, _ merging: inout FieldMerging) -> Assertion {
        var merged = versions.theirs
        merged.expression = merging.value("\(name), expression", versions.expression)
        merged.operator = merging.value("\(name), operator", versions.operator)
        merged.value = merging.value("\(name), value", versions.value)
        merged.isEnabled = merging.value("\(name), on", versions.isEnabled)
        merged.description = merging.value("\(name), description", versions.description)
        return merged
    }
}

extension VariableAction: MergedRow {
    var mergeText: String { "\(variable) = \(expression)".off(unless: isEnabled) }

    static func merged(
        _ versions: Versions<VariableAction>, _ name: String, _ merging: inout FieldMerging
    ) -> VariableAction {
        var merged = versions.theirs
        merged.type = merging.value("\(name), type", versions.type)
        merged.phase = merging.value("\(name), phase", versions.phase)
        merged.expression = merging.value("\(name), expression", versions.expression)
        merged.method = merging.value("\(name), method", versions.method)
        merged.variable = merging.value("\(name), name", versions.variable)
        merged.scope = merging.value("\(name), scope", versions.scope)
        merged.isEnabled = merging.value("\(name), on", versions.isEnabled)
        merged.description = merging.value("\(name), description", versions.description)
        return merged
    }
}

extension Script: MergedRow {
    var mergeText: String { code }

    static func merged(_ versions: Versions<Script>, _ name: String, _ merging: inout FieldMerging) -> Script {
        var merged = versions.theirs
        merged.type = merging.value("\(name), kind", versions.type)
        merged.code = merging.value(name, versions.code)
        return merged
    }
}

extension ClientCertificate: MergedRow {
    var mergeText: String { path.off(unless: isEnabled) }

    static func merged(
        _ versions: Versions<ClientCertificate>, _ name: String, _ merging: inout FieldMerging
    ) -> ClientCertificate {
        var merged = versions.theirs
        merged.domain = merging.value("\(name), domain", versions.domain)
        merged.type = merging.value("\(name), kind", versions.type)
        merged.path = merging.value(name, versions.path)
        merged.keyPath = merging.value("\(name), key", versions.keyPath)
        merged.passphrase = merging.value("\(name), passphrase", versions.passphrase, isSecret: true)
        merged.isEnabled = merging.value("\(name), on", versions.isEnabled)
        return merged
    }
}

extension CollectionInfo.Author: MergedRow {
    var mergeText: String { [name, email, url].compactMap { $0 }.joined(separator: ", ") }

    static func merged(
        _ versions: Versions<CollectionInfo.Author>, _ name: String, _ merging: inout FieldMerging
    ) -> CollectionInfo.Author {
        var merged = versions.theirs
        merged.name = merging.value("\(name), name", versions.name)
        merged.email = merging.value("\(name), email", versions.email)
        merged.url = merging.value("\(name), URL", versions.url)
        return merged
    }
}

extension ProtobufFiles.ImportPath: MergedRow {
    var mergeText: String { path.off(unless: isEnabled) }

    static func merged(
        _ versions: Versions<ProtobufFiles.ImportPath>, _ name: String, _ merging: inout FieldMerging
    ) -> ProtobufFiles.ImportPath {
        var merged = versions.theirs
        merged.path = merging.value(name, versions.path)
        merged.isEnabled = merging.value("\(name), on", versions.isEnabled)
        return merged
    }
}

extension ExternalSecrets.Reference: MergedRow {
    var mergeText: String { "\(key) \(value)".off(unless: isEnabled) }

    static func merged(
        _ versions: Versions<ExternalSecrets.Reference>, _ name: String, _ merging: inout FieldMerging
    ) -> ExternalSecrets.Reference {
        var merged = versions.theirs
        merged.name = merging.value("\(name), name", versions.name)
        merged.key = merging.value("\(name), key", versions.key)
        merged.value = merging.value(name, versions.value)
        merged.isEnabled = merging.value("\(name), on", versions.isEnabled)
        merged.description = merging.value("\(name), description", versions.description)
        return merged
    }
}

extension String {
    fileprivate func off(unless isEnabled: Bool) -> String { isEnabled ? self : "\(self) (off)" }
}

/// A text that is a row of its own: a tag, a file's name.
struct MergedTextRow: MergedRow {
    var text: String
    var origin: Int?

    var identity: String { text }
    var written: YAMLValue { .string(text) }
    var mergeText: String { text }

    /// Rows are known by their text: of one that is in all three, all are the same.
    static func merged(
        _ versions: Versions<MergedTextRow>, _ name: String, _ merging: inout FieldMerging
    ) -> MergedTextRow { versions.theirs }
}

extension FieldMerging {
    /// A list of texts whose order matters to people only: what either added is in.
    mutating func texts(_ kind: String, _ versions: Versions<[String]>) -> [String] {
        if let agreed = versions.agreed { return agreed }
        return rows(kind, versions.map { $0.map { MergedTextRow(text: $0) } }).map(\.text)
    }
}
