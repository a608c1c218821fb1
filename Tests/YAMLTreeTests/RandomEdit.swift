import YAMLTree

extension RandomYAML {
    /// A change that fits some place of the tree.
    mutating func edit(_ root: YAMLNode) -> YAMLEdit {
        let places = root.places(YAMLPath())
        while true {
            let (path, node) = generator.pick(places)
            if let edit = edit(path, node, root) { return edit }
        }
    }

    private mutating func edit(_ path: YAMLPath, _ node: YAMLNode, _ root: YAMLNode) -> YAMLEdit? {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return .setValue(path, value())
        case 1, 2: return collectionEdit(path, node)
        case 3:
            guard let last = path.components.last else { return nil }
            if case .key = last { return .removeKey(path) }
            return .removeItem(path)
        case 6:
            guard case .key(let key)? = path.components.last else { return nil }
            let siblings = root.node(at: YAMLPath(Array(path.components.dropLast())))
            let new = generator.pick(["renamed", "a new: one", "#", key])
            return new == key || siblings?[new] == nil ? .renameKey(path, to: new) : nil
        case 7: return copy(path, node, root)
        default:
            guard node.scalar != nil else { return nil }
            return .setScalar(path, to: value(depth: 0))
        }
    }

    /// Returns an edit that copies an item of any sequence into this one.
    private mutating func copy(_ path: YAMLPath, _ node: YAMLNode, _ root: YAMLNode) -> YAMLEdit? {
        guard let items = node.items else { return nil }
        let others = root.places(YAMLPath()).map(\.0).filter {
            if case .index? = $0.components.last { true } else { false }
        }
        guard !others.isEmpty else { return nil }
        return .copyItem(
            generator.pick(others), inSequence: path, at: Int.random(in: 0...items.count, using: &generator))
    }

    private mutating func collectionEdit(_ path: YAMLPath, _ node: YAMLNode) -> YAMLEdit? {
        if let entries = node.entries {
            let after = entries.compactMap { $0.key.scalar?.text }.filter { _ in generator.chance(40) }
            let key =
                entries.isEmpty || generator.chance(80) ? "new" : generator.pick(entries).key.scalar?.text ?? "new"
            return .setKey(inMapping: path, key: key, value(), after: after)
        }
        guard let items = node.items else { return nil }
        if items.count > 1, generator.chance(50) {
            let last = items.count - 1
            return .moveItem(
                inSequence: path, from: Int.random(in: 0...last, using: &generator),
                to: Int.random(in: 0...last, using: &generator))
        }
        return .insertItem(inSequence: path, at: Int.random(in: 0...items.count, using: &generator), value())
    }
}

extension YAMLNode {
    /// Returns every node with the path to it.
    func places(_ path: YAMLPath) -> [(YAMLPath, YAMLNode)] {
        var found = [(path, self)]
        for (index, item) in (items ?? []).enumerated() { found += item.places(path.appending(index: index)) }
        for entry in entries ?? [] { found += entry.value.places(path.appending(key: entry.key.scalar?.text ?? "")) }
        return found
    }
}

extension YAMLEdit {
    /// Returns the insertion that a copy means; nil for other changes.
    func plainInsertion(in root: YAMLNode) -> YAMLEdit? {
        guard case .copyItem(let item, let path, let index) = self, let node = root.node(at: item) else { return nil }
        return .insertItem(inSequence: path, at: index, node.value)
    }

    /// Returns the value after the change, made once more without any text.
    func applied(to value: YAMLValue) -> YAMLValue {
        switch self {
        case .setScalar(let path, let new), .setValue(let path, let new):
            return value.changed(path.components[...]) { _ in new }
        case .setKey(let path, let key, let new, let after):
            return value.changed(path.components[...]) { $0.setting(key, new, after) }
        case .removeKey(let path), .removeItem(let path):
            return value.changed(path.components.dropLast()) { $0.removing(path.components[path.components.count - 1]) }
        case .insertItem(let path, let index, let new):
            return value.changed(path.components[...]) { $0.withItems { $0.insert(new, at: index) } }
        case .moveItem(let path, let from, let to):
            return value.changed(path.components[...]) { $0.withItems { $0.insert($0.remove(at: from), at: to) } }
        case .renameKey(let path, let key):
            return value.changed(path.components.dropLast()) {
                $0.renaming(path.components[path.components.count - 1], to: key)
            }
        case .copyItem(let item, let path, let index):
            guard let copied = value.value(at: item.components[...]) else { return value }
            return value.changed(path.components[...]) { $0.withItems { $0.insert(copied, at: index) } }
        }
    }
}

extension YAMLValue {
    fileprivate func changed(
        _ path: ArraySlice<YAMLPath.Component>, _ change: (YAMLValue) -> YAMLValue
    ) -> YAMLValue {
        switch (path.first, self) {
        case (.key(let key)?, .mapping(var mapping)):
            mapping[key] = mapping[key]?.changed(path.dropFirst(), change)
            return .mapping(mapping)
        case (.index(let index)?, .sequence(var items)):
            items[index] = items[index].changed(path.dropFirst(), change)
            return .sequence(items)
        default:
            return change(self)
        }
    }

    fileprivate func setting(_ key: String, _ value: YAMLValue, _ after: [String]) -> YAMLValue {
        guard case .mapping(var mapping) = self else { return self }
        if mapping[key] != nil {
            mapping[key] = value
        } else {
            let index = mapping.entries.lastIndex { after.contains($0.key) }
            mapping.entries.insert(
                YAMLMapping.Entry(key: key, value: value), at: index.map { $0 + 1 } ?? mapping.entries.count)
        }
        return .mapping(mapping)
    }

    fileprivate func value(at path: ArraySlice<YAMLPath.Component>) -> YAMLValue? {
        switch (path.first, self) {
        case (.key(let key)?, .mapping(let mapping)): mapping[key]?.value(at: path.dropFirst())
        case (.index(let index)?, .sequence(let items)): items[index].value(at: path.dropFirst())
        default: path.isEmpty ? self : nil
        }
    }

    fileprivate func renaming(_ component: YAMLPath.Component, to key: String) -> YAMLValue {
        guard case .mapping(var mapping) = self, case .key(let old) = component,
            let index = mapping.entries.firstIndex(where: { $0.key == old })
        else { return self }
        mapping.entries[index].key = key
        return .mapping(mapping)
    }

    fileprivate func removing(_ component: YAMLPath.Component) -> YAMLValue {
        switch (component, self) {
        case (.key(let key), .mapping(var mapping)):
            mapping[key] = nil
            return .mapping(mapping)
        case (.index(let index), _):
            return withItems { $0.remove(at: index) }
        default:
            return self
        }
    }

    fileprivate func withItems(_ change: (inout [YAMLValue]) -> Void) -> YAMLValue {
        guard case .sequence(var items) = self else { return self }
        change(&items)
        return .sequence(items)
    }
}
