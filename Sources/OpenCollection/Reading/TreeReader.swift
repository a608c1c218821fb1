import YAMLTree

/// Reads values from a tree and notes, with its place, what is not as expected; reading goes on.
struct TreeReader {
    let path: ItemPath
    let document: YAMLDocument
    private(set) var notes: [FileProblem] = []

    /// - Throws: ``FileProblem`` when the text is no YAML.
    init(_ text: String, path: ItemPath) throws(FileProblem) {
        self.path = path
        do {
            document = try YAMLDocument(text: text)
        } catch {
            throw FileProblem(error, path: path)
        }
    }

    var root: YAMLNode { document.root }

    mutating func note(_ node: YAMLNode, _ message: String) {
        notes.append(problem(node, message))
    }

    func problem(_ node: YAMLNode, _ message: String) -> FileProblem {
        let lines = document.text.split(omittingEmptySubsequences: false) { $0.isNewline }
        let line = lines.indices.contains(node.place.line - 1) ? String(lines[node.place.line - 1]) : ""
        return FileProblem(YAMLSyntaxError(message: message, place: node.place, sourceLine: line), path: path)
    }

    /// The mapping at a key; nil when absent or null, noted when it is something else.
    mutating func mapping(_ node: YAMLNode?, _ what: String) -> YAMLNode? {
        guard let node, !node.isNull else { return nil }
        if node.entries != nil { return node }
        note(node, "\(what) is not read; expected a mapping")
        return nil
    }

    /// The items of a list that are mappings, with their places in it; other items are noted.
    mutating func rows(_ node: YAMLNode?, _ what: String) -> [(index: Int, node: YAMLNode)] {
        guard let node, !node.isNull else { return [] }
        guard let items = node.items else {
            note(node, "\(what) are not read; expected a list")
            return []
        }
        var rows: [(index: Int, node: YAMLNode)] = []
        for (index, item) in items.enumerated() {
            if item.entries != nil {
                rows.append((index, item))
            } else {
                note(item, "an entry of \(what) is not read; expected a mapping")
            }
        }
        return rows
    }

    /// Text by JavaScript's forms; nil when absent, noted when it is no scalar.
    mutating func text(_ node: YAMLNode?, _ what: String) -> String? {
        guard let node else { return nil }
        if let text = node.string { return text }
        note(node, "\(what) is not read; expected text")
        return nil
    }

    mutating func flag(_ node: YAMLNode?, _ what: String) -> Bool? {
        guard let node, node.string != "inherit", !node.isNull else { return nil }
        if case .bool(let flag)? = node.scalar?.resolved { return flag }
        note(node, "\(what) is not read; expected true or false")
        return nil
    }

    mutating func number(_ node: YAMLNode?, _ what: String) -> Double? {
        guard let node, node.string != "inherit", !node.isNull else { return nil }
        switch node.scalar?.resolved {
        case .int(let number): return Double(number)
        case .float(let number) where number.isFinite: return number
        default:
            note(node, "\(what) is not read; expected a number")
            return nil
        }
    }

    mutating func wholeNumber(_ node: YAMLNode?, _ what: String) -> Int? {
        number(node, what).flatMap { Int(exactly: $0.rounded(.towardZero)) }
    }

    /// A description: text, or text with a type.
    mutating func description(_ node: YAMLNode?) -> String? {
        guard let node, !node.isNull else { return nil }
        return text(node.entries == nil ? node : node["content"], "the description")
    }

    /// Notes keys that the format does not know; they are kept.
    mutating func noteUnknownKeys(of node: YAMLNode?, known: Set<String>, in what: String) {
        for entry in node?.entries ?? [] {
            guard let key = entry.key.scalar?.text, !known.contains(key) else { continue }
            note(entry.key, "unknown key \"\(key)\" in \(what), kept as it is")
        }
    }
}

extension FileProblem {
    init(_ error: YAMLSyntaxError, path: ItemPath) {
        let lines = error.rendered(file: path.text).split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        self.init(path: path, place: error.place, message: error.message, excerpt: lines.joined(separator: "\n"))
    }

    /// `file:line:column: what, and what was expected`; without a place `file: what`.
    public var text: String {
        guard let place else { return "\(path): \(message)" }
        return "\(path):\(place.line):\(place.column): \(message)"
    }
}

extension FileProblem: CustomStringConvertible {
    /// The line of ``text`` and the excerpt below it.
    public var description: String { excerpt.map { "\(text)\n\($0)" } ?? text }
}
