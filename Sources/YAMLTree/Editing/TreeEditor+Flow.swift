/// Adding, removing and moving between brackets.
extension TreeEditor {
    /// - Parameter value: a collection of the node's kind that holds what is to be added.
    func insertInFlow(_ node: YAMLNode, at index: Int, _ value: YAMLValue) -> [Splice] {
        let elements = survey.elements(node)
        let isQuoted = survey.isQuotedThroughout(node.entries.map { $0.map(\.key) } ?? node.items ?? [])
        // Without its brackets, the text of the collection is that of its one element.
        let text = String(FlowEmitter(quotesAll: isQuoted).text(value).dropFirst().dropLast())
        let separator = hasLinesOfItsOwn(elements) ? "," + lineBreak + indentation(elements[0].start) : ", "
        if index < elements.count {
            let start = elements[index].start
            return [Splice(from: start, to: start, text: text + separator)]
        }
        return append(text, separator, elements[index - 1], node)
    }

    private func append(_ text: String, _ separator: String, _ last: Element, _ node: YAMLNode) -> [Splice] {
        let end = last.end
        guard let comma = comma(after: end, in: node) else {
            let lineEnd = source.lineEnd(end)
            guard separator != ", ", lineEnd < node.range.upperBound - 1 else {
                return [Splice(from: end, to: end, text: separator + text)]
            }
            return [
                Splice(from: end, to: end, text: ","),
                Splice(from: lineEnd, to: lineEnd, text: String(separator.dropFirst()) + text),
            ]
        }
        let place = separator == ", " ? comma + 1 : min(source.lineEnd(comma), node.range.upperBound - 1)
        let gap = separator == ", " ? " " : String(separator.dropFirst())
        return [Splice(from: place, to: place, text: gap + text + ",")]
    }

    private func hasLinesOfItsOwn(_ elements: [Element]) -> Bool {
        elements.allSatisfy { source.isLineLeading($0.start) }
    }

    private func indentation(_ offset: Int) -> String {
        let begin = source.lineStart(offset)
        return source.string(begin..<source.skipSpacesAndTabs(begin))
    }

    private func comma(after offset: Int, in node: YAMLNode) -> Int? {
        let position = source.skipToContent(offset)
        return position < node.range.upperBound && source.byte(at: position) == UInt8(ascii: ",") ? position : nil
    }

    // MARK: Removing

    func removeInFlow(_ node: YAMLNode, at index: Int) -> [Splice] {
        let elements = survey.elements(node)
        let element = elements[index]
        let comma = comma(after: element.end, in: node)
        if elements.count > 1, index == elements.count - 1, comma == nil {
            return removeLast(element, after: elements[index - 1], node)
        }
        let end = comma.map { $0 + 1 } ?? element.end
        if source.isLineLeading(element.start), restIsComment(end) {
            return [Splice(from: source.lineStart(element.start), to: source.nextLine(end), text: "")]
        }
        return [
            Splice(
                from: element.start, to: (index < elements.count - 1 ? source.skipSpacesAndTabs(end) : end), text: "")
        ]
    }

    /// Removes the last element, and the comma before it.
    private func removeLast(_ element: Element, after previous: Element, _ node: YAMLNode) -> [Splice] {
        guard let comma = comma(after: previous.end, in: node) else { return [] }
        if source.isLineLeading(element.start), source.previousLineEnd(element.start) > comma {
            let isAlone = restIsComment(element.end)
            let end = isAlone ? source.lineEnd(element.end) : element.end
            return [
                Splice(from: comma, to: comma + 1, text: ""),
                Splice(from: source.previousLineEnd(element.start), to: end, text: ""),
            ]
        }
        return [Splice(from: comma, to: element.end, text: "")]
    }

    private func restIsComment(_ offset: Int) -> Bool {
        let position = source.skipSpacesAndTabs(offset)
        return position == source.lineEnd(offset) || source.byte(at: position) == UInt8(ascii: "#")
    }

    // MARK: Moving

    func moveInFlow(_ node: YAMLNode, _ from: Int, _ to: Int) -> [Splice] {
        let ranges = survey.elements(node).map { $0.start..<$0.end }
        var texts = ranges.map { source.string($0) }
        texts.insert(texts.remove(at: from), at: to)
        return zip(ranges, texts).map { Splice(range: $0, text: $1) }
    }
}
