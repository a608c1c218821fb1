import YAMLTree

/// A file while it is edited: its document after the edits made so far.
struct FileWriting {
    let path: ItemPath
    private let keyOrder: KeyOrder
    /// The place of the edited part in the document; all other paths begin there.
    private let base: YAMLPath
    private var document: YAMLDocument
    /// The number of keys of a path whose mappings stay when nothing is left in them.
    private var keptDepth = 0

    init(text: String, path: ItemPath, keyOrder: KeyOrder, base: YAMLPath = []) throws(FileProblem) {
        self.path = path
        self.base = base
        self.keyOrder = keyOrder
        do throws(YAMLSyntaxError) {
            document = try YAMLDocument(text: text)
        } catch {
            throw FileProblem(path: path, error)
        }
        if let reason = document.readOnlyReason { throw FileProblem(path: path, readOnly: reason) }
    }

    var text: String { document.text }

    func node(at path: YAMLPath) -> YAMLNode? { document.root.node(at: base + path) }

    // MARK: - Edits

    mutating func apply(_ edit: YAMLEdit) throws(FileProblem) {
        do throws(YAMLEditError) {
            document = try document.applying(edit.below(base))
        } catch {
            throw problem("cannot save: \(error)")
        }
    }

    /// Sets the value of a key where the format has its place; mappings that are missing on the way are added.
    mutating func set(_ path: YAMLPath, _ value: YAMLValue) throws(FileProblem) {
        guard case .key(let key)? = path.components.last else { return try apply(.setValue(path, value)) }
        let parent = YAMLPath(Array(path.components.dropLast()))
        guard parent.components.isEmpty || node(at: parent) != nil else {
            return try set(parent, .mapping(YAMLMapping([(key, value)])))
        }
        try apply(.setKey(inMapping: parent, key: key, value, after: keyOrder.before(key, in: parent)))
    }

    /// Sets a text, or removes its key.
    mutating func set(_ path: YAMLPath, text: String?) throws(FileProblem) {
        if let text { try set(path, .string(text)) } else { try remove(path) }
    }

    /// Sets a text that the file may hold as `{content, type}`.
    mutating func set(_ path: YAMLPath, documentation: String?) throws(FileProblem) {
        let isMapping = documentation != nil && node(at: path)?.entries != nil
        try set(isMapping ? path.appending(key: "content") : path, text: documentation)
    }

    /// Removes a key if it is there.
    ///
    /// - Parameter isPruning: the mappings around it go too when nothing else is left in them.
    mutating func remove(_ path: YAMLPath, pruning isPruning: Bool = false) throws(FileProblem) {
        guard node(at: path) != nil else { return }
        let parent = YAMLPath(Array(path.components.dropLast()))
        if isPruning, parent.components.count > keptDepth, node(at: parent)?.entries?.count == 1 {
            return try remove(parent, pruning: true)
        }
        try apply(.removeKey(path))
    }

    /// Edits the value at a path, which itself stays even if it becomes empty.
    mutating func keeping(
        _ path: YAMLPath, _ edit: (inout FileWriting) throws(FileProblem) -> Void
    ) throws(FileProblem) {
        let outer = keptDepth
        keptDepth = path.components.count
        defer { keptDepth = outer }
        try edit(&self)
    }

    func problem(_ message: String) -> FileProblem { FileProblem(path: path, message: message) }
}

extension YAMLPath {
    static func + (left: YAMLPath, right: YAMLPath) -> YAMLPath { YAMLPath(left.components + right.components) }
}

extension YAMLEdit {
    /// Returns the same change below `base`.
    fileprivate func below(_ base: YAMLPath) -> YAMLEdit {
        if base.components.isEmpty { return self }
        return switch self {
        case .setScalar(let path, let value): .setScalar(base + path, to: value)
        case .setValue(let path, let value): .setValue(base + path, value)
        case .setKey(let path, let key, let value, let after):
            .setKey(inMapping: base + path, key: key, value, after: after)
        case .removeKey(let path): .removeKey(base + path)
        case .removeItem(let path): .removeItem(base + path)
        case .insertItem(let path, let index, let value): .insertItem(inSequence: base + path, at: index, value)
        case .moveItem(let path, let from, let to): .moveItem(inSequence: base + path, from: from, to: to)
        case .renameKey(let path, let key): .renameKey(base + path, to: key)
        case .copyItem(let item, let path, let index): .copyItem(base + item, inSequence: base + path, at: index)
        }
    }
}

extension FileProblem {
    init(path: ItemPath, readOnly reason: String) {
        self.init(path: path, message: "this file cannot be edited here: \(reason)")
    }
}
