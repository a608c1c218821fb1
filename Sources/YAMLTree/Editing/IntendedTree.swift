import Quoting

/// Makes the tree that an edit should lead to, by which the edited text is judged. Places in it mean nothing.
extension YAMLNode {
    func intended(after edit: YAMLEdit) throws(YAMLEditError) -> YAMLNode {
        switch edit {
        case .setScalar(let path, let value):
            return try changing(path) { node throws(YAMLEditError) in
                guard node.scalar != nil || node.alias != nil else {
                    throw YAMLEditError(.wrongShape, path, "a collection stands here, not a scalar")
                }
                guard !value.isCollection else { throw YAMLEditError(.wrongShape, path, "the new value is no scalar") }
                return YAMLNode(intended: value)
            }
        case .setValue(let path, let value):
            return try changing(path) { _ throws(YAMLEditError) in YAMLNode(intended: value) }
        case .setKey(let path, let key, let value, let after):
            return try changing(path) { node throws(YAMLEditError) in
                try node.settingKey(key, YAMLNode(intended: value), after, path)
            }
        case .removeKey(let path):
            return try removing(path)
        case .removeItem(let path):
            return try removing(path)
        case .insertItem(let path, let index, let value):
            return try changing(path) { node throws(YAMLEditError) in
                try node.inserting(YAMLNode(intended: value), at: index, path)
            }
        case .moveItem(let path, let from, let to):
            return try changing(path) { node throws(YAMLEditError) in try node.moving(from, to, path) }
        case .renameKey(let path, let key):
            return try renaming(path, to: key)
        case .copyItem(let item, let path, let index):
            guard let copied = node(at: item) else { throw YAMLEditError(.notFound, item, "nothing stands there") }
            return try changing(path) { node throws(YAMLEditError) in try node.inserting(copied, at: index, path) }
        }
    }

    private init(intended value: YAMLValue) {
        let place = SourcePlace(line: 0, column: 0, offsetInBytes: 0)
        self.init(kind: Self.kind(value), range: 0..<0, place: place)
    }

    private static func kind(_ value: YAMLValue) -> Kind {
        switch value {
        case .sequence(let items):
            .sequence(items.map { YAMLNode(intended: $0) })
        case .mapping(let mapping):
            .mapping(
                mapping.entries.map {
                    Entry(key: YAMLNode(intended: .string($0.key)), value: YAMLNode(intended: $0.value))
                })
        case .null: .scalar(YAMLScalar(text: "", style: .plain, resolved: .null))
        case .bool(let value): .scalar(YAMLScalar(text: "", style: .plain, resolved: .bool(value)))
        case .int(let value): .scalar(YAMLScalar(text: "", style: .plain, resolved: .int(value)))
        case .double(let value): .scalar(YAMLScalar(text: "", style: .plain, resolved: .float(value)))
        case .string(let text): .scalar(YAMLScalar(text: text, style: .plain, resolved: .string))
        }
    }

    private func with(_ kind: Kind) -> YAMLNode {
        YAMLNode(kind: kind, range: range, place: place, isFlow: isFlow, properties: properties)
    }

    // MARK: The way down

    private func changing(
        _ path: YAMLPath, at depth: Int = 0, _ change: (YAMLNode) throws(YAMLEditError) -> YAMLNode
    ) throws(YAMLEditError) -> YAMLNode {
        guard depth < path.components.count else { return try change(self) }
        let index = try childIndex(path, depth)
        switch kind {
        case .mapping(var entries):
            let value = try entries[index].value.changing(path, at: depth + 1, change)
            entries[index] = Entry(key: entries[index].key, value: value)
            return with(.mapping(entries))
        case .sequence(var items):
            items[index] = try items[index].changing(path, at: depth + 1, change)
            return with(.sequence(items))
        case .scalar:
            return self
        }
    }

    /// Returns the index of the child that the component of `path` at `depth` leads to.
    func childIndex(_ path: YAMLPath, _ depth: Int) throws(YAMLEditError) -> Int {
        switch (path.components[depth], kind) {
        case (.key(let key), .mapping(let entries)):
            if let index = entries.firstIndex(where: { $0.key.scalar?.text.hasSameBytes(as: key) == true }) {
                return index
            }
        case (.index(let index), .sequence(let items)):
            if items.indices.contains(index) { return index }
        default:
            break
        }
        throw YAMLEditError(.notFound, YAMLPath(Array(path.components[...depth])), "nothing stands there")
    }

    // MARK: Changes of a collection

    private func settingKey(
        _ key: String, _ value: YAMLNode, _ after: [String], _ path: YAMLPath
    ) throws(YAMLEditError) -> YAMLNode {
        var entries = isNull ? [] : self.entries
        guard entries != nil else { throw YAMLEditError(.wrongShape, path, "no mapping stands here") }
        if let index = entries?.firstIndex(where: { $0.key.scalar?.text.hasSameBytes(as: key) == true }),
            let old = entries?[index]
        {
            entries?[index] = Entry(key: old.key, value: value)
        } else {
            entries?.insert(Entry(key: YAMLNode(intended: .string(key)), value: value), at: insertionIndex(after))
        }
        return with(.mapping(entries ?? []))
    }

    /// Returns the index of a new key: after the lowest existing one of `after`, else at the end.
    func insertionIndex(_ after: [String]) -> Int {
        let entries = self.entries ?? []
        let lowest = entries.lastIndex { entry in entry.key.scalar.map { after.contains($0.text) } == true }
        return lowest.map { $0 + 1 } ?? entries.count
    }

    private func removing(_ path: YAMLPath) throws(YAMLEditError) -> YAMLNode {
        guard !path.components.isEmpty else { throw YAMLEditError(.wrongShape, path, "the root cannot be removed") }
        let parent = YAMLPath(Array(path.components.dropLast()))
        return try changing(parent) { node throws(YAMLEditError) in
            let index = try node.childIndex(path, parent.components.count)
            switch node.kind {
            case .mapping(var entries):
                entries.remove(at: index)
                return node.with(.mapping(entries))
            case .sequence(var items):
                items.remove(at: index)
                return node.with(.sequence(items))
            case .scalar:
                return node
            }
        }
    }

    private func renaming(_ path: YAMLPath, to key: String) throws(YAMLEditError) -> YAMLNode {
        guard case .key(let old)? = path.components.last else {
            throw YAMLEditError(.wrongShape, path, "no key stands here")
        }
        return try changing(YAMLPath(Array(path.components.dropLast()))) { node throws(YAMLEditError) in
            let index = try node.childIndex(path, path.components.count - 1)
            guard case .mapping(var entries) = node.kind, key == old || node[key] == nil else {
                throw YAMLEditError(.wrongShape, path, "there is a key \(key) already")
            }
            entries[index] = Entry(key: YAMLNode(intended: .string(key)), value: entries[index].value)
            return node.with(.mapping(entries))
        }
    }

    private func inserting(_ item: YAMLNode, at index: Int, _ path: YAMLPath) throws(YAMLEditError) -> YAMLNode {
        guard var items = isNull ? [] : self.items else {
            throw YAMLEditError(.wrongShape, path, "no sequence stands here")
        }
        guard (0...items.count).contains(index) else {
            throw YAMLEditError(.outOfRange, path, "there is no place \(index) among \(items.count) items")
        }
        items.insert(item, at: index)
        return with(.sequence(items))
    }

    private func moving(_ from: Int, _ to: Int, _ path: YAMLPath) throws(YAMLEditError) -> YAMLNode {
        guard var items else { throw YAMLEditError(.wrongShape, path, "no sequence stands here") }
        guard items.indices.contains(from), items.indices.contains(to) else {
            throw YAMLEditError(.outOfRange, path, "there is no item \(max(from, to)) among \(items.count)")
        }
        items.insert(items.remove(at: from), at: to)
        return with(.sequence(items))
    }
}

extension YAMLNode {
    /// Whether both say the same, tags of applications included, however and wherever it is written.
    func saysTheSame(as other: YAMLNode) -> Bool {
        guard applicationTag == other.applicationTag else { return false }
        switch (kind, other.kind) {
        case (.scalar(let one), .scalar(let two)):
            return one.saysTheSame(as: two)
        case (.sequence(let one), .sequence(let two)):
            return one.count == two.count && zip(one, two).allSatisfy { $0.saysTheSame(as: $1) }
        case (.mapping(let one), .mapping(let two)):
            return one.count == two.count
                && zip(one, two).allSatisfy { $0.key.hasSameText(as: $1.key) && $0.value.saysTheSame(as: $1.value) }
        default:
            return false
        }
    }

    /// Keys are compared by their text: `1` and `"1"` are the same key to whoever looks one up.
    private func hasSameText(as other: YAMLNode) -> Bool {
        guard let one = scalar?.text, let two = other.scalar?.text else { return saysTheSame(as: other) }
        return one.utf8.elementsEqual(two.utf8)
    }

    /// A tag that is not one of YAML's own.
    var applicationTag: String? {
        guard let tag, tag != "!", !tag.hasPrefix("tag:yaml.org,2002:") else { return nil }
        return tag
    }
}

extension YAMLScalar {
    fileprivate func saysTheSame(as other: YAMLScalar) -> Bool {
        switch (resolved, other.resolved) {
        case (.string, .string): text.utf8.elementsEqual(other.text.utf8)
        case (.float(let one), .float(let two)): one == two || (one.isNaN && two.isNaN)
        default: resolved == other.resolved
        }
    }
}
