import Quoting

extension RequestDefinition {
    /// Returns the request after an edit of the query table: the URL's query is rewritten from the enabled rows, `params` takes them all.
    ///
    /// What was not touched keeps its spelling in both places, and its place: rows that were in the URL alone stay there
    /// alone. Where `params` has none yet, it begins with all of them: other tools rewrite the URL from the list.
    /// With `encodeUrl` on, a row that the URL cannot spell stays in `params` only (see ``unspellableQueryRows``).
    public func settingQueryRows(_ rows: [Field]) -> RequestDefinition {
        var known = queryRows.map(Optional.some)
        let spelling = QuerySpelling(encodesURL: settings.effectiveEncodesURL)
        var pairs: [QueryPair] = []
        var list: [Field] = []
        var all: [Field] = []
        for field in rows {
            let index = Self.index(of: field, in: known)
            let before = index.flatMap { known[$0] }
            if let index { known[index] = nil }
            let written = WrittenRow(field, before: before, spelling: spelling)
            written.pair.map { pairs.append($0) }
            written.inList.map { list.append($0) }
            all.append(written.inList ?? WrittenRow(field, before: nil, spelling: spelling).inList ?? field)
        }
        return replacingQuery(pairs, list.isEmpty || hasQueryList ? list : all)
    }

    /// Whether `params` says anything of the query.
    var hasQueryList: Bool { parameters.contains { $0.kind == .query } }

    /// Rows that have no spelling in the URL while `encodeUrl` is on, because they hold `&`, or `=` in the name: another
    /// tool will not send them unless the URL is respelled with ``settingEncodesURL(_:)``.
    public var unspellableQueryRows: [QueryRow] {
        let spelling = QuerySpelling(encodesURL: settings.effectiveEncodesURL)
        return queryRows.filter { $0.field.isEnabled && !spelling.canSpell($0.field) }
    }

    /// Returns the request with `encodeUrl` switched, respelling the query so that the same is sent.
    public func settingEncodesURL(_ encodes: Bool) -> RequestDefinition {
        let rows = queryRows
        var copy = self
        copy.settings.isPresent = true
        copy.settings.encodesURL = encodes
        let spelling = QuerySpelling(encodesURL: encodes)
        var pairs: [QueryPair] = []
        var list: [Field] = []
        for row in rows {
            let written = WrittenRow(row.field, before: nil, spelling: spelling)
            if row.status != .surplus { written.pair.map { pairs.append($0) } }
            if row.status != .onlyInURL { written.inList.map { list.append($0) } }
        }
        return copy.replacingQuery(pairs, list)
    }

    /// The row that an edited one was: by its place in the file, else one that looks the same.
    private static func index(of field: Field, in rows: [QueryRow?]) -> Int? {
        if field.origin != nil, let index = rows.firstIndex(where: { $0?.field.origin == field.origin }) {
            return index
        }
        return rows.firstIndex { $0.map { !differ($0.field, field) } == true }
    }

    private func replacingQuery(_ pairs: [QueryPair], _ list: [Field]) -> RequestDefinition {
        var copy = self
        var template = copy.urlTemplate
        if differ(template.pairs, pairs) { template.pairs = pairs }
        copy.url = template.text
        copy.parameters = Self.placing(list, in: parameters)
        return copy
    }

    /// Query rows take the places that query rows had among the path rows; further ones follow the last.
    private static func placing(_ rows: [Field], in parameters: [Parameter]) -> [Parameter] {
        let slots = parameters.indices.filter { parameters[$0].kind == .query }
        var result: [Parameter] = slots.isEmpty ? rows.map { Parameter(.query, $0) } : []
        var rest = rows[...]
        for (index, parameter) in parameters.enumerated() {
            guard parameter.kind == .query else {
                result.append(parameter)
                continue
            }
            let count = index == slots.last ? rest.count : min(1, rest.count)
            result += rest.prefix(count).map { Parameter(.query, $0) }
            rest = rest.dropFirst(count)
        }
        return result
    }
}

/// A row of the query table as written in the URL and in `params`.
private struct WrittenRow {
    var pair: QueryPair?
    var inList: Field?

    init(_ field: Field, before: QueryRow?, spelling: QuerySpelling) {
        if let before, !differ(before.field, field), before.status != .onlyInList {
            pair = before.inURL
            inList = before.inList
            return
        }
        var written = field
        written.name = Self.text(field.name, before?.inList?.name, spelling.shown, spelling.writtenName)
        written.value = Self.text(field.value, before?.inList?.value, spelling.shown, spelling.writtenValue)
        inList = written
        guard field.isEnabled, !field.name.isEmpty, spelling.canSpell(field) else { return }
        if let old = before?.inURL, spelling.shownName(old).hasSameBytes(as: field.name),
            spelling.shown(old.value ?? "").hasSameBytes(as: field.value)
        {
            pair = old
        } else {
            let isNameAlone = field.isNameAlone && field.value.isEmpty
            pair = QueryPair(name: written.name, value: isNameAlone ? nil : written.value)
        }
    }

    /// The old spelling where it says the same.
    private static func text(
        _ shown: String, _ old: String?, _ decode: (String) -> String, _ encode: (String) -> String
    ) -> String {
        if let old, decode(old).hasSameBytes(as: shown) { return old }
        return encode(shown)
    }
}
