extension TreeEditor {
    func replace(_ path: YAMLPath, _ value: YAMLValue) throws(YAMLEditError) -> [Splice] {
        let slot = try survey.slot(path)
        if slot.node.applicationTag != nil || (slot.node.tag != nil && slot.node.anchor != nil) {
            throw YAMLEditError(.unwritable, path, "the value has a tag, which might not fit another value")
        }
        if slot.isFlow { return [replaceInFlow(slot, value)] }
        let text = blockText(slot, value)
        if case .root = slot.surroundings { return [replaceRoot(slot, text)] }
        let isInline = text.lines.isEmpty && !slot.node.isBlockCollection && !slot.node.isBlockScalar
        return [isInline ? inline(slot, text.head) : replaceLines(slot, text)]
    }

    private func inline(_ slot: Slot, _ text: String) -> Splice {
        let range = slot.contentStart..<slot.node.range.upperBound
        guard range.isEmpty, source.byte(at: range.lowerBound - 1).map(SourceText.isBlank) != true else {
            return Splice(range: range, text: text)
        }
        let gapEnd = source.skipBlanks(range.upperBound)
        let isBeforeComment = source.byte(at: gapEnd) == UInt8(ascii: "#")
        return Splice(from: range.lowerBound, to: (isBeforeComment ? range.upperBound : gapEnd), text: " " + text)
    }

    private func replaceInFlow(_ slot: Slot, _ value: YAMLValue) -> Splice {
        let text = keptStyle(slot, value) ?? FlowEmitter(quotesAll: slot.isQuotedThroughout).text(value)
        let start = slot.node.range.lowerBound
        let isWithoutColon = slot.node.range.isEmpty && source.byte(at: start - 1) != UInt8(ascii: ":")
        let followsColon = source.byte(at: slot.indicatorEnd - 1) == UInt8(ascii: ":")
        return isWithoutColon && !followsColon
            ? Splice(from: slot.contentStart, to: start, text: ": " + text) : inline(slot, text)
    }

    // MARK: Over several lines

    /// Replaces everything after the indicator: the first line with its comment, then the lines below.
    private func replaceLines(_ slot: Slot, _ text: BlockText) -> Splice {
        let old = slot.node
        let isOnLine = slot.contentStart <= source.lineEnd(slot.indicatorEnd)
        let hasGap = isOnLine && !old.range.isEmpty && slot.contentStart > slot.indicatorEnd
        let gap = hasGap ? source.string(slot.indicatorEnd..<slot.contentStart) : " "
        let first = (text.head.isEmpty ? "" : gap + text.head) + comment(slot, isOnLine: isOnLine)
        let end = regionEnd(old, column: slot.column)
        return lines([first] + text.lines, text, from: slot.indicatorEnd, to: end)
    }

    /// Returns the comment on the line of the indicator, with the spaces before it.
    private func comment(_ slot: Slot, isOnLine: Bool) -> String {
        let old = slot.node
        var position = slot.indicatorEnd
        if isOnLine {
            if old.isBlockCollection { return "" }
            position = old.isBlockScalar ? header(old).upperBound : old.range.upperBound
        }
        let rest = position..<source.lineEnd(position)
        return source.skipBlanks(position) == rest.upperBound ? "" : source.string(rest)
    }

    private func header(_ node: YAMLNode) -> Range<Int> {
        layout(node, column: 0).header
    }

    private func layout(_ node: YAMLNode, column: Int) -> BlockScalarLayout {
        // After the content there may be a line without break, which belongs to it.
        let limit = source.afterBreak(source.lineEnd(node.range.upperBound))
        return BlockScalarLayout(source, start: node.range.lowerBound, limit: limit, parentIndentation: column)
    }

    /// Returns the end of the lines that a value takes.
    private func regionEnd(_ old: YAMLNode, column: Int) -> Int {
        let element = Element(start: old.outerStart, end: old.range.upperBound)
        return old.isBlockCollection ? survey.ownEnd(element, column: column) : source.lineEnd(element.end)
    }

    /// Replaces lines by others, so that the blank lines below do not become part of a block scalar at their end.
    ///
    /// Empty lines would join a value that keeps its own: they go. Lines of spaces could join any: they lose the spaces.
    func lines(_ lines: [String], _ text: BlockText, from start: Int, to end: Int) -> Splice {
        let joined = lines.joined(separator: lineBreak)
        let blankEnd = source.skipBlankLines(after: end)
        let blanks = source.bytes[end..<blankEnd]
        if text.endsWithKeptLines {
            return Splice(from: start, to: blankEnd, text: joined + (blankEnd == source.end ? lineBreak : ""))
        }
        guard !text.lines.isEmpty, blanks.contains(where: SourceText.isBlank) else {
            return Splice(from: start, to: end, text: joined)
        }
        let breaks = String(decoding: blanks.filter { !SourceText.isBlank($0) }, as: UTF8.self)
        return Splice(from: start, to: blankEnd, text: joined + breaks)
    }

    private func replaceRoot(_ slot: Slot, _ text: BlockText) -> Splice {
        let old = slot.node
        let isEmpty = old.range.isEmpty
        let end = isEmpty ? old.range.upperBound : regionEnd(old, column: 0)
        let start = slot.contentStart
        let isInline = text.lines.isEmpty && !old.isBlockCollection && !old.isBlockScalar
        if isInline, !isEmpty { return Splice(from: start, to: old.range.upperBound, text: text.head) }
        let needsBreak = source.lineStart(start) != start && (text.head.isEmpty || isEmpty)
        let all = (needsBreak ? [""] : []) + text.all
        if isEmpty { return Splice(from: start, to: end, text: all.joined(separator: lineBreak) + lineBreak) }
        return lines(all, text, from: start, to: end)
    }

    // MARK: The text of the new value

    private func blockText(_ slot: Slot, _ value: YAMLValue) -> BlockText {
        if let block = keptBlock(slot, value) { return block }
        if let text = keptStyle(slot, value) { return BlockText(head: text, lines: []) }
        let old = slot.node
        let isKept = old.isBlockCollection && sameShape(old, value)
        switch slot.surroundings {
        case .blockMapping(let column):
            return emitter.value(value, column: column, childColumn: isKept ? old.place.column - 1 : nil)
        case .blockSequence(let column):
            // After an anchor a collection begins on the next line: on this one, the anchor would be its first key's.
            if old.anchor != nil { return emitter.value(value, column: column) }
            let isCompact = source.lineEnd(slot.indicatorEnd) >= slot.contentStart && !old.range.isEmpty
            return emitter.item(value, column: column, childColumn: isCompact ? old.place.column - 1 : nil)
        case .root, .flow:
            return emitter.document(value)
        }
    }

    private func sameShape(_ node: YAMLNode, _ value: YAMLValue) -> Bool {
        switch value {
        case .mapping: node.entries != nil
        case .sequence: node.items != nil
        default: false
        }
    }

    /// Returns a string in the quotes of the quoted string that it replaces; nil if that is not possible.
    private func keptStyle(_ slot: Slot, _ value: YAMLValue) -> String? {
        guard case .string(let text) = value, slot.node.alias == nil, let old = slot.node.scalar else { return nil }
        switch old.style {
        case .doubleQuoted: return ScalarText.doubleQuoted(text)
        case .singleQuoted: return ScalarText.canBeSingleQuoted(text) ? ScalarText.singleQuoted(text) : nil
        case .plain, .literal, .folded: return nil
        }
    }

    /// Returns a string as a block, in the indentation of the block that it replaces; nil if that is not possible.
    private func keptBlock(_ slot: Slot, _ value: YAMLValue) -> BlockText? {
        guard case .string(let text) = value, slot.node.isBlockScalar, let old = slot.node.scalar else { return nil }
        let layout = layout(slot.node, column: slot.column)
        let form = BlockScalarText.Form(
            isFolded: old.style == .folded,
            indentation: layout.indentation ?? slot.column + emitter.step,
            parentIndentation: slot.column,
            needsDigit: layout.explicitIndentation != nil,
            prefersKeep: layout.chomping == UInt8(ascii: "+"))
        return BlockScalarText(text, form).map { BlockText(head: $0.header, lines: $0.lines) }
    }
}
