import YAMLTree

extension CompanionFile {
    /// The file with what counts as no difference, edited where it differs; all else keeps its bytes.
    ///
    /// - Parameter path: of a request; nil: for all of the collection.
    /// - Throws: when the text is no YAML, or an edit has no spelling that leaves everything else as it is.
    public func saving(
        _ settings: DifferenceSettings, of path: ItemPath?
    ) throws(FileProblem) -> CompanionFile {
        let old = path.map { differences[$0] ?? DifferenceSettings() } ?? collectionDifferences
        guard settings != old else { return self }
        let keys = (path.map { ["requests", $0.text] } ?? ["collection"]) + ["diff"]
        guard !text.isBlank else {
            let said = keys.dropFirst().reversed().reduce(YAMLValue.mapping(settings.written)) { value, key in
                .mapping(YAMLMapping([(key, value)]))
            }
            let file = YAMLMapping([("version", 1), (keys[0], said)])
            return try CompanionFile.read(text: YAMLValue.mapping(file).emitted(blankLineBefore: [keys[0]]))
        }
        var writing = try FileWriting(text: text, path: Self.path, keyOrder: .companion)
        let place = YAMLPath(keys.map { .key($0) })
        try writing.save(place, old.written.nonEmpty, settings.written.nonEmpty)
        return try CompanionFile.read(text: writing.text)
    }

    /// The file with one rule more behind those of a request, or of the collection; one that is there already is not written again.
    ///
    /// - Parameter isHeader: whether the text is a header's name.
    public func adding(
        ignored text: String, isHeader: Bool, of path: ItemPath?
    ) throws(FileProblem) -> CompanionFile {
        var settings = path.map { differences[$0] ?? DifferenceSettings() } ?? collectionDifferences
        if isHeader {
            if !settings.headers.contains(text) { settings.headers.append(text) }
        } else if !settings.ignore.contains(text) {
            settings.ignore.append(text)
        }
        return try saving(settings, of: path)
    }
}

extension DifferenceSettings {
    /// What is said.
    fileprivate var written: YAMLMapping {
        let arrays = YAMLMapping(arrays.map { ($0.path, .string($0.matching)) })
        return YAMLMapping(
            said: [
                ("ignore", YAMLValue.texts(ignore)), ("headers", YAMLValue.texts(headers)), ("arrays", arrays.nonEmpty),
            ])
    }
}
