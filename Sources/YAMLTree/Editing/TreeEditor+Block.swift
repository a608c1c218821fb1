/// Adding, removing and moving in block collections: whole lines.
extension TreeEditor {
    func insertEntry(_ node: YAMLNode, at index: Int, _ key: String, _ value: YAMLValue) -> [Splice] {
        let column = node.place.column - 1
        return insert(node, at: index, BlockText(head: "", lines: emitter.entry(key, value, column: column)))
    }

    func insertItem(_ node: YAMLNode, at index: Int, _ value: YAMLValue) -> [Splice] {
        let elements = survey.elements(node)
        let model = max(index - 1, 0)
        let gap = node[model].map { survey.dashGap(elements[model], $0) } ?? 1
        let lines = emitter.dashed(value, column: node.place.column - 1, gap: gap)
        return insert(node, at: index, BlockText(head: "", lines: lines))
    }

    func insert(_ node: YAMLNode, at index: Int, _ text: BlockText) -> [Splice] {
        let elements = survey.elements(node)
        let column = node.place.column - 1
        guard index > 0 else { return [insertFirst(elements[0], text, column)] }
        let above = survey.ownEnd(elements[index - 1], column: column)
        let isSpaced = areSpaced(elements) && !source.isBlankLine(above)
        return [lines([""] + (isSpaced ? [""] : []) + text.lines, text, from: above, to: above)]
    }

    private func insertFirst(_ first: Element, _ text: BlockText, _ column: Int) -> Splice {
        if source.isLineLeading(first.start) {
            let start = survey.ownStart(first, after: nil)
            return Splice(from: start, to: start, text: text.lines.joined(separator: lineBreak) + lineBreak)
        }
        // On the line of another dash: the new element takes that place, the old one gets a line of its own.
        let lines = text.lines.joined(separator: lineBreak).utf8.dropFirst(column)
        let indent = lineBreak + String(repeating: " ", count: column)
        return Splice(from: first.start, to: first.start, text: (String(lines) ?? "") + indent)
    }

    /// Whether most elements have a blank line above them.
    private func areSpaced(_ elements: [Element]) -> Bool {
        let spaced = zip(elements, elements.dropFirst()).filter { above, below in
            let begin = survey.ownStart(below, after: above.end)
            return source.previousLine(begin).map { source.isBlankLine($0) } == true
        }
        return spaced.count * 2 > elements.count - 1
    }

    // MARK: Removing

    func remove(_ context: NodeContext, at index: Int, _ path: YAMLPath) throws(YAMLEditError) -> [Splice] {
        let elements = survey.elements(context.node)
        if context.node.isFlow { return removeInFlow(context.node, at: index) }
        let column = context.node.place.column - 1
        try refuseExplicitKey(context.node, elements[index], column, path)
        if elements.count == 1 { return try removeOnly(context, elements[0], column) }
        guard index > 0 || source.isLineLeading(elements[0].start) else {
            let end = survey.ownEnd(elements[0], column: column)
            let next = skipToComment(end)
            return [Splice(from: elements[0].start, to: next, text: "")]
        }
        return [Splice(range: lines(elements, index, column), text: "")]
    }

    private func refuseExplicitKey(
        _ node: YAMLNode, _ element: Element, _ column: Int, _ path: YAMLPath
    ) throws(YAMLEditError) {
        guard node.entries != nil else { return }
        let isFirst = element.start == node.range.lowerBound || element.start == node.outerStart
        guard !isFirst, element.start - source.lineStart(element.start) != column else { return }
        throw YAMLEditError(.unwritable, path, "the key is written with '?', which can only be edited by hand")
    }

    /// Skips spaces and line breaks, to the next key, dash or comment.
    private func skipToComment(_ offset: Int) -> Int {
        var position = offset
        while let byte = source.byte(at: position), SourceText.isSpaceOrTab(byte) || SourceText.isBreak(byte) {
            position += 1
        }
        return position
    }

    /// Returns the lines of an element with one line break, and with the blank lines that would be left double.
    private func lines(_ elements: [Element], _ index: Int, _ column: Int) -> Range<Int> {
        let above = index > 0 ? elements[index - 1].end : nil
        let start = survey.ownStart(elements[index], after: above)
        let end = survey.ownEnd(elements[index], column: column)
        let isBelowBlankLine = source.previousLine(start).map { source.isBlankLine($0) } ?? true
        guard end < source.end, source.afterBreak(end) < source.end else {
            let floor = max(source.start, above.map { source.lineEnd($0) } ?? source.start)
            return atEnd(start, floor: floor)
        }
        let last = isBelowBlankLine ? source.skipBlankLines(after: end) : end
        return start..<source.afterBreak(last)
    }

    /// Returns the range from the blank lines above the last lines of the file to its end; the file keeps its last line break, or stays without one.
    private func atEnd(_ start: Int, floor: Int) -> Range<Int> {
        var begin = start
        while let above = source.previousLine(begin), source.isBlankLine(above), above > floor { begin = above }
        let hasLastBreak = source.end > source.start && SourceText.isBreak(source.bytes[source.end - 1])
        // A blank line still above belongs to the value before it, and needs its line break.
        let isKept = source.previousLine(begin).map { source.isBlankLine($0) } == true
        return (hasLastBreak || isKept ? begin : source.previousLineEnd(begin))..<source.end
    }

    private func removeOnly(_ context: NodeContext, _ element: Element, _ column: Int) throws(YAMLEditError) -> [Splice]
    {
        let brackets = context.node.items != nil ? "[]" : "{}"
        if case .root = context.surroundings {
            let end = survey.ownEnd(element, column: column)
            return [Splice(from: survey.ownStart(element, after: nil), to: end, text: brackets)]
        }
        guard context.contentStart > source.lineEnd(context.indicatorEnd), source.isLineLeading(element.start) else {
            let end = survey.ownEnd(element, column: column)
            return [Splice(from: context.contentStart, to: end, text: brackets)]
        }
        let lines = lines([element], 0, column)
        return [
            Splice(from: context.indicatorEnd, to: context.indicatorEnd, text: " " + brackets),
            Splice(from: max(lines.lowerBound, context.indicatorEnd), to: lines.upperBound, text: ""),
        ]
    }

    // MARK: Moving

    /// Moves an element past the others, while the text between them stays.
    func move(_ node: YAMLNode, _ from: Int, _ to: Int) -> [Splice] {
        let elements = survey.elements(node)
        let column = node.place.column - 1
        let isCompact = !source.isLineLeading(elements[0].start)
        let ranges = elements.indices.map { index in
            let above = index > 0 ? elements[index - 1].end : nil
            let start = index == 0 && isCompact ? elements[0].start : survey.ownStart(elements[index], after: above)
            return start..<survey.ownEnd(elements[index], column: column)
        }
        let indent = String(repeating: " ", count: column)
        var texts = ranges.map { source.string($0) }
        if isCompact { texts[0] = indent + texts[0] }
        texts.insert(texts.remove(at: from), at: to)
        if isCompact { texts[0] = String(texts[0].utf8.drop { $0 == 0x20 }) ?? texts[0] }
        return zip(ranges, texts).map { range, text in settled(text, in: range) }
    }

    /// Returns the splice of a text; one that ends with empty lines of its own replaces the blank lines below, which would join them.
    private func settled(_ text: String, in range: Range<Int>) -> Splice {
        guard text.utf8.last.map(SourceText.isBreak) == true else { return Splice(range: range, text: text) }
        let end = source.skipBlankLines(after: range.upperBound)
        return Splice(from: range.lowerBound, to: end, text: text + (end == source.end ? lineBreak : ""))
    }
}
