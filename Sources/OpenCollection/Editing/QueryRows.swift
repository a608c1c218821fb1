import Quoting
import Text

/// A row of the query table: a pair of the URL and a row of `params`, seen together.
public struct QueryRow: Sendable, Hashable {
    /// The name and value as a server will decode them, placeholders kept; `origin` is that of the row in `params`.
    public var field: Field
    public var status: Status

    public enum Status: Sendable, Hashable {
        /// A row in the URL and in `params`.
        case both
        case onlyInURL
        /// An enabled row whose name the URL lacks: sent after the URL's own query.
        case onlyInList
        /// The URL says something else under this name and wins; here is what `params` says.
        case differs(inList: String)
        /// An enabled row that is not sent: the URL has this name already, fewer times.
        case surplus
        case disabled
    }

    /// The pair as written in the URL.
    var inURL: QueryPair?
    /// The row as written in `params`.
    var inList: Field?
}

extension RequestDefinition {
    /// The rows of the query table, in the order of `params`, the URL's own pairs after their neighbours there.
    public var queryRows: [QueryRow] {
        let spelling = QuerySpelling(encodesURL: settings.effectiveEncodesURL)
        var rows: [QueryRow] = []
        var pairs = urlTemplate.pairs.filter { !$0.name.isEmpty }.map(Optional.some)
        let indices = Dictionary(grouping: pairs.indices) { ExactText(pairs[$0].map(spelling.shownName) ?? "") }
        var matched: [ExactText: Int] = [:]
        var matches: [Int: Int] = [:]
        for row in parameters where row.kind == .query {
            let name = ExactText(spelling.shown(row.field.name))
            let match = row.field.isEnabled ? indices[name]?.dropFirst(matched[name] ?? 0).first : nil
            rows.append(
                spelling.row(row.field, pair: match.flatMap { pairs[$0] }, urlHasName: indices[name] != nil))
            if let match {
                matched[name, default: 0] += 1
                pairs[match] = nil
                matches[match] = rows.count - 1
            }
        }
        return insertingURLOnly(pairs, into: rows, matches: matches, spelling: spelling)
    }

    /// A path parameter's rows, in the order of `params`.
    public package(set) var pathRows: [Field] {
        get { parameters.filter { $0.kind == .path }.map(\.field) }
        set {
            var next = newValue.makeIterator()
            parameters = parameters.compactMap { parameter in
                parameter.kind == .path ? next.next().map { Parameter(.path, $0) } : parameter
            }
        }
    }

    /// Enabled rows whose name the URL lacks, as a server will decode them.
    var rowsSentAfterURL: [Field] { queryRows.filter { $0.status == .onlyInList }.map(\.field) }

    var urlTemplate: URLTemplate { URLTemplate(url, hashIsData: settings.effectiveEncodesURL) }

    private func insertingURLOnly(
        _ pairs: [QueryPair?], into rows: [QueryRow], matches: [Int: Int], spelling: QuerySpelling
    ) -> [QueryRow] {
        var after: [Int: [QueryRow]] = [:]
        var predecessor = -1
        for (index, pair) in pairs.enumerated() {
            if let pair {
                var field = Field(spelling.shownName(pair), spelling.shown(pair.value ?? ""))
                field.isNameAlone = pair.value == nil
                after[predecessor, default: []].append(QueryRow(field: field, status: .onlyInURL, inURL: pair))
            } else if let row = matches[index] {
                predecessor = row
            }
        }
        return (after[-1] ?? []) + rows.enumerated().flatMap { index, row in [row] + (after[index] ?? []) }
    }
}

/// The spelling of texts of the query table in the file: percent-encoded with `encodeUrl` off, as typed with it on.
struct QuerySpelling {
    let encodesURL: Bool

    /// Returns the text as a server will decode it.
    func shown(_ written: String) -> String { encodesURL ? written : PercentCoding.decodeQueryTemplate(written) }
    func shownName(_ pair: QueryPair) -> String { shown(pair.name) }

    func writtenName(_ shown: String) -> String {
        encodesURL ? shown : PercentCoding.encodeTemplate(shown, keeping: PercentCoding.isPlainInQueryName)
    }

    func writtenValue(_ shown: String) -> String {
        encodesURL ? shown : PercentCoding.encodeTemplate(shown, keeping: PercentCoding.isPlainInQueryValue)
    }

    /// Whether the URL can hold the row: with `encodeUrl` on, `&` and, in a name, `=` have no spelling.
    func canSpell(_ field: Field) -> Bool {
        guard encodesURL else { return true }
        let pair = QueryPair(field.name + "=" + field.value)
        return TemplateParts(field.name + field.value).split(at: "&").count == 1
            && pair.name.hasSameBytes(as: field.name)
    }

    func row(_ field: Field, pair: QueryPair?, urlHasName: Bool) -> QueryRow {
        var shownField = field
        shownField.name = shown(field.name)
        shownField.value = shown(field.value)
        var row = QueryRow(field: shownField, status: .disabled, inURL: pair, inList: field)
        guard field.isEnabled, !field.name.isEmpty else { return row }
        guard let pair else {
            row.status = urlHasName ? .surplus : .onlyInList
            return row
        }
        let inURL = shown(pair.value ?? "")
        row.status = inURL.hasSameBytes(as: shownField.value) ? .both : .differs(inList: shownField.value)
        row.field.value = inURL
        row.field.isNameAlone = pair.value == nil
        return row
    }
}

extension Field {
    /// The pair as it is in a URL with `encodeUrl` off.
    var encodedPair: QueryPair {
        let spelling = QuerySpelling(encodesURL: false)
        return QueryPair(name: spelling.writtenName(name), value: spelling.writtenValue(value))
    }
}
