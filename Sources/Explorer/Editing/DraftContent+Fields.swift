import OpenCollection

// What each field of the form says in the draft, and how a new text is written into it.

extension DraftContent {
    /// The text that editing a field starts from.
    public func text(of field: RequestField) -> String {
        switch field {
        case .method: definition.method
        case .url: definition.url
        case .cell(let table, let row, let column):
            fields(of: table)[safe: row].map { column == .name ? $0.name : $0.value } ?? ""
        case .bodyKind: definition.body.kind.title
        case .bodyText: definition.body.text
        case .authKind: definition.auth.title
        case .auth(let part): definition.auth.text(of: part)
        case .option(let option): text(of: option)
        }
    }

    /// Writes what was typed into a field.
    ///
    /// - Returns: why it cannot stand there; nil when it was taken.
    public mutating func setText(_ text: String, of field: RequestField) -> String? {
        switch field {
        case .method: definition.method = text
        case .url: definition = definition.settingURL(text)
        case .cell(let table, let row, let column): setCell(text, table, row, column)
        case .bodyText: definition.body.text = text
        case .auth(let part): definition.auth.setText(text, of: part)
        case .option(let option): return setText(text, of: option)
        case .bodyKind, .authKind: break
        }
        return nil
    }

    private mutating func setCell(
        _ text: String, _ table: RequestField.TableKind, _ row: Int, _ column: RequestField.TableColumn
    ) {
        var rows = fields(of: table)
        guard rows.indices.contains(row) else { return }
        if column == .name { rows[row].name = text } else { rows[row].value = text }
        setFields(rows, of: table)
    }
}

// MARK: - Tables

extension DraftContent {
    /// The rows of a table, in the file's order.
    public func fields(of table: RequestField.TableKind) -> [Field] {
        switch table {
        case .path: definition.parameters.filter { $0.kind == .path }.map(\.field)
        case .query: definition.queryRows.map(\.field)
        case .headers: definition.headers
        case .form: definition.body.form
        }
    }

    /// Replaces the rows of a table. The URL's query follows its table.
    public mutating func setFields(_ rows: [Field], of table: RequestField.TableKind) {
        switch table {
        case .headers: definition.headers = rows
        case .form: definition.body.form = rows
        case .query: definition = definition.settingQueryRows(rows)
        case .path: replacePathFields(with: rows)
        }
    }

    private mutating func replacePathFields(with rows: [Field]) {
        var next = rows.makeIterator()
        definition.parameters = definition.parameters.compactMap { parameter in
            parameter.kind == .path ? next.next().map { Parameter(.path, $0) } : parameter
        }
    }
}

extension RequestBody.Kind {
    /// The kinds that can be chosen, in the order of the list.
    static let choices: [RequestBody.Kind] = [.none, .json, .text, .xml, .sparql, .formURLEncoded]

    /// For a person.
    var title: String {
        switch self {
        case .none: "none"
        case .json: "JSON"
        case .text: "text"
        case .xml: "XML"
        case .sparql: "SPARQL"
        case .formURLEncoded: "form (urlencoded)"
        case .multipart: "multipart form"
        case .file: "file"
        case .graphQL: "GraphQL"
        case .unsupported(let word): word
        }
    }

    /// Whether the form shows it as lines of text.
    var isWrittenAsText: Bool { isText || self == .graphQL }

    /// By which an editor knows the language.
    var fileExtension: String {
        switch self {
        case .json: "json"
        case .xml: "xml"
        case .graphQL: "graphql"
        default: "txt"
        }
    }
}

// MARK: - Auth

extension Auth {
    static let choices = ["none", "inherit", "bearer", "basic", "API key"]

    var title: String {
        switch self {
        case .none: "none"
        case .inherit: "inherit"
        case .basic: "basic"
        case .bearer: "bearer"
        case .apiKey: "API key"
        case .unsupported(let details): details.type
        }
    }

    init(title: String) {
        switch title {
        case "inherit": self = .inherit
        case "bearer": self = .bearer(token: "")
        case "basic": self = .basic(username: "", password: "")
        case "API key": self = .apiKey(name: "", value: "", placement: .header)
        default: self = .none
        }
    }

    /// The parts that a form shows, in order.
    var parts: [RequestField.AuthPart] {
        switch self {
        case .none, .inherit, .unsupported: []
        case .basic: [.username, .password]
        case .bearer: [.token]
        case .apiKey: [.keyName, .keyValue, .placement]
        }
    }

    func text(of part: RequestField.AuthPart) -> String {
        switch (self, part) {
        case (.basic(let name, _), .username): name
        case (.basic(_, let password), .password): password
        case (.bearer(let token), .token): token
        case (.apiKey(let name, _, _), .keyName): name
        case (.apiKey(_, let value, _), .keyValue): value
        case (.apiKey(_, _, let placement), .placement): placement?.rawValue ?? "not said"
        default: ""
        }
    }

    mutating func setText(_ text: String, of part: RequestField.AuthPart) {
        switch (self, part) {
        case (.basic(_, let password), .username): self = .basic(username: text, password: password)
        case (.basic(let name, _), .password): self = .basic(username: name, password: text)
        case (.bearer, .token): self = .bearer(token: text)
        case (.apiKey(_, let value, let place), .keyName): self = .apiKey(name: text, value: value, placement: place)
        case (.apiKey(let name, _, let place), .keyValue): self = .apiKey(name: name, value: text, placement: place)
        case (.apiKey(let name, let value, _), .placement):
            self = .apiKey(name: name, value: value, placement: Auth.Placement(rawValue: text))
        default: break
        }
    }
}

extension RequestField.AuthPart {
    var title: String {
        switch self {
        case .username: "User name"
        case .password: "Password"
        case .token: "Token"
        case .keyName: "Name"
        case .keyValue: "Value"
        case .placement: "Sent in"
        }
    }

    /// Whether a literal here is a secret, shown as dots at rest.
    var isSecret: Bool { [.password, .token, .keyValue].contains(self) }
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
