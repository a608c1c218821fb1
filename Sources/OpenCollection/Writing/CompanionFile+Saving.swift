import Quoting
import YAMLTree

// Each of these edits one place, and all else keeps its bytes. What says nothing any more is taken out, with the mappings that it leaves
// empty; a file that does not exist yet begins with its version.

extension CompanionFile {
    /// The file with other policies at one place.
    ///
    /// - Throws: when the text is no YAML, or an edit has no spelling that leaves everything else as it is.
    public func saving(_ policies: RequestPolicies, for holder: PolicyHolder) throws(FileProblem) -> CompanionFile {
        try saving(self[holder].written, policies.written, at: holder.keys)
    }

    /// The file with an environment protected, or no longer.
    ///
    /// - Throws: when the text is no YAML, or an edit has no spelling that leaves everything else as it is.
    public func saving(isProtected: Bool, ofEnvironment name: String) throws(FileProblem) -> CompanionFile {
        try saving(environment: name) { $0.isProtected = isProtected }
    }

    /// The file with what is sent to an environment kept in the history, or no longer.
    ///
    /// - Throws: when the text is no YAML, or an edit has no spelling that leaves everything else as it is.
    public func saving(keepsHistory: Bool, ofEnvironment name: String) throws(FileProblem) -> CompanionFile {
        try saving(environment: name) { $0.keepsHistory = keepsHistory }
    }

    private func saving(
        environment name: String, _ change: (inout EnvironmentPolicies) -> Void
    ) throws(FileProblem) -> CompanionFile {
        let old = environments[name] ?? EnvironmentPolicies()
        var new = old
        change(&new)
        return try saving(old.written, new.written, at: ["environments", name])
    }

    /// The file with what the responses of a request are filtered by, or with nothing.
    ///
    /// - Throws: when the text is no YAML, or an edit has no spelling that leaves everything else as it is.
    public func saving(filter: String?, of path: ItemPath) throws(FileProblem) -> CompanionFile {
        try saving(.text(filters[path]), .text(filter), at: ["requests", path.text, "filter"])
    }

    /// The file with what counts as no difference between the responses of a request.
    ///
    /// - Parameter path: the request; nil: what holds for all of the collection.
    /// - Throws: when the text is no YAML, or an edit has no spelling that leaves everything else as it is.
    public func saving(_ settings: DifferenceSettings, of path: ItemPath?) throws(FileProblem) -> CompanionFile {
        let keys = (path.map { ["requests", $0.text] } ?? ["collection"]) + ["diff"]
        return try saving(differences(of: path).written, settings.written, at: keys)
    }

    /// The file with one rule more behind those of a request, or of the collection; one that is there already is not written again.
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

    /// - Parameter keys: the way to the place; nil is said where nothing stands there.
    private func saving(
        _ old: YAMLValue?, _ new: YAMLValue?, at keys: [String]
    ) throws(FileProblem) -> CompanionFile {
        guard differ(new, old) else { return self }
        if text.isBlank {
            guard let new, new != .mapping([:]) else { return self }
            let said = keys.dropFirst().reversed().reduce(new) { .mapping(YAMLMapping([($1, $0)])) }
            let file = YAMLMapping([("version", 1), (keys[0], said)])
            return try CompanionFile.read(text: YAMLValue.mapping(file).emitted(blankLineBefore: [keys[0]]))
        }
        var writing = try FileWriting(text: text, path: Self.path, keyOrder: .companion)
        try writing.save(YAMLPath(keys.map { .key($0) }), old, new)
        return try CompanionFile.read(text: writing.text)
    }
}

extension FileValue {
    /// Everything that is said. What says nothing is an empty mapping: other keys may stand at its place.
    fileprivate var written: YAMLValue { .mapping(Self.fields.written(self)) }
}

extension CompanionFile {
    static let keys = [
        "version", "collection", "environments", "folders", "requests", "secrets", "notSecret", "scripts",
    ]
    /// Keys of one request; folders and the collection have the policies among them.
    static let requestKeys = RequestPolicies.fields.keys + ["filter", "diff"]
}
