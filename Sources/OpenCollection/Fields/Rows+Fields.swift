import Secrets
import YAMLTree

// The rows of a request's tables.

extension Field: FileRow {
    init() { self.init("", "") }
    static let title = "a named value"
    static let fields: FieldTable<Field> = [
        .text("name", \.name, "name").required.text(.sent, \.name), .value(\.self, \.value).required,
        .documentation("description", \.description, "description"),
        .disabled(\.isEnabled),
    ]

    var identity: String { name }
    var mergeText: String { (isSecret ? "a secret" : value).off(unless: isEnabled) }

    fileprivate var isSecret: Bool { SecretVocabulary.isSecret(value, under: name) }
}

extension Parameter: FileRow {
    init() { self.init(.query, Field()) }
    static let title = "a parameter"
    static let fields: FieldTable<Parameter> = [
        .text("name", \.field.name, "name").required.text(.sent, \.field.name), .value(\.field, \.field.value).required,
        FieldRow(
            "type", \.kind, "type", .word(["query", "path"]), read: { $0.parameterKind($1, $2) },
            written: { .string($0.rawValue) }, merged: { $0.value($1, $2) { $0.rawValue } }
        ).required,
        .documentation("description", \.field.description, "description"), .disabled(\.field.isEnabled),
    ]

    var origin: Int? {
        get { field.origin }
        set { field.origin = newValue }
    }
    var identity: String { "\(kind) \(field.name)" }
    var mergeText: String { field.mergeText }

    func title(_ kind: String) -> String { "\(self.kind == .path ? "Path" : "Query") parameter \(field.name)" }
}

extension FieldRow {
    /// The value of a field; neither of two is shown where one of them is a secret.
    fileprivate static func value(_ field: Member<Field>, _ value: Member<String>) -> Self {
        var row = FieldRow.text("value", value, "")
        row.merge = { merging, prefix, versions, owner in
            let isSecret = versions.map { $0[keyPath: field].isSecret }
            owner[keyPath: value] = merging.value(
                prefix ?? "", versions.map { $0[keyPath: value] },
                isSecret: isSecret.base || isSecret.mine || isSecret.theirs)
        }
        return row.texts(.sent) { $0[keyPath: value] = $1($0[keyPath: value], $0[keyPath: field].name) }
    }
}

extension FileReading {
    fileprivate mutating func parameterKind(_ node: YAMLNode, _ name: String) -> Parameter.Kind {
        if let kind = Parameter.Kind(rawValue: text(node, name) ?? "query") { return kind }
        note(node, "\(name) is neither query nor path; it is read as query")
        return .query
    }

    /// A lone text where a list of paths is wanted is one path.
    fileprivate mutating func values(_ node: YAMLNode, _ name: String) -> [String] {
        node.items == nil ? [text(node, name) ?? ""] : texts(node, name)
    }
}

// MARK: - Bodies

extension MultipartPart: FileRow {
    init() { self.init(name: "", isFile: false, values: [""]) }
    static let title = "a part of a form"
    static let fields: FieldTable<MultipartPart> = [
        .text("name", \.name, "name").required,
        FieldRow(
            "type", \.isFile, "a file", .word(["text", "file"]), read: { $0.text($1, $2) == "file" },
            written: { $0 ? "file" : "text" }, merged: { $0.value($1, $2) }
        ).required, .values.required, .text("contentType", \.contentType, "content type"),
        .documentation("description", \.description, "description"), .disabled(\.isEnabled),
    ]

    var identity: String { name }
    var mergeText: String { values.joined(separator: ", ").off(unless: isEnabled) }

    /// Bruno wants a list of paths even for one.
    fileprivate var writtenValue: YAMLValue {
        isFile || values.count > 1 ? .sequence(values.map { .string($0) }) : .string(values.first ?? "")
    }
}

extension FieldRow<MultipartPart> {
    fileprivate static var values: Self {
        FieldRow(
            keys: ["value"], rule: .either([.text, .list(of: .text)]),
            read: { reading, mapping, name, part in
                if let node = mapping["value"] { part.values = reading.values(node, "\(name).value") }
            },
            written: { $0.writtenValue },
            save: { (writing, path, old, new) throws(FileProblem) in
                try writing.save(path.appending(key: "value"), old.writtenValue, new.writtenValue)
            },
            merge: { $3.values = $0.value($1 ?? "", $2.values) }
        ).texts(.sent) { part, change in
            let name = part.name
            part.name = change(name, nil)
            part.values = part.values.map { change($0, name) }
        }
    }
}

extension BodyFile: SelectableRow, FileRow {
    init() { self.init("", contentType: "", isSelected: false) }
    static let title = "a file"
    static let fields: FieldTable<BodyFile> = [
        .text("filePath", \.path, "path").required.text(.sent, \.path),
        .text("contentType", \.contentType, "content type").required,
        .mark("selected", \.isSelected, "selected", isAlwaysWritten: true).required,
        .documentation("description", \.description, "description").checked(by: .text),
    ]

    var identity: String { path }
    var mergeText: String { path }
}

// MARK: - What happens around a request

extension Assertion: FileRow {
    init() { self.init("", "") }
    static let title = "an assertion"
    static let fields: FieldTable<Assertion> = [
        .text("expression", \.expression, "expression").required, .text("operator", \.operator, "operator").required,
        .text("value", \.value, "value").text(.sent, \.value),
        .documentation("description", \.description, "description"), .disabled(\.isEnabled),
    ]

    var identity: String { "\(expression) \(`operator`)" }
    var mergeText: String { "\(expression) \(`operator`) \(value ?? "")".trimmingWhitespace().off(unless: isEnabled) }
}

extension VariableAction: FileRow {
    init() { self.init("", from: "", method: "", scope: "", type: "", phase: nil) }
    static let title = "an action"
    static let fields: FieldTable<VariableAction> = [
        .text("type", \.type, "type").required,
        .text("phase", \.phase, "phase").checked(by: .word(["before-request", "after-response"])),
        .section(
            "selector", "a selector",
            [
                .text("expression", \.expression, "expression").required,
                .text("method", \.method, "method").checked(by: .word(["jsonq"])).required,
            ]
        ).required,
        .section(
            "variable", "the variable to set",
            [
                .text("name", \.variable, "name").required,
                .text("scope", \.scope, "scope").checked(
                    by: .word(["runtime", "request", "folder", "collection", "environment"])
                ).required,
            ]
        ).required,
        .documentation("description", \.description, "description"), .disabled(\.isEnabled),
    ]
    static var rowRule: SchemaRule { .byWord(key: "type", [("set-variable", .object(rule))]) }

    var identity: String { variable }
    var mergeText: String { "\(variable) = \(expression)".off(unless: isEnabled) }
}

extension Script: FileRow {
    init() { self.init("", "") }
    static let title = "a script"
    static let fields: FieldTable<Script> = [
        .text("type", \.type, "type").checked(by: .word(["before-request", "after-response", "tests", "hooks"]))
            .required,
        .code.required,
    ]

    var identity: String { type }
    var mergeText: String { code }
}

extension FieldRow<Script> {
    fileprivate static var code: Self {
        let text = FieldRow.text("code", \.code, "")
        var row = text
        row.read = { reading, mapping, name, script in
            text.read(&reading, mapping, name, &script)
            guard let entry = mapping.entries?.first(where: { $0.key.string == "code" }) else { return }
            let isBlock = entry.value.scalar?.style.isBlock == true
            script.place.line = entry.value.place.line + (isBlock ? 1 : 0)
            // The text of a block is indented by two spaces more than its key, as Bruno and this program write it.
            script.place.indent = isBlock ? entry.key.place.column + 1 : entry.value.place.column - 1
        }
        return row
    }
}

extension String {
    func off(unless isEnabled: Bool) -> String { isEnabled ? self : "\(self) (off)" }
}
