/// Turns one edit into replacements of bytes. What it returns is judged afterwards by reading the new text.
struct TreeEditor {
    let source: SourceText
    let root: YAMLNode
    let survey: TreeSurvey
    let emitter: BlockEmitter
    let lineBreak: String

    init(source: SourceText, root: YAMLNode) {
        self.source = source
        self.root = root
        survey = TreeSurvey(source: source, root: root)
        let habits = LayoutHabits(root)
        emitter = BlockEmitter(step: habits.step, isIndentless: habits.isIndentless)
        lineBreak = source.lineBreak
    }

    func splices(_ edit: YAMLEdit) throws(YAMLEditError) -> [Splice] {
        switch edit {
        case .setScalar(let path, let value), .setValue(let path, let value):
            try refuseShared(path)
            return try replace(path, value)
        case .setKey(let path, let key, let value, let after):
            try refuseShared(path, isCollection: true)
            return try setKey(path, key, value, after)
        case .removeKey(let path), .removeItem(let path):
            let parent = YAMLPath(Array(path.components.dropLast()))
            try refuseShared(parent, isCollection: true)
            let context = try survey.context(parent)
            return try remove(context, at: try context.node.childIndex(path, parent.components.count), parent)
        case .insertItem(let path, let index, let value):
            try refuseShared(path, isCollection: true)
            let context = try survey.context(path)
            guard context.node.items?.isEmpty == false else { return try replace(path, .sequence([value])) }
            return context.node.isFlow
                ? insertInFlow(context.node, at: index, .sequence([value]))
                : insertItem(context.node, at: index, value)
        case .moveItem(let path, let from, let to):
            try refuseShared(path, isCollection: true)
            let node = try survey.context(path).node
            return node.isFlow ? moveInFlow(node, from, to) : move(node, from, to)
        case .renameKey(let path, let key):
            return try renameKey(path, key)
        case .copyItem(let item, let path, let index):
            try refuseShared(path, isCollection: true)
            return try copy(item, into: path, at: index)
        }
    }

    private func setKey(
        _ path: YAMLPath, _ key: String, _ value: YAMLValue, _ after: [String]
    ) throws(YAMLEditError) -> [Splice] {
        let node = try survey.context(path).node
        if node[key] != nil {
            let target = path.appending(key: key)
            try refuseShared(target)
            return try replace(target, value)
        }
        let added = YAMLMapping([(key, value)])
        guard node.entries?.isEmpty == false else { return try replace(path, .mapping(added)) }
        let index = node.insertionIndex(after)
        return node.isFlow ? insertInFlow(node, at: index, .mapping(added)) : insertEntry(node, at: index, key, value)
    }

    private func renameKey(_ path: YAMLPath, _ key: String) throws(YAMLEditError) -> [Splice] {
        let parent = YAMLPath(Array(path.components.dropLast()))
        try refuseShared(parent, isCollection: true)
        let node = try survey.context(parent).node
        guard let old = node.entries?[try node.childIndex(path, parent.components.count)].key else { return [] }
        let text =
            switch old.scalar?.style {
            case .doubleQuoted: ScalarText.doubleQuoted(key)
            case .singleQuoted where ScalarText.canBeSingleQuoted(key): ScalarText.singleQuoted(key)
            default: ScalarText.inline(.string(key), inFlow: node.isFlow)
            }
        return [Splice(range: old.range, text: text)]
    }

    // MARK: Shared values

    /// Refuses to change a node that an alias names alone, or the target of an alias.
    ///
    /// - Parameter isCollection: Whether the change is inside the node at the path, and does not replace it.
    private func refuseShared(_ path: YAMLPath, isCollection: Bool = false) throws(YAMLEditError) {
        var node: YAMLNode? = root
        for depth in 0...path.components.count {
            guard let current = node else { return }
            let here = YAMLPath(Array(path.components[..<depth]))
            if let alias = current.alias, isCollection || depth < path.components.count {
                throw YAMLEditError(.shared, here, "this is '*\(alias)': its content stands at the anchor '&\(alias)'")
            }
            if let anchor = current.anchor, current.alias == nil, root.hasAlias(anchor) {
                throw YAMLEditError(.shared, here, "'*\(anchor)' elsewhere would change with it")
            }
            guard depth < path.components.count else { return }
            node = current.node(at: YAMLPath([path.components[depth]]))
        }
    }
}

extension YAMLNode {
    func hasAlias(_ name: String) -> Bool {
        if let alias { return alias == name }
        return items?.contains { $0.hasAlias(name) } == true
            || entries?.contains { $0.key.hasAlias(name) || $0.value.hasAlias(name) } == true
    }
}
