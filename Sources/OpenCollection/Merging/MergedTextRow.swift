import YAMLTree

/// A text that is its own row: a tag, a file's name.
struct MergedTextRow: MergedRow {
    var text: String
    var origin: Int?

    var identity: String { text }
    var written: YAMLValue { .string(text) }
    var mergeText: String { text }

    /// Rows are known by their text: of one that is in all three, all are the same.
    static func merged(
        _ versions: Versions<MergedTextRow>, _ name: String, _ merging: inout FieldMerging
    ) -> MergedTextRow { versions.theirs }
}

extension FieldMerging {
    /// A list of texts whose order matters to people only: what either added is in.
    mutating func texts(_ kind: String, _ versions: Versions<[String]>) -> [String] {
        if let agreed = versions.agreed { return agreed }
        return rows(kind, versions.map { $0.map { MergedTextRow(text: $0) } }).map(\.text)
    }
}
