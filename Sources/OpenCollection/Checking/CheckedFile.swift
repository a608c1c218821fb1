import Text
import YAMLTree

/// A file of the collection that could be parsed.
struct CheckedFile {
    let path: ItemPath
    let document: YAMLDocument

    var root: YAMLNode { document.root }

    func problem(
        _ severity: CheckProblem.Severity, _ rule: CheckProblem.Rule, at place: SourcePlace, _ message: String,
        fix: String, edit: CheckProblem.Edit? = nil
    ) -> CheckProblem {
        CheckProblem(
            severity, rule, path: path, line: place.line, column: place.column, message: message, fix: fix, edit: edit)
    }

    func problem(
        _ severity: CheckProblem.Severity, _ rule: CheckProblem.Rule, at node: YAMLNode, _ message: String, fix: String,
        replacement: String? = nil
    ) -> CheckProblem {
        problem(
            severity, rule, at: node.place, message, fix: fix, edit: replacement.flatMap { edit(node, writing: $0) })
    }

    /// Returns the edit that writes a text in the place of a scalar; nil for an alias and for what has several lines.
    private func edit(_ node: YAMLNode, writing text: String) -> CheckProblem.Edit? {
        guard node.scalar != nil, node.alias == nil else { return nil }
        return edit(document.text.utf8.dropFirst(node.range.lowerBound).prefix(node.range.count), at: node.place, text)
    }

    private func edit(_ old: some Sequence<UInt8>, at place: SourcePlace, _ text: String) -> CheckProblem.Edit? {
        let end = place.advanced(over: Array(old)[...])
        guard end.line == place.line else { return nil }
        return CheckProblem.Edit(
            line: place.line, column: place.column, endLine: end.line, endColumn: end.column, text: text)
    }

    /// Returns the edit that replaces a piece of a scalar's text; nil if the piece is not written as it is.
    func edit(_ piece: String, in node: YAMLNode, writing text: String) -> CheckProblem.Edit? {
        let place = place(of: piece, in: node)
        let written = document.text.utf8.dropFirst(place.offsetInBytes).prefix(piece.utf8.count)
        guard node.alias == nil, written.elementsEqual(piece.utf8) else { return nil }
        return edit(piece.utf8, at: place, text)
    }

    /// Returns the place of a piece of a scalar's text: the first in its lines as written, else the scalar's own place.
    func place(of piece: String, in node: YAMLNode) -> SourcePlace {
        let bytes = Array(document.text.utf8.dropFirst(node.range.lowerBound).prefix(node.range.count))
        let wanted = Array(piece.utf8)
        guard !wanted.isEmpty, bytes.count >= wanted.count else { return node.place }
        let starts = 0...(bytes.count - wanted.count)
        guard let start = starts.first(where: { bytes[$0...].starts(with: wanted) }) else { return node.place }
        return node.place.advanced(over: bytes[..<start])
    }
}

extension SourcePlace {
    /// The place after these bytes, which begin here. As for YAML, a line ends with LF, CR LF, or CR alone.
    fileprivate func advanced(over bytes: ArraySlice<UInt8>) -> SourcePlace {
        var place = SourcePlace(line: line, column: column, offsetInBytes: offsetInBytes + bytes.count)
        for (index, byte) in zip(bytes.indices, bytes) {
            let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n") {
                (place.line, place.column) = (place.line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                place.column += 1
            }
        }
        return place
    }
}

extension YAMLNode {
    /// Returns a text as it is written in the place of this scalar, with its kind of quotes.
    func spelling(_ text: String) -> String { isQuoted ? JSONText.quoted(text) : YAMLValue.string(text).inlineText }

    /// Returns the same for a key of a mapping; nil if the mapping has it already.
    func spelling(ofKey key: String, in mapping: YAMLNode?) -> String? { mapping?[key] == nil ? spelling(key) : nil }

    /// The shape of the value for messages: "a mapping", "12, a number".
    var checkedShape: String {
        switch kind {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .scalar(let scalar):
            switch scalar.resolved {
            case .null: scalar.text.isEmpty ? "empty" : "\(scalar.text), which is nothing"
            case .bool: "\(scalar.text), which is true or false"
            case .int, .float: "\(scalar.text), a number"
            case .string: scalar.text.count <= 40 ? "the text \"\(scalar.text)\"" : "a text"
            }
        }
    }

    /// The texts of all scalars below, with their nodes.
    var scalars: [YAMLNode] {
        switch kind {
        case .scalar: [self]
        case .sequence(let items): items.flatMap(\.scalars)
        case .mapping(let entries): entries.flatMap(\.value.scalars)
        }
    }

    var isTrue: Bool { scalar?.resolved == .bool(true) }

    /// The rows of a list that are not disabled.
    var enabledItems: [YAMLNode] { (items ?? []).filter { $0["disabled"]?.isTrue != true } }
}
