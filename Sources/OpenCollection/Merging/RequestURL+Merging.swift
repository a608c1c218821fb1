import YAMLTree

extension RequestDefinition {
    /// The query is merged pair by pair, since two people who change different parameters change one text.
    mutating func mergeURL(_ versions: Versions<RequestDefinition>, _ merging: inout FieldMerging) {
        if let agreed = versions.url.agreed {
            url = agreed
            return
        }
        let urls = versions.map { URLTemplate($0.url, hashIsData: $0.settings.effectiveEncodesURL) }
        let places = urls.map { $0.scheme + $0.authority + $0.path }
        let place = merging.value("URL", places)
        let pairs = merging.rows("Query parameter", urls.map { $0.pairs.map { QueryPairRow(pair: $0) } }).map(\.pair)
        let fragment = merging.value("URL, fragment", urls.fragment)
        let query = pairs.isEmpty ? nil : pairs.map(\.text).joined(separator: "&")
        url = place + (query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? "")
    }
}

/// A pair of a URL's query.
private struct QueryPairRow: MergedRow {
    var pair: QueryPair
    var origin: Int?

    var identity: String { pair.name }
    var written: YAMLValue { .string(pair.text) }
    var mergeText: String { pair.value ?? "" }

    static func merged(
        _ versions: Versions<QueryPairRow>, _ name: String, _ merging: inout FieldMerging
    ) -> QueryPairRow {
        let value = merging.value(name, versions.pair.value)
        return QueryPairRow(pair: QueryPair(name: versions.theirs.pair.name, value: value))
    }
}
