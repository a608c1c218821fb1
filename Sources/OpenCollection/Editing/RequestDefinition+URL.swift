import Quoting

extension RequestDefinition {
    /// The URL was edited: `params` follows it.
    ///
    /// Query rows take what the URL says now; disabled rows, and enabled ones that the URL never had, stay. Path rows come
    /// and go with `:name` segments. A row that is only renamed keeps its value, description and place.
    public func settingURL(_ url: String) -> RequestDefinition {
        guard !url.hasSameBytes(as: self.url) else { return self }
        var copy = self
        copy.url = url
        copy.parameters = PathFollowing(old: parameters, from: urlTemplate, to: copy.urlTemplate).parameters
        copy.parameters = QueryFollowing(old: self, new: copy).parameters
        return copy
    }
}

/// Path rows after an edit of the URL.
private struct PathFollowing {
    var parameters: [Parameter]

    init(old: [Parameter], from before: URLTemplate, to after: URLTemplate) {
        parameters = old
        let names = after.pathNames
        let present = old.filter { $0.kind == .path }.map(\.field.name)
        let new = names.filter { !present.containsBytes(of: $0) }
        // Rows that the URL never had are notes of the user: only those that just left it go.
        let gone = before.pathNames.filter { present.containsBytes(of: $0) && !names.containsBytes(of: $0) }
        if gone.count == 1, new.count == 1 {
            rename(gone[0], to: new[0])
        } else {
            parameters.removeAll { $0.kind == .path && gone.containsBytes(of: $0.field.name) }
            parameters += new.map { Parameter(.path, Field($0, "")) }
        }
    }

    private mutating func rename(_ old: String, to new: String) {
        for index in parameters.indices
        where parameters[index].kind == .path && parameters[index].field.name.hasSameBytes(as: old) {
            parameters[index].field.name = new
        }
    }
}

/// Query rows after an edit of the URL.
private struct QueryFollowing {
    private let spelling: QuerySpelling
    private let pairs: [QueryPair]
    /// Rows that the URL had, or could take by name.
    private let oldRows: [QueryRow]
    private(set) var parameters: [Parameter] = []

    init(old: RequestDefinition, new: RequestDefinition) {
        spelling = QuerySpelling(encodesURL: new.settings.effectiveEncodesURL)
        pairs = new.urlTemplate.pairs.filter { !$0.name.isEmpty }
        oldRows = old.queryRows.filter { $0.field.isEnabled }
        let following = rebuild(from: new.parameters)
        let isNew = !old.hasQueryList && following.contains { $0.kind == .query }
        parameters = isNew ? pairs.map { Parameter(.query, Field($0)) } + new.parameters : following
    }

    private func rebuild(from old: [Parameter]) -> [Parameter] {
        let matches = matchPairs()
        let ordered = pairs.indices.map { (row: matches[$0].map { oldRows[$0] }, pair: pairs[$0]) }
        let names = Set(pairs.map { ExactText(spelling.shownName($0)) })
        var queue = ordered[...]
        var result: [Parameter] = []
        for parameter in old {
            guard parameter.kind == .query, parameter.field.isEnabled else {
                result.append(parameter)
                continue
            }
            if matches.values.contains(where: { !differ(oldRows[$0].inList, parameter.field) }) {
                appendThroughNextListed(&queue, to: &result)
            } else if survives(parameter.field, names: names) {
                result.append(parameter)
            }
        }
        let place = result.lastIndex { $0.kind == .query && $0.field.isEnabled }.map { $0 + 1 } ?? 0
        result.insert(contentsOf: queue.compactMap { listRow($0.row, $0.pair) }, at: place)
        return result
    }

    /// Takes pairs from the queue up to and with the first that had a row: rows keep their slots, new ones join them.
    private func appendThroughNextListed(
        _ queue: inout ArraySlice<(row: QueryRow?, pair: QueryPair)>, to result: inout [Parameter]
    ) {
        while let (row, pair) = queue.popFirst() {
            listRow(row, pair).map { result.append($0) }
            if row?.inList != nil { return }
        }
    }

    /// A row without pair stays when the URL never had its name, or still has it.
    private func survives(_ field: Field, names: Set<ExactText>) -> Bool {
        let name = spelling.shown(field.name)
        let isOnlyInList = oldRows.contains { !differ($0.inList, field) && $0.status == .onlyInList }
        return isOnlyInList
            || (names.contains(ExactText(name))
                && oldRows.contains { !differ($0.inList, field) && $0.status == .surplus })
            || field.name.isEmpty
    }

    /// Returns the row of `params` for a pair; nil for one that was in the URL alone and still is.
    private func listRow(_ row: QueryRow?, _ pair: QueryPair) -> Parameter? {
        guard let row else { return Parameter(.query, Field(pair)) }
        if !differ(row.inURL, pair) { return row.inList.map { Parameter(.query, $0) } }
        var field = row.inList ?? Field("", "")
        if !spelling.shown(field.name).hasSameBytes(as: spelling.shownName(pair)) || row.inList == nil {
            field.name = pair.name
        }
        if !spelling.shown(field.value).hasSameBytes(as: spelling.shown(pair.value ?? "")) {
            field.value = pair.value ?? ""
        }
        return Parameter(.query, field)
    }

    /// Returns the old row that each new pair continues: of the same name in order, else, for renames, at the same index.
    private func matchPairs() -> [Int: Int] {
        var free = Set(oldRows.indices)
        var matches: [Int: Int] = [:]
        for (index, pair) in pairs.enumerated() {
            let name = spelling.shownName(pair)
            let found = oldRows.indices.first { free.contains($0) && oldRows[$0].field.name.hasSameBytes(as: name) }
            guard let row = found else { continue }
            matches[index] = row
            free.remove(row)
        }
        let inURL = oldRows.indices.filter { oldRows[$0].inURL != nil }
        for index in pairs.indices where matches[index] == nil && inURL.indices.contains(index) {
            guard free.contains(inURL[index]), inURL.count == pairs.count else { continue }
            matches[index] = inURL[index]
        }
        return matches
    }
}

extension Field {
    fileprivate init(_ pair: QueryPair) { self.init(pair.name, pair.value ?? "") }
}
