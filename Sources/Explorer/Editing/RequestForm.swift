import OpenCollection

/// The request pane's current tab as rows, so that the view and the cursor agree on what there is.
public struct RequestForm: Sendable {
    public struct Row: Sendable {
        public enum Kind: Sendable {
            case heading(String)
            case table(RequestField.TableKind, row: Int, Field)
            /// A label with one value: an option, a part of auth, the body's kind.
            case setting(label: String, value: String, hint: String, isDefault: Bool, isSecret: Bool)
            /// A header that will be added on its own.
            case automatic(RenderedHeader)
            /// The body's text, as many lines as it has.
            case bodyText
            case part(MultipartPart)
            /// Words of ours or of the file, one line.
            case note(String)
        }
        public var kind: Kind
        /// What can be focused in it, from left to right; none: the cursor passes over.
        public var fields: [RequestField] = []
    }

    public let rows: [Row]
    /// Indexes of the rows that can be focused.
    public let focusable: [Int]

    /// - Parameters:
    ///   - rendered: the request as it would be sent; its added headers are listed.
    ///   - notes: what the file holds beyond what is understood.
    public init(_ content: DraftContent, tab: RequestTab, rendered: RenderedRequest?, notes: [FileProblem] = []) {
        rows =
            switch tab {
            case .params: Self.params(content)
            case .headers: Self.headers(content, rendered)
            case .body: Self.body(content)
            case .auth: Self.auth(content)
            case .options: Self.options(content)
            case .docs: Self.docs(content) + Self.details(content.definition) + Self.remarks(notes)
            }
        focusable = rows.indices.filter { [rows] in !rows[$0].fields.isEmpty }
    }

    /// The fields of the row under the cursor; the URL line's for row -1.
    public func fields(at row: Int) -> [RequestField] {
        row < 0 ? [.method, .url] : focusable[safe: row].map { rows[$0].fields } ?? []
    }

    /// The field under the cursor, clamped to what there is.
    public func field(at cursor: FormCursor) -> RequestField? {
        let fields = fields(at: clamped(cursor).row)
        return fields[safe: min(cursor.column, fields.count - 1)]
    }

    /// The cursor, moved to the nearest row that exists.
    public func clamped(_ cursor: FormCursor) -> FormCursor {
        let row = min(cursor.row, focusable.count - 1)
        return FormCursor(row: row, column: min(cursor.column, max(0, fields(at: row).count - 1)))
    }

    /// Where a field stands; nil when the tab does not show it.
    public func cursor(of field: RequestField) -> FormCursor? {
        for row in -1..<focusable.count {
            if let column = fields(at: row).firstIndex(of: field) { return FormCursor(row: row, column: column) }
        }
        return nil
    }
}

extension RequestForm {
    private static func table(_ kind: RequestField.TableKind, _ content: DraftContent) -> [Row] {
        content.fields(of: kind).enumerated().map { index, field in
            let value = RequestField.cell(kind, row: index, .value)
            let fields = kind == .path ? [value] : [.cell(kind, row: index, .name), value]
            return Row(kind: .table(kind, row: index, field), fields: fields)
        }
    }

    private static func params(_ content: DraftContent) -> [Row] {
        let path = table(.path, content)
        let query = table(.query, content)
        guard !path.isEmpty || !query.isEmpty else {
            return [Row(kind: .note("No parameters. a adds a query row; :name in the URL makes a path row."))]
        }
        return (path.isEmpty ? [] : [Row(kind: .heading("Path"))] + path)
            + (query.isEmpty ? [] : [Row(kind: .heading("Query"))] + query)
    }

    private static func headers(_ content: DraftContent, _ rendered: RenderedRequest?) -> [Row] {
        let own = table(.headers, content)
        let added = (rendered?.headers ?? []).filter { $0.origin != .request }.map { Row(kind: .automatic($0)) }
        let empty = own.isEmpty ? [Row(kind: .note("No headers of its own. a adds one."))] : []
        return own + empty + (added.isEmpty ? [] : [Row(kind: .heading("Added on their own"))] + added)
    }

    private static func body(_ content: DraftContent) -> [Row] {
        let body = content.definition.body
        let kind = Row(
            kind: .setting(
                label: "Kind", value: body.kind.title, hint: "", isDefault: body.kind == .none, isSecret: false),
            fields: [.bodyKind])
        switch body.kind {
        case .none: return [kind]
        case .json, .text, .xml, .sparql: return [kind, Row(kind: .bodyText, fields: [.bodyText])]
        case .formURLEncoded:
            let rows = table(.form, content)
            return [kind] + (rows.isEmpty ? [Row(kind: .note("No fields. a adds one."))] : rows)
        case .multipart: return [kind] + body.parts.map { Row(kind: .part($0)) }
        case .graphQL: return query(body)
        case .file: return [kind] + body.files.map { Row(kind: .note(($0.isSelected ? "● " : "○ ") + $0.path)) }
        case .unsupported:
            return [kind, Row(kind: .note("Kept as it is; a body of this kind cannot be edited here yet."))]
        }
    }

    /// The kind of a GraphQL request's body cannot be chosen.
    private static func query(_ body: RequestBody) -> [Row] {
        let variables = (body.graphQLVariables ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        return [Row(kind: .heading("Query")), Row(kind: .bodyText, fields: [.bodyText])]
            + (variables.isEmpty ? [] : [Row(kind: .heading("Variables"))])
            + variables.map { Row(kind: .note(String($0))) }
    }

    private static func auth(_ content: DraftContent) -> [Row] {
        let auth = content.definition.auth
        let kind = Row(
            kind: .setting(label: "Kind", value: auth.title, hint: "", isDefault: auth == .none, isSecret: false),
            fields: [.authKind])
        return [kind]
            + auth.parts.map { part in
                Row(
                    kind: .setting(
                        label: part.title, value: auth.text(of: part), hint: "", isDefault: false,
                        isSecret: part.isSecret),
                    fields: [.auth(part)])
            }
    }

    private static func options(_ content: DraftContent) -> [Row] {
        RequestOption.allCases.filter { !$0.belongsToRetry || content.policies.retry != nil }.map { option in
            let text = content.text(of: option)
            return Row(
                kind: .setting(
                    label: option.title, value: text.isEmpty ? content.defaultText(of: option) : text,
                    hint: option.hint,
                    isDefault: text.isEmpty, isSecret: false),
                fields: [.option(option)])
        }
    }

    private static func docs(_ content: DraftContent) -> [Row] {
        let docs = content.definition.docs ?? ""
        guard !docs.isEmpty else { return [Row(kind: .note("No docs in this file."))] }
        return docs.split(separator: "\n", omittingEmptySubsequences: false).map { Row(kind: .note(String($0))) }
    }

    /// What stands in the file and is kept, but not understood or not done.
    private static func remarks(_ notes: [FileProblem]) -> [Row] {
        guard !notes.isEmpty else { return [] }
        return [Row(kind: .heading("Kept as it is"))] + notes.map { Row(kind: .note($0.line)) }
    }
}
