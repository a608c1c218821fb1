import YAMLTree

// `captures`, `checks` and `operation` of a request in `microscope.yaml`: what the format's own tables cannot hold.

extension RequestPolicies {
    /// The captures, checks and the operation, as the file has them. Only requests have them.
    static let ofRequests: [FieldRow<RequestPolicies>] = [
        .operation.orNothing.meaning("The operation to send of a GraphQL query with several."),
        FieldRow.part("poll", \.poll, "Poll") { $0.until }.orNothing
            .meaning("The request is sent again until this holds, in `run`."),
        .rows("captures", \.captureRows, "Capture").orNothing.meaning("Parts of responses that are kept in variables."),
        .rows("checks", \.checkRows, "Check").orNothing.meaning("Conditions on parts of responses."),
    ]

    private var captureRows: [CaptureRow] {
        get { captures.map(CaptureRow.init) }
        set { captures = newValue.map(\.action) }
    }

    private var checkRows: [CheckRow] {
        get { checks.map(CheckRow.init) }
        set { checks = newValue.map(\.assertion) }
    }
}

extension FieldRow<RequestPolicies> {
    fileprivate static var operation: Self {
        FieldRow(
            "operation", \.operation, "Operation", .notEmpty(.text),
            read: { reading, node, name in
                guard !node.isNull, let text = reading.text(node, name) else { return nil }
                if text.isEmpty { reading.note(node, "\(name) is empty; the name of an operation was expected") }
                return text
            }, written: { .text($0) }, merged: { $0.value($1, $2) })
    }
}

/// `{name, from, expression}`
private struct CaptureRow: FileRow {
    static let title = "a capture"
    static let fields: FieldTable<CaptureRow> = [
        .text("name", \.name, "name").required.meaning("The variable."), .language(\.from),
        .text("expression", \.text, "expression").required.meaning("The first match counts."),
        .documentation("description", \.description, "description"), .disabled(\.isEnabled),
    ]

    var name = ""
    var from = ""
    var text = ""
    var description: String?
    var isEnabled = true
    var origin: Int?

    init() {}

    init(_ action: VariableAction) {
        (name, description, isEnabled, origin) = (action.variable, action.description, action.isEnabled, action.origin)
        (from, text) = BodyQuery.parts(of: action.expression)
    }

    var action: VariableAction {
        VariableAction(
            name, from: "\(from) \(text)", method: from, isEnabled: isEnabled, description: description, origin: origin)
    }

    var identity: String { name }
    var mergeText: String { action.mergeText }
}

/// `{from, expression, operator, value}`
private struct CheckRow: FileRow {
    static let title = "a check"
    static let fields: FieldTable<CheckRow> = [
        .language(\.from), .text("expression", \.text, "expression").required.meaning("The first match counts."),
        FieldRow.text("operator", \.rest.operator, "operator").required
            .checked(by: .word(AssertionOperator.allCases.map(\.rawValue))),
        .text("value", \.rest.value, "value").text(.sent, \.rest.value).meaning("The value to compare with."),
        .documentation("description", \.rest.description, "description"), .disabled(\.rest.isEnabled),
    ]

    var from = ""
    var text = ""
    /// The assertion without its expression.
    var rest = Assertion("", "")

    init() {}

    init(_ assertion: Assertion) {
        (from, text) = BodyQuery.parts(of: assertion.expression)
        rest = assertion
        rest.expression = ""
    }

    var assertion: Assertion {
        var assertion = rest
        assertion.expression = "\(from) \(text)"
        return assertion
    }

    var origin: Int? {
        get { rest.origin }
        set { rest.origin = newValue }
    }
    var identity: String { assertion.identity }
    var mergeText: String { assertion.mergeText }
}

extension BodyQuery {
    /// Returns the language and the text of a row, whatever it holds.
    fileprivate static func parts(of expression: String) -> (from: String, text: String) {
        if let query = BodyQuery(expression: expression) { return (query.language.rawValue, query.text) }
        let language = expression.prefix { $0 != " " }
        return (String(language), String(expression.dropFirst(language.count + 1)))
    }
}

extension FieldRow {
    fileprivate static func language(_ member: Member<String>) -> Self {
        let words = BodyQuery.Language.allCases.map(\.rawValue)
        var row = FieldRow(
            "from", member, "language", .word(words),
            read: { reading, node, name in
                let word = reading.text(node, name) ?? ""
                if !words.contains(word) {
                    reading.note(node, "\(name) is \"\(word)\"; \(BodyQuery.Language.list) was expected")
                }
                return word
            }, written: { .string($0) }, merged: { $0.value($1, $2) }
        ).required.meaning("xpath and css read XML and HTML, regex any text, jq JSON.")
        let read = row.read
        row.read = { reading, mapping, name, owner in
            if mapping["from"] == nil {
                reading.note(mapping, "\(name).from is missing; \(BodyQuery.Language.list) was expected")
            }
            read(&reading, mapping, name, &owner)
        }
        return row
    }
}
