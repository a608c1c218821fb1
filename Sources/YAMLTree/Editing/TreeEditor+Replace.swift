extension TreeEditor {
    func replace(_ path: YAMLPath, _ value: YAMLValue) throws(YAMLEditError) -> [Splice] {
        let context = try survey.context(path)
        if context.node.applicationTag != nil || (context.node.tag != nil && context.node.anchor != nil) {
            throw YAMLEditError(.unwritable, path, "the value has a tag, which might not fit another value")
        }
        if context.isFlow { return [replaceInFlow(context, value)] }
        let text = blockText(context, value)
        if case .root = context.surroundings { return [replaceRoot(context, text)] }
        let isInline = text.lines.isEmpty && !context.node.isBlockCollection && !context.node.isBlockScalar
        return [isInline ? inline(context, text.head) : replaceLines(context, text)]
    }

    private func inline(_ context: NodeContext, _ text: String) -> Splice {
        let range = context.contentStart..<context.node.range.upperBound
        guard range.isEmpty, source.byte(at: range.lowerBound - 1).map(SourceText.isSpaceOrTab) != true else {
            return Splice(range: range, text: text)
        }
        let gapEnd = source.skipSpacesAndTabs(range.upperBound)
        let isBeforeComment = source.byte(at: gapEnd) == UInt8(ascii: "#")
        return Splice(from: range.lowerBound, to: (isBeforeComment ? range.upperBound : gapEnd), text: " " + text)
    }

    private func replaceInFlow(_ context: NodeContext, _ value: YAMLValue) -> Splice {
        let text = keptStyle(context, value) ?? FlowEmitter(quotesAll: context.isQuotedThroughout).text(value)
        let start = context.node.range.lowerBound
        let isWithoutColon = context.node.range.isEmpty && source.byte(at: start - 1) != UInt8(ascii: ":")
        let followsColon = source.byte(at: context.indicatorEnd - 1) == UInt8(ascii: ":")
        return isWithoutColon && !followsColon
            ? Splice(from: context.contentStart, to: start, text: ": " + text) : inline(context, text)
    }

    // MARK: Over several lines

    /// Replaces everything after the indicator: the first line with its comment, then the lines below.
    private func replaceLines(_ context: NodeContext, _ text: BlockText) -> Splice {
        let old = context.node
        let isOnLine = context.contentStart <= source.lineEnd(context.indicatorEnd)
        let hasGap = isOnLine && !old.range.isEmpty && context.contentStart > context.indicatorEnd
        let gap = hasGap ? source.string(context.indicatorEnd..<context.contentStart) : " "
        let first = (text.head.isEmpty ? "" : gap + text.head) + comment(context, isOnLine: isOnLine)
        let end = regionEnd(old, column: context.column)
        return lines([first] + text.lines, text, from: context.indicatorEnd, to: end)
    }

    /// Returns the comment on the line of the indicator, with the spaces before it.
    private func comment(_ context: NodeContext, isOnLine: Bool) -> String {
        let old = context.node
        var position = context.indicatorEnd
        if isOnLine {
            if old.isBlockCollection { return "" }
            position = old.isBlockScalar ? header(old).upperBound : old.range.upperBound
        }
        let rest = position..<source.lineEnd(position)
        return source.skipSpacesAndTabs(position) == rest.upperBound ? "" : source.string(rest)
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
        guard !text.lines.isEmpty, blanks.contains(where: SourceText.isSpaceOrTab) else {
            return Splice(from: start, to: end, text: joined)
        }
        let breaks = String(decoding: blanks.filter { !SourceText.isSpaceOrTab($0) }, as: UTF8.self)
        return Splice(from: start, to: blankEnd, text: joined + breaks)
    }

    private func replaceRoot(_ context: NodeContext, _ text: BlockText) -> Splice {
        let old = context.node
        let isEmpty = old.range.isEmpty
        let end = isEmpty ? old.range.upperBound : regionEnd(old, column: 0)
        let start = context.contentStart
        let isInline = text.lines.isEmpty && !old.isBlockCollection && !old.isBlockScalar
        if isInline, !isEmpty { return Splice(from: start, to: old.range.upperBound, text: text.head) }
        let needsBreak = source.lineStart(start) != start && (text.head.isEmpty || isEmpty)
        let all = (needsBreak ? [""] : []) + text.all
        if isEmpty { return Splice(from: start, to: end, text: all.joined(separator: lineBreak) + lineBreak) }
        return lines(all, text, from: start, to: end)
    }

    // MARK: The text of the new value

    private func blockText(_ context: NodeContext, _ value: YAMLValue) -> BlockText {
        if let block = keptBlock(context, value) { return block }
        if let text = keptStyle(context, value) { return BlockText(head: text, lines: []) }
        let old = context.node
        let isKept = old.isBlockCollection && sameShape(old, value)
        switch context.surroundings {
        case .blockMapping(let column):
            return emitter.value(value, column: column, childColumn: isKept ? old.place.column - 1 : nil)
        case .blockSequence(let column):
            // After an anchor a collection begins on the next line: on this one, the anchor would be its first key's.
            if old.anchor != nil { return emitter.value(value, column: column) }
            let isCompact = source.lineEnd(context.indicatorEnd) >= context.contentStart && !old.range.isEmpty
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
    private func keptStyle(_ context: NodeContext, _ value: YAMLValue) -> String? {
        guard case .string(let text) = value, context.node.alias == nil, let old = context.node.scalar else {
            return nil
        }
        switch old.style {
        case .doubleQuoted: return ScalarText.doubleQuoted(text)
        case .singleQuoted: return ScalarText.canBeSingleQuoted(text) ? ScalarText.singleQuoted(text) : nil
        case .plain, .literal, .folded: return nil
        }
    }

    /// Returns a string as a block, in the indentation of the block that it replaces; nil if that is not possible.
    private func keptBlock(_ context: NodeContext, _ value: YAMLValue) -> BlockText? {
        guard case .string(let text) = value, context.node.isBlockScalar, let old = context.node.scalar else {
            return nil
        }
        let layout = layout(context.node, column: context.column)
        let form = BlockScalarText.Form(
            isFolded: old.style == .folded,
            indentation: layout.indentation ?? context.column + emitter.step,
            parentIndentation: context.column,
            needsDigit: layout.explicitIndentation != nil,
            prefersKeep: layout.chomping == UInt8(ascii: "+"))
        return BlockScalarText(text, form).map { BlockText(head: $0.header, lines: $0.lines) }
    }
}
