import YAMLTree

/// Operations on the items of a bundle, as edits of its one file.
///
/// What is moved or copied keeps its comments and styles where its list and the new one are written in lines; between brackets, or
/// where its text would mean something else in the new place, it is written again.
struct BundleEditing {
    /// The whole file.
    private(set) var text: String
    /// The parts that were cut out, for the trash.
    private(set) var kept: [TreeStep] = []
    private let before: CollectionBundle
    private let file: ItemPath
    /// The places of the items that were there at the beginning, and of new ones by the path they were asked for.
    private var places: [ItemPath: YAMLPath]
    private var after: [YAMLPath: ItemPath] = [:]

    init(_ bundle: CollectionBundle, _ edits: [TreeEdit], path: ItemPath) throws(FileProblem) {
        before = bundle
        text = bundle.text
        file = path
        places = Dictionary(bundle.parts.map { ($0.itemPath, $0.place) }) { first, _ in first }
        for edit in edits { try apply(edit) }
        guard let result = try CollectionBundle(text: text, path: path) else {
            throw FileProblem(
                path: path, message: "a collection in one file keeps one item at least; delete the file itself")
        }
        after = Dictionary(result.parts.map { ($0.place, $0.itemPath) }) { first, _ in first }
    }

    /// The items that have another path than before.
    var changes: [PathChange] {
        before.parts.compactMap { part in
            let path = path(part.itemPath)
            return path == part.itemPath || places[part.itemPath] == nil
                ? nil : PathChange(from: part.itemPath, to: path)
        }
    }

    /// The path that an item has in the end: a name may be taken, or be free again.
    func path(_ path: ItemPath) -> ItemPath { places[path].flatMap { after[$0] } ?? path }

    /// Returns the place of an item after all edits.
    func place(of path: ItemPath) -> YAMLPath? { places[path] }

    // MARK: - Edits

    private mutating func apply(_ edit: TreeEdit) throws(FileProblem) {
        switch edit {
        case .create(let path, let text), .createFolder(let path, let text):
            let value = try FileReading(text: text, path: path).root.value
            try insert(path) { writing, list, index throws(FileProblem) in
                try writing.insert(value, in: list, at: index)
            }
            if path.isEnvironment { try name(path) }
        case .set(let path, let changes): try set(changes, ofFile: path)
        case .copy(let path, let target, let changes): try copy(path, target, changes)
        case .move(let path, let target): try move(path, to: target)
        case .remove(let path): try cut(path)
        }
    }

    private mutating func set(_ changes: [KeyEdit], ofFile path: ItemPath) throws(FileProblem) {
        let isFolder = path.lastName == "folder.yml"
        let place = path == ItemPath.root.folderFile ? [] : places[isFolder ? path.parent : path]
        guard let place else { return }
        var writing = try writing(.of(path), at: place)
        try writing.apply(changes)
        text = writing.text
    }

    private mutating func copy(_ path: ItemPath, _ target: ItemPath, _ changes: [KeyEdit]) throws(FileProblem) {
        guard let place = places[path] else { return }
        try insert(target) { writing, list, index throws(FileProblem) in
            try writing.copy(place, into: list, at: index)
        }
        let isFolder = before.parts.contains { $0.itemPath == path && $0.isFolder }
        try set(changes, ofFile: isFolder ? target.folderFile : target)
        if path.isEnvironment { try name(target) }
    }

    private mutating func move(_ path: ItemPath, to target: ItemPath) throws(FileProblem) {
        if path.isEnvironment {
            places[target] = places[path]
            return try name(target)
        }
        guard let place = places[path] else { return }
        // Within its folder the path follows from the name.
        guard path.parent != target.parent else {
            places[target] = place
            return
        }
        let items = places
        try copy(path, target, [])
        guard let new = places[target] else { return }
        places = items
        try remove(place)
        let moved = new.afterRemoval(of: place) ?? new
        for (item, old) in items { places[item] = old.moved(from: place, to: moved) ?? old.afterRemoval(of: place) }
        places[target] = moved
    }

    private mutating func cut(_ path: ItemPath) throws(FileProblem) {
        guard let place = places[path] else { return }
        let parts = before.parts.filter { $0.itemPath.isInside(path) }
        kept.append(.keep(path, files: Dictionary(parts.map { ($0.path, $0.text) }) { first, _ in first }))
        try remove(place)
        places = places.compactMapValues { $0.afterRemoval(of: place) }
    }

    /// An environment is called by its name.
    private mutating func name(_ path: ItemPath) throws(FileProblem) {
        try set([KeyEdit(place: ["name"], value: .string(path.baseName))], ofFile: path)
    }

    // MARK: - Lists

    private mutating func insert(
        _ path: ItemPath, _ put: (inout FileWriting, YAMLPath, Int) throws(FileProblem) -> Void
    ) throws(FileProblem) {
        let list = list(of: path)
        var writing = try writing(.root, at: [])
        let index = writing.node(at: list)?.items?.count ?? 0
        try put(&writing, list, index)
        text = writing.text
        places[path] = list.appending(index: index)
    }

    private mutating func remove(_ place: YAMLPath) throws(FileProblem) {
        var writing = try writing(.root, at: [])
        try writing.apply(.removeItem(place))
        text = writing.text
    }

    private func list(of path: ItemPath) -> YAMLPath {
        if path.isEnvironment { return ["config", "environments"] }
        return (places[path.parent] ?? []).appending(key: "items")
    }

    private func writing(_ keyOrder: KeyOrder, at place: YAMLPath) throws(FileProblem) -> FileWriting {
        try FileWriting(text: text, path: file, keyOrder: keyOrder, base: place)
    }
}

extension FileWriting {
    fileprivate mutating func insert(_ value: YAMLValue, in list: YAMLPath, at index: Int) throws(FileProblem) {
        guard node(at: list)?.items?.isEmpty == false else { return try set(list, .sequence([value])) }
        try apply(.insertItem(inSequence: list, at: index, value))
    }

    /// A list that holds nothing has no lines yet: it gets an item to be written like, which goes again.
    fileprivate mutating func copy(_ item: YAMLPath, into list: YAMLPath, at index: Int) throws(FileProblem) {
        if index > 0 { return try apply(.copyItem(item, inSequence: list, at: index)) }
        try set(list, .sequence([["info": [:]]]))
        try apply(.copyItem(item, inSequence: list, at: 1))
        try apply(.removeItem(list.appending(index: 0)))
    }
}

extension YAMLPath {
    /// Returns the place after an item was removed; nil for what was in it.
    fileprivate func afterRemoval(of item: YAMLPath) -> YAMLPath? {
        let depth = item.components.count - 1
        guard case .index(let removed)? = item.components.last, components.count > depth,
            components[..<depth] == item.components[..<depth], case .index(let index) = components[depth]
        else { return self }
        guard index != removed else { return nil }
        var copy = self
        if index > removed { copy.components[depth] = .index(index - 1) }
        return copy
    }

    /// The place below another one; nil when it is not inside.
    fileprivate func moved(from: YAMLPath, to: YAMLPath) -> YAMLPath? {
        guard components.starts(with: from.components) else { return nil }
        return YAMLPath(to.components + components.dropFirst(from.components.count))
    }
}
