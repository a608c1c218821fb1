import YAMLTree

/// A file of the collection that could be parsed.
struct CheckedFile {
    let path: ItemPath
    let document: YAMLDocument

    var root: YAMLNode { document.root }

    func problem(
        _ severity: CheckProblem.Severity, _ rule: CheckProblem.Rule, at place: SourcePlace, _ message: String,
        fix: String
    ) -> CheckProblem {
        CheckProblem(
            severity, rule, path: path, line: place.line, column: place.column, message: message, fix: fix)
    }

    func problem(
        _ severity: CheckProblem.Severity, _ rule: CheckProblem.Rule, at node: YAMLNode, _ message: String, fix: String
    ) -> CheckProblem {
        problem(severity, rule, at: node.place, message, fix: fix)
    }

    func place(ofByte offset: Int) -> SourcePlace {
        let bytes = Array(document.text.utf8.prefix(offset))
        return SourcePlace(line: 1, column: 1, offsetInBytes: 0).advanced(over: bytes[...])
    }

    /// Where a piece of a scalar's text stands: the first in its lines as they are written, else the scalar's own place.
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
    /// The place after these bytes, which begin here.
    fileprivate func advanced(over bytes: ArraySlice<UInt8>) -> SourcePlace {
        let lineEnd = UInt8(ascii: "\n")
        let last = bytes.lastIndex(of: lineEnd).map { $0 + 1 }
        let columns = bytes[(last ?? bytes.startIndex)...].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        let lines = bytes.reduce(0) { $0 + ($1 == lineEnd ? 1 : 0) }
        return SourcePlace(
            line: line + lines, column: last == nil ? column + columns : 1 + columns,
            offsetInBytes: offsetInBytes + bytes.count)
    }
}

extension YAMLNode {
    /// For messages: "a mapping", "12, a number".
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
