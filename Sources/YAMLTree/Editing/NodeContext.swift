/// The place of a value that exists or could be added: its surroundings and its beginning.
struct NodeContext {
    enum Surroundings {
        case root
        /// Column of the keys, 0-based.
        case blockMapping(column: Int)
        /// Column of the dashes, 0-based.
        case blockSequence(column: Int)
        case flow
    }

    let node: YAMLNode
    let surroundings: Surroundings
    /// The offset after the `:` or the dash, and after an anchor that stays.
    let indicatorEnd: Int
    /// The offset at which the bytes begin that a new value replaces.
    let contentStart: Int
    /// Siblings in a flow collection are quoted throughout, as in JSON.
    var isQuotedThroughout = false

    var isFlow: Bool {
        if case .flow = surroundings { true } else { false }
    }

    /// Column that a digit in a block scalar's header counts from, 0-based.
    var column: Int {
        switch surroundings {
        case .blockMapping(let column), .blockSequence(let column): column
        case .root, .flow: 0
        }
    }
}

extension YAMLNode {
    /// The offset at which the node begins, anchor and tag included.
    var outerStart: Int { properties?.offset ?? range.lowerBound }

    var isBlockCollection: Bool { scalar == nil && !isFlow && alias == nil }
    var isBlockScalar: Bool { scalar?.style.isBlock == true && alias == nil }
}

/// One entry of a mapping or item of a sequence: where it begins (key or dash) and where its content ends.
struct Element {
    let start: Int
    let end: Int
}

/// Looks at the text around the nodes of a tree.
struct TreeSurvey {
    let source: SourceText
    let root: YAMLNode

    func context(_ path: YAMLPath) throws(YAMLEditError) -> NodeContext {
        var context = NodeContext(
            node: root, surroundings: .root, indicatorEnd: keptStart(root, root.outerStart),
            contentStart: contentStart(root))
        for depth in path.components.indices {
            context = child(of: context.node, at: try context.node.childIndex(path, depth))
        }
        return context
    }

    private func child(of parent: YAMLNode, at index: Int) -> NodeContext {
        switch parent.kind {
        case .mapping(let entries):
            let node = entries[index].value
            let indicator =
                node.range.isEmpty && node.properties == nil
                ? node.range.lowerBound : afterColon(entries[index].key, node)
            let surroundings: NodeContext.Surroundings =
                parent.isFlow ? .flow : .blockMapping(column: parent.place.column - 1)
            return make(node, surroundings, indicator, isQuoted: isQuotedThroughout(entries.map(\.key)))
        case .sequence(let items):
            let surroundings: NodeContext.Surroundings =
                parent.isFlow ? .flow : .blockSequence(column: parent.place.column - 1)
            let dash = parent.isFlow ? items[index].outerStart : elements(parent)[index].start + 1
            return make(items[index], surroundings, dash, isQuoted: isQuotedThroughout(items))
        case .scalar:
            return make(parent, .root, parent.outerStart, isQuoted: false)
        }
    }

    private func make(_ node: YAMLNode, _ around: NodeContext.Surroundings, _ indicator: Int, isQuoted: Bool)
        -> NodeContext
    {
        NodeContext(
            node: node, surroundings: around, indicatorEnd: keptStart(node, indicator),
            contentStart: contentStart(node), isQuotedThroughout: isQuoted)
    }

    private func afterColon(_ key: YAMLNode, _ value: YAMLNode) -> Int {
        let colon = source.skipToContent(key.range.upperBound)
        return source.byte(at: colon) == UInt8(ascii: ":") ? colon + 1 : value.range.lowerBound
    }

    /// Whether anchor and tag stay: an anchor stays where it is; a tag of YAML's own goes with the value that it describes.
    private func keepsProperties(_ node: YAMLNode) -> Bool {
        node.anchor != nil && node.tag == nil
    }

    private func keptStart(_ node: YAMLNode, _ indicator: Int) -> Int {
        keepsProperties(node) ? source.propertiesEnd(node.outerStart) : indicator
    }

    private func contentStart(_ node: YAMLNode) -> Int {
        keepsProperties(node) ? node.range.lowerBound : node.outerStart
    }

    /// Whether all are in double quotes, as JSON has them; of mappings the keys count.
    func isQuotedThroughout(_ nodes: [YAMLNode]) -> Bool {
        !nodes.isEmpty
            && nodes.allSatisfy { node in
                switch node.kind {
                case .scalar(let scalar): scalar.style == .doubleQuoted
                case .mapping(let entries): isQuotedThroughout(entries.map(\.key))
                case .sequence(let items): isQuotedThroughout(items)
                }
            }
    }

    // MARK: Elements of a collection

    func elements(_ node: YAMLNode) -> [Element] {
        switch node.kind {
        case .mapping(let entries):
            return entries.map {
                Element(start: $0.key.outerStart, end: max($0.key.range.upperBound, $0.value.range.upperBound))
            }
        case .sequence(let items) where node.isFlow:
            return items.map { Element(start: $0.outerStart, end: $0.range.upperBound) }
        case .sequence(let items):
            return dashes(items, from: node.range.lowerBound)
        case .scalar:
            return []
        }
    }

    /// Spaces between the dash of an item and its content. Default: 1.
    func dashGap(_ element: Element, _ item: YAMLNode) -> Int {
        let gap = element.start + 1..<max(element.start + 1, item.outerStart)
        return !item.range.isEmpty && !gap.isEmpty && source.skipSpaces(gap.lowerBound) == gap.upperBound
            ? gap.count : 1
    }

    private func dashes(_ items: [YAMLNode], from start: Int) -> [Element] {
        var position = start
        return items.map { item in
            let dash = source.skipToContent(position)
            position = min(max(item.range.upperBound, dash + 1), source.end)
            return Element(start: dash, end: max(dash, position))
        }
    }

    // MARK: What belongs to an element of a block collection

    /// Returns the beginning of the element's first line: that of the comment lines directly above it, else its own.
    func ownStart(_ element: Element, after previousEnd: Int?) -> Int {
        let own = source.lineStart(element.start)
        var begin = own
        while let above = source.previousLine(begin), source.isCommentLine(above), above >= previousEnd ?? 0 {
            begin = above
        }
        return begin == source.start ? own : begin
    }

    /// Returns the end of the element's last line: that of the deeper comment lines directly below it, else its own.
    func ownEnd(_ element: Element, column: Int) -> Int {
        var end = source.lineEnd(element.end)
        while true {
            let next = source.afterBreak(end)
            let content = source.skipSpacesAndTabs(next)
            guard next > end, source.byte(at: content) == UInt8(ascii: "#"), content - next > column else { return end }
            end = source.lineEnd(content)
        }
    }
}
