/// Copying an item of one sequence into another.
extension TreeEditor {
    func copy(_ item: YAMLPath, into path: YAMLPath, at index: Int) throws(YAMLEditError) -> [Splice] {
        let context = try survey.context(path)
        if context.node.items?.isEmpty == false, !context.node.isFlow,
            let lines = try lines(of: item, column: context.node)
        {
            return insert(context.node, at: index, BlockText(head: "", lines: lines))
        }
        guard let value = root.node(at: item)?.value else { return [] }
        return try splices(.insertItem(inSequence: path, at: index, value))
    }

    /// Returns the lines of an item with its comments, indented as items of another sequence; nil if it is not on lines of its own, or some of them
    /// are further left than its dash.
    private func lines(of item: YAMLPath, column target: YAMLNode) throws(YAMLEditError) -> [String]? {
        guard case .index(let index)? = item.components.last else { return nil }
        let parent = try survey.context(YAMLPath(Array(item.components.dropLast()))).node
        guard !parent.isFlow else { return nil }
        let elements = survey.elements(parent)
        let column = parent.place.column - 1
        let isCompact = index == 0 && !source.isLineLeading(elements[0].start)
        let start =
            isCompact
            ? elements[0].start : survey.ownStart(elements[index], after: index > 0 ? elements[index - 1].end : nil)
        let text = source.string(start..<survey.ownEnd(elements[index], column: column))
        let indent = String(repeating: " ", count: target.place.column - 1)
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        var moved: [String] = isCompact ? [indent + lines[0]] : []
        for line in isCompact ? lines.dropFirst() : lines[...] {
            guard let line = Self.moved(line, from: column, to: indent) else { return nil }
            moved.append(line)
        }
        return moved
    }

    private static func moved(_ line: Substring, from column: Int, to indent: String) -> String? {
        let spaces = line.prefix { $0 == " " }.count
        if spaces == line.count { return String(line.dropFirst(column)) }
        if spaces >= column { return indent + line.dropFirst(column) }
        return line.dropFirst(spaces).first == "#" ? indent + line.dropFirst(spaces) : nil
    }
}
