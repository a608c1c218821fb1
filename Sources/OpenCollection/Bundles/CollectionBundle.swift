import Quoting
public import YAMLTree

/// A collection in one file: requests and folders in `items`, environments in `config.environments`.
///
/// Each part has the path and the text that it would have in a directory, so that all else works on bundles as on
/// directories; an edit goes to the part's place in the one file.
public struct CollectionBundle: Sendable {
    public let text: String
    private let document: YAMLDocument
    /// The parts by the paths that they would have, in the order of the file.
    let parts: [Part]

    struct Part: Sendable {
        var path: ItemPath
        var place: YAMLPath
        /// The value without `items`, and with its kind.
        var value: YAMLValue
        var isFolder = false
    }

    /// Reads a bundle; nil if the file belongs to a directory: it holds no items.
    ///
    /// - Throws: when the text is not YAML, or not a mapping.
    public init?(text: String, path: ItemPath) throws(FileProblem) {
        let reading = try FileReading(text: text, path: path)
        let root = try reading.rootMapping()
        guard root["items"]?.items?.isEmpty == false else { return nil }
        self.text = text
        document = reading.document
        parts = BundleParts.of(root)
    }

    /// Why the file can be read but not edited; nil when it can be.
    public var readOnlyReason: String? { document.readOnlyReason }

    /// The text that the part at `path` would have as its own file; nil when there is none.
    public func text(of path: ItemPath) -> String? { part(at: path)?.text }

    /// The places of folders, requests and environments in the file, by the paths that they would have in a directory.
    public var places: [ItemPath: YAMLPath] { Dictionary(parts.map { ($0.itemPath, $0.place) }) { first, _ in first } }

    /// A part and what is in it, as separate files; folders before what they hold.
    public func texts(inside path: ItemPath) -> [(path: ItemPath, text: String)] {
        parts.filter { $0.itemPath.isInside(path) }.map { ($0.path, $0.text) }
    }

    /// Folders and requests, in the order of the format.
    public var items: [CollectionItem] { items(in: .root) }

    private func items(in folder: ItemPath) -> [CollectionItem] { CollectionOrder.sorted(found(in: folder)) }

    /// Returns the items of a folder, in the order of the file.
    func found(in folder: ItemPath) -> [CollectionItem] {
        parts.filter { $0.itemPath.parent == folder && $0.itemPath != .root && !$0.isEnvironment }.map(item)
    }

    private func item(_ part: Part) -> CollectionItem {
        guard part.isFolder else { return locked(CollectionItem.read(text: part.text, path: part.path)) }
        let definition = (try? FolderFile.read(text: part.text, path: part.path).definition) ?? FolderDefinition()
        let path = part.itemPath
        return CollectionItem(
            path: path, name: definition.name ?? path.baseName, kind: .folder(definition, items(in: path)))
    }

    private func locked(_ item: CollectionItem) -> CollectionItem {
        guard let readOnlyReason, case .request(var file) = item.kind else { return item }
        file.readOnlyReason = readOnlyReason
        return CollectionItem(path: item.path, name: item.name, kind: .request(file))
    }

    public var environments: [EnvironmentDefinition] {
        parts.filter(\.isEnvironment).compactMap { part in
            try? EnvironmentFile.read(text: part.text, name: part.path.baseName, path: part.path).definition
        }
    }

    private func part(at path: ItemPath) -> Part? { parts.first { $0.path == path } }
}

extension CollectionBundle {
    /// The file with one part edited or added.
    public struct Edited: Sendable, Hashable {
        /// The whole file.
        public var text: String
        /// The text of the part.
        public var partText: String
        /// The paths that changed, since they follow from names: that of the part, or of one with a number because of its name.
        public var changes: [PathChange]
    }

    /// The outcome of ``replacing(_:with:expecting:)``.
    public enum Replacement: Sendable, Hashable {
        case bundle(Edited)
        /// The text of the part, which is not the expected one.
        case changed(String)
        /// There is no such part.
        case gone
    }

    /// The file with another text for one part; comments and style of all that stays are kept.
    ///
    /// - Parameter expected: The text that the part must still have. A part that was renamed is found by it.
    /// - Throws: when the file can only be read, or the change cannot be written without changing anything else.
    public func replacing(
        _ path: ItemPath, with new: String, expecting expected: String
    ) throws(FileProblem) -> Replacement {
        let same = parts.filter { $0.text.hasSameBytes(as: expected) }
        guard let part = part(at: path) ?? (same.count == 1 ? same.first : nil) else { return .gone }
        if part.text.hasSameBytes(as: new) { return .bundle(Edited(text: text, partText: new, changes: [])) }
        guard part.text.hasSameBytes(as: expected) else { return .changed(part.text) }
        return .bundle(try edited(as: saving(part, as: new), part.place, path))
    }

    /// Whether something has a path: a part, or a folder, whatever the case of letters.
    public func holds(_ path: ItemPath) -> Bool {
        let wanted = path.text.lowercased()
        return parts.contains { $0.path.text.lowercased() == wanted || $0.itemPath.text.lowercased() == wanted }
    }

    /// Returns the file with one more part, after the others of its folder; folders around it that are gone are made again.
    ///
    /// - Parameter path: The path that the part would have in a directory; here its own name counts.
    /// - Throws: when the file can only be read, or the part cannot be written there without changing anything else.
    public func inserting(_ path: ItemPath, text part: String) throws(FileProblem) -> Edited {
        let isFolder = path.lastName == "folder.yml"
        let item = isFolder ? path.parent : path
        var edits: [TreeEdit] = item.isEnvironment ? [] : item.ancestors.filter { !holds($0) }.map(TreeEdit.newFolder)
        edits.append(isFolder ? .createFolder(item, text: part) : .create(item, text: part))
        let editing = try BundleEditing(self, edits, path: path)
        guard let place = editing.place(of: item) else {
            throw FileProblem(path: path, message: "it could not be put into the file")
        }
        return try edited(as: editing.text, place, path)
    }

    /// - Parameters:
    ///   - place: The place of the part that was edited.
    ///   - path: The path by which it was asked for.
    private func edited(as text: String, _ place: YAMLPath, _ path: ItemPath) throws(FileProblem) -> Edited {
        guard let after = try CollectionBundle(text: text, path: path),
            let part = after.parts.first(where: { $0.place == place })
        else { throw FileProblem(path: path, message: "cannot save: the file would hold no items any more") }
        let old = Dictionary(parts.map { ($0.place, $0.itemPath) }) { first, _ in first }
        let asked = path.lastName == "folder.yml" ? path.parent : path
        let moved = after.parts.compactMap { new in
            let before = new.place == place ? asked : old[new.place] ?? new.itemPath
            return before == new.itemPath ? nil : PathChange(from: before, to: new.itemPath)
        }
        return Edited(text: text, partText: part.text, changes: moved.withoutImplied)
    }

    private func saving(_ part: Part, as new: String) throws(FileProblem) -> String {
        var writing = try FileWriting(text: text, path: part.path, keyOrder: part.keyOrder, base: part.place)
        try part.save(new, in: &writing)
        let wanted = try FileReading(text: new, path: part.path).root.value
        guard let written = writing.node(at: []), part.says(written) == wanted else {
            return try replacingWhole(part, wanted)
        }
        return writing.text
    }

    /// Returns the text with the part written again, for changes beyond the values of forms.
    private func replacingWhole(_ part: Part, _ value: YAMLValue) throws(FileProblem) -> String {
        var writing = try FileWriting(text: text, path: part.path, keyOrder: part.keyOrder)
        guard !part.isFolder else {
            throw writing.problem("cannot save: this change of a folder needs the file itself")
        }
        try writing.apply(.setValue(part.place, value))
        return writing.text
    }
}

extension TreeEdit {
    fileprivate static func newFolder(at path: ItemPath) -> TreeEdit {
        .createFolder(path, text: FolderFile.newText(for: .fresh(named: path.baseName)))
    }
}

extension [PathChange] {
    /// The changes without those that follow from the change of a folder around them.
    fileprivate var withoutImplied: [PathChange] {
        filter { change in
            change.from.after(filter { $0 != change }) != change.to
        }
    }
}
