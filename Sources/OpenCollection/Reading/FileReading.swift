import YAMLTree

/// One file while it is read: its tree, and what is found to be unusual.
struct FileReading {
    let path: ItemPath
    let document: YAMLDocument
    private(set) var notes: [FileProblem] = []

    init(text: String, path: ItemPath) throws(FileProblem) {
        self.path = path
        do throws(YAMLSyntaxError) {
            document = try YAMLDocument(text: text)
        } catch {
            throw FileProblem(path: path, error)
        }
    }

    var root: YAMLNode { document.root }

    /// The root as a mapping; an empty file is an empty one.
    func rootMapping() throws(FileProblem) -> YAMLNode { try mapping(root, "the file") ?? root }

    // MARK: - Shapes

    /// A mapping; nil when absent or null.
    func mapping(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> YAMLNode? {
        guard let node, !node.isNull else { return nil }
        guard node.entries != nil else { throw problem(node, "\(name) is \(node.shape); a mapping was expected") }
        return node
    }

    /// The items of a list; none when absent or null.
    func items(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> [YAMLNode] {
        guard let node, !node.isNull else { return [] }
        guard let items = node.items else { throw problem(node, "\(name) is \(node.shape); a list was expected") }
        return items
    }

    /// A text, numbers and booleans as JavaScript writes them; nil when absent.
    func text(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> String? {
        guard let node else { return nil }
        guard let text = node.string else { throw problem(node, "\(name) is \(node.shape); a text was expected") }
        return text
    }

    /// Either a text, or `{content, type}`.
    func documentation(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> String? {
        guard let node, !node.isNull else { return nil }
        return try text(node.entries == nil ? node : node["content"], name)
    }

    func boolean(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> Bool? {
        guard let node, !node.isNull else { return nil }
        guard case .bool(let value)? = node.scalar?.resolved else {
            throw problem(node, "\(name) is \(node.shape); true or false was expected")
        }
        return value
    }

    func number(_ node: YAMLNode?, _ name: String) throws(FileProblem) -> Double? {
        guard let node, !node.isNull else { return nil }
        switch node.scalar?.resolved {
        case .int(let value)?: return Double(value)
        case .float(let value)? where value.isFinite: return value
        default: throw problem(node, "\(name) is \(node.shape); a number was expected")
        }
    }

    // MARK: - What is unusual

    func problem(_ node: YAMLNode, _ message: String) -> FileProblem {
        FileProblem(path: path, place: node.place, message: message, excerpt: excerpt(at: node.place))
    }

    mutating func note(_ node: YAMLNode, _ message: String) { notes.append(problem(node, message)) }

    /// Keys that the format does not have: kept, not understood.
    mutating func noteUnknownKeys(of node: YAMLNode?, known: Set<String>, in name: String) {
        for entry in node?.entries ?? [] {
            guard let key = entry.key.scalar?.text, !known.contains(key) else { continue }
            note(entry.key, "\(key) in \(name) is not known; it is kept")
        }
    }

    private func excerpt(at place: SourcePlace) -> String? {
        // A pair of CR and LF is one Character.
        let lines = document.text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
        guard lines.indices.contains(place.line - 1) else { return nil }
        let line = lines[place.line - 1].prefix(120)
        return line + "\n" + String(repeating: " ", count: min(place.column - 1, 120)) + "^"
    }
}

extension FileProblem {
    init(path: ItemPath, _ error: YAMLSyntaxError) {
        let lines = error.rendered(file: path.text).split(separator: "\n", omittingEmptySubsequences: false)
        self.init(
            path: path, place: error.place, message: error.message, excerpt: lines.dropFirst().joined(separator: "\n"))
    }

    /// "users/get.yml:3:7: what, and what was expected"
    public var line: String {
        let place = place.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(path)\(place): \(message)"
    }
}

extension YAMLNode {
    /// For messages.
    fileprivate var shape: String {
        switch kind {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .scalar(let scalar): scalar.text.count <= 30 ? "\"\(scalar.text)\"" : "a text"
        }
    }
}
