import ExplorerKit
import OpenCollection
import Secrets

// Params and Headers: the tables of a request line.

extension FormBuilder {
    mutating func addParameters() {
        let inherited = surroundings.inheritedSettings
        let hasPath = content.request.definition.parameters.contains { $0.kind == .path }
        let query = content.queryRows(inherited)
        if !hasPath, query.isEmpty {
            note("No parameters. a adds a query parameter, :name in the URL a path one.")
        }
        if hasPath { heading("Path") }
        table(
            .path, \.request.definition.pathRows, Self.pathColumns,
            .switched(\.isEnabled, origin: \.origin, blank: nil))
        if !query.isEmpty { heading("Query") }
        // Spelled by what holds for the request, even if a folder says it.
        switch inherited.encodesURL {
        case nil: addQuery(\.request.definition.queryFields, query)
        case true?: addQuery(\.request.definition.encodedQueryFields, query)
        case false?: addQuery(\.request.definition.plainQueryFields, query)
        }
    }

    private mutating func addQuery(_ list: WritableKeyPath<FormContent, [Field]>, _ rows: [QueryRow]) {
        let inherited = surroundings.inheritedSettings
        let unspellable = Set(content.request.definition.filled(from: inherited).unspellableQueryRows.map(\.field))
        table(
            .query, list, Self.fieldColumns,
            .switched(\.isEnabled, origin: \.origin) { Field("", "") },
            remark: { index in
                rows[safe: index].flatMap { unspellable.contains($0.field) ? "Bruno will not send this" : $0.remark }
            })
    }

    mutating func addHeaders() {
        let own = content.headers
        let remarks = headerRemarks
        table(
            .headers, \.headers, Self.headerColumns, .switched(\.isEnabled, origin: \.origin) { Field("", "") },
            remark: { remarks[$0] })
        if own.isEmpty {
            note(
                content.isRequest
                    ? "No headers. a adds one." : "No headers. a adds one for all requests below.")
        }
        let added = (surroundings.rendered?.headers ?? []).filter { $0.origin != .request }
        if !added.isEmpty { heading("Added automatically") }
        for header in added { automatic(header) }
    }

    private static func elsewhere(_ parameter: Field) -> String {
        "Rename it in the URL (:\(parameter.name))"
    }

    /// Why rows are not sent though they are switched on, by their index. What a folder gives to others depends on the request.
    private var headerRemarks: [Int: String] {
        guard content.isRequest, let rendered = surroundings.rendered else { return [:] }
        return rendered.replacements(ofRows: content.headers, scopes: surroundings.preview).mapValues(\.remark)
    }

    /// The names of path parameters are the URL's.
    private static var pathColumns: [FormColumnRule<Field>] {
        [
            FormColumnRule(
                .name, "Name", look: { _ in .label }, kind: { .fixed(elsewhere($0)) }, text: \.name,
                write: { field, text in text == field.name ? nil : elsewhere(field) }),
            FormColumnRule(.value, "Value", \.value, look: .template),
            FormColumnRule(.description, "Description", \.description, look: .dimmed, breaks: true),
        ]
    }

    static var fieldColumns: [FormColumnRule<Field>] {
        [
            FormColumnRule(.name, "Name", \.name, look: .label),
            FormColumnRule(.value, "Value", \.value, look: .template, breaks: true),
            FormColumnRule(.description, "Description", \.description, look: .dimmed, breaks: true),
        ]
    }

    private static var headerColumns: [FormColumnRule<Field>] {
        [
            FormColumnRule(.name, "Name", \.name, look: .label),
            FormColumnRule(
                .value, "Value", look: { SecretVocabulary.isSecret($0.value, under: $0.name) ? .secret : .template },
                text: \.value,
                write: { field, text in
                    field.value = text
                    return nil
                }),
            FormColumnRule(.description, "Description", \.description, look: .dimmed, breaks: true),
        ]
    }
}

extension QueryRow {
    /// The remark where URL and table say different things; nil if there is none.
    fileprivate var remark: String? {
        switch status {
        case .both, .disabled, .onlyInURL: nil
        case .onlyInList: "not in the URL: sent after it"
        case .differs(let inList): "the table says \(inList); the URL is sent"
        case .surplus: "not sent: the URL has it"
        }
    }
}

extension HeaderReplacement {
    fileprivate var remark: String {
        switch self {
        case .laterRow: "not sent: a later row wins"
        case .nothing: "empty: no such header is sent"
        case .header(.auth(.request)): "not sent: the Auth tab wins"
        case .header(.url): "not sent: the URL's user wins"
        case .header(.bodyType): "not sent: the Body tab wins"
        case .header(let origin): "not sent: \(origin.title) wins"
        }
    }
}
