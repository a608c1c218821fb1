import Quoting
import YAMLTree

// Each of these edits one place, and all else keeps its bytes. Empty entries are removed, with the mappings that it leaves
// empty; a file that does not exist yet begins with its version.

extension CompanionFile {
    /// The file with other policies at one place.
    ///
    /// - Throws: when the text is not YAML, or an edit cannot be written without changing anything else.
    public func saving(_ policies: RequestPolicies, for holder: PolicyHolder) throws(FileProblem) -> CompanionFile {
        try saving { $0[holder] = policies }
    }

    /// The file with an environment protected, or no longer.
    ///
    /// - Throws: when the text is not YAML, or an edit cannot be written without changing anything else.
    public func saving(isProtected: Bool, ofEnvironment name: String) throws(FileProblem) -> CompanionFile {
        try saving { $0.environments[name, default: EnvironmentPolicies()].isProtected = isProtected }
    }

    /// The file with what is sent to an environment kept in the history, or no longer.
    ///
    /// - Throws: when the text is not YAML, or an edit cannot be written without changing anything else.
    public func saving(keepsHistory: Bool, ofEnvironment name: String) throws(FileProblem) -> CompanionFile {
        try saving { $0.environments[name, default: EnvironmentPolicies()].keepsHistory = keepsHistory }
    }

    /// The file with what the responses of a request are filtered by, or with nothing.
    ///
    /// - Throws: when the text is not YAML, or an edit cannot be written without changing anything else.
    public func saving(filter: String?, of path: ItemPath) throws(FileProblem) -> CompanionFile {
        try saving { $0.filters[path] = filter }
    }

    /// The file with what counts as no difference between the responses of a request.
    ///
    /// - Parameter path: the request; nil: what holds for all of the collection.
    /// - Throws: when the text is not YAML, or an edit cannot be written without changing anything else.
    public func saving(_ settings: DifferenceSettings, of path: ItemPath?) throws(FileProblem) -> CompanionFile {
        try saving { file in
            if let path { file.differences[path] = settings } else { file.collectionDifferences = settings }
        }
    }

    /// The file with one name more that is sent as text in every request; one that is there already is not written again.
    ///
    /// - Throws: when the text is not YAML, or an edit cannot be written without changing anything else.
    public func saving(literal name: String) throws(FileProblem) -> CompanionFile {
        let name = name.trimmingWhitespace()
        guard !LiteralNames(literals).contains(name) else { return self }
        return try saving { $0.literals.append(name) }
    }

    /// Returns the file with one rule more after those of a request, or of the collection; one that is there already is not written again.
    ///
    /// - Parameter isHeader: whether the text is a header's name.
    public func adding(
        ignored text: String, isHeader: Bool, of path: ItemPath?
    ) throws(FileProblem) -> CompanionFile {
        var settings = differences(of: path)
        if isHeader {
            if !settings.headers.contains(text) { settings.headers.append(text) }
        } else if !settings.ignore.contains(text) {
            settings.ignore.append(text)
        }
        return try saving(settings, of: path)
    }

    private func differences(of path: ItemPath?) -> DifferenceSettings {
        path.map { differences[$0] ?? DifferenceSettings() } ?? collectionDifferences
    }

    private func saving(_ change: (inout CompanionFile) -> Void) throws(FileProblem) -> CompanionFile {
        var new = self
        change(&new)
        let said = Self.fields.written(new)
        guard differ(said, Self.fields.written(self)) else { return self }
        guard !text.isWhitespaceOnly else {
            let file = YAMLMapping([("version", 1)] + said.entries.map { ($0.key, $0.value) })
            let text = YAMLValue.mapping(file).emitted(blankLineBefore: Set(said.entries.map(\.key)))
            return try CompanionFile.read(text: text)
        }
        var writing = try FileWriting(text: text, path: Self.path, keyOrder: .companion)
        try Self.fields.save(self, new, at: [], in: &writing)
        return try CompanionFile.read(text: writing.text)
    }
}
