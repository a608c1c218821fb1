import YAMLTree

extension RequestBody {
    /// The keys of a body, of which the kind says what they hold.
    var fields: FieldTable<RequestBody> { kind == .graphQL ? Self.query : Self.typed }

    static let query: FieldTable<RequestBody> = [
        .query, .text("variables", \.graphQLVariables, "Variables of the query"),
    ]
    private static let typed: FieldTable<RequestBody> = [.type, .data]

    /// A copy's rows are new ones.
    package mutating func forgetOrigins() {
        form.forgetOrigins()
        parts.forgetOrigins()
        files.forgetOrigins()
    }
}

extension RequestBody.Kind {
    /// The facts of the format about a kind.
    private struct Facts: Sendable {
        var kind: RequestBody.Kind
        var word: String
        var title: String
        var fileExtension = "txt"
        var data: FieldRow<RequestBody>?
    }

    private static let all = [
        Facts(kind: .json, word: "json", title: "JSON", fileExtension: "json", data: .bodyText),
        Facts(kind: .text, word: "text", title: "text", data: .bodyText),
        Facts(kind: .xml, word: "xml", title: "XML", fileExtension: "xml", data: .bodyText),
        Facts(kind: .sparql, word: "sparql", title: "SPARQL", data: .bodyText),
        Facts(
            kind: .formURLEncoded, word: "form-urlencoded", title: "form (urlencoded)",
            data: .list(\.form, "Form field")),
        Facts(kind: .multipart, word: "multipart-form", title: "multipart form", data: .list(\.parts, "Part")),
        Facts(kind: .file, word: "file", title: "file", data: .files),
        // Bruno writes it, and nothing is sent, here as there.
        Facts(kind: .none, word: "none", title: "none"),
    ]
    private static let graphQLFacts = Facts(kind: .graphQL, word: "graphql", title: "GraphQL", fileExtension: "graphql")

    private var facts: Facts? { self == .graphQL ? Self.graphQLFacts : Self.all.first { $0.kind == self } }

    /// The kind that a file names with this word; a missing word names none.
    public init(word: String) {
        self = word.isEmpty ? .none : Self.all.first { $0.word == word }?.kind ?? .unsupported(word)
    }

    /// The word in a file; nil for no body. A query has none there, its request says the kind.
    public var word: String? {
        if case .unsupported(let word) = self { return word }
        return self == .none ? nil : facts?.word
    }

    /// The kinds that can be chosen, in the order of the list.
    package static let choices = [.none] + all.map(\.kind).filter { $0 != .none }

    /// The name of the kind for the user.
    package var title: String { facts?.title ?? word ?? "" }

    /// The extension by which an editor knows the language.
    package var fileExtension: String { facts?.fileExtension ?? "txt" }

    /// Whether its content is one text.
    public var isText: Bool { [.json, .text, .xml, .sparql].contains(self) }

    /// The key with the content; nil for kinds without any, and for those that are not known.
    var data: FieldRow<RequestBody>? { facts?.data }

    /// The rule for each kind by its word.
    static var rules: [(word: String, rule: SchemaRule)] {
        all.map { facts in
            let rows = [FieldRow.type] + [facts.data].compactMap(\.self)
            let title = facts.data == nil ? "a body without content" : "a body"
            return (facts.word, .object(ObjectRule(title, FieldTable(rows.map(\.required)))))
        }
    }
}

extension FieldRow<RequestBody> {
    fileprivate static var type: Self {
        FieldRow(
            keys: ["type"], rule: .text,
            read: { reading, mapping, name, body in
                let word = reading.text(mapping["type"], "\(name).type") ?? ""
                if word.isEmpty { reading.note(mapping, "\(name) has no type; it is not sent") }
                body.kind = RequestBody.Kind(word: word)
            },
            written: { .text($0.kind.word) },
            save: { (writing, path, old, new) throws(FileProblem) in
                try writing.save(path.appending(key: "type"), .text(old.kind.word), .text(new.kind.word))
            })
    }

    fileprivate static var data: Self {
        FieldRow(
            keys: ["data"],
            read: { $3.kind.data?.read(&$0, $1, $2, &$3) },
            written: { $0.kind.data?.written($0) },
            save: { (writing, path, old, new) throws(FileProblem) in try new.kind.data?.save(&writing, path, old, new)
            },
            merge: { $3.kind.data?.merge(&$0, $1, $2, &$3) })
    }

    fileprivate static var bodyText: Self { .text("data", \.text, "Body") }

    /// The format wants a list, be it an empty one.
    fileprivate static func list<Row: FileRow>(_ member: Member<[Row]>, _ title: String) -> Self {
        var row = FieldRow.rows("data", member, title)
        let save = row.save
        row.written = { .sequence($0[keyPath: member].map(\.written)) }
        row.save = { (writing, path, old, new) throws(FileProblem) in
            guard new[keyPath: member].isEmpty, !old[keyPath: member].isEmpty else {
                return try save(&writing, path, old, new)
            }
            try writing.set(path.appending(key: "data"), [])
        }
        return row
    }

    fileprivate static var files: Self {
        var row = list(\.files, "File")
        row.merge = { $3.files = $0.selectableRows("File", $2.files) }
        return row
    }

    /// An empty one is not written into a new file.
    fileprivate static var query: Self {
        var row = FieldRow.text("query", \.text, "Query")
        row.written = { $0.text.isEmpty ? .none : .string($0.text) }
        return row
    }
}
