import YAMLTree

/// A file while it is read: its tree, and notes on what is unusual.
struct FileReading {
    let path: ItemPath
    let document: YAMLDocument
    /// The kind of the request that is read, which says what its bodies are.
    var requestKind = RequestKind.http
    /// Whether keys that the format does not have are passed over without a note.
    var passesOverUnknownKeys = false
    private var firstNotes: [FileProblem] = []
    private var laterNotes = 0

    /// The most notes that are listed. More are only counted, since a small file may have thousands.
    private static let noteLimit = 100

    init(text: String, path: ItemPath) throws(FileProblem) {
        self.path = path
        do throws(YAMLSyntaxError) {
            document = try YAMLDocument(text: text)
        } catch {
            throw FileProblem(path: path, error, in: text)
        }
    }

    var root: YAMLNode { document.root }

    /// The root as a mapping; an empty file is an empty one.
    func rootMapping() throws(FileProblem) -> YAMLNode {
        guard root.isNull || root.entries != nil else {
            throw problem(root, "the file is \(root.shape); a mapping was expected")
        }
        return root
    }

    // MARK: - Shapes

    // A value of another shape than expected is noted and read as absent, so that the rest of the file can be used.

    /// A mapping; nil when absent or null.
    mutating func mapping(_ node: YAMLNode?, _ name: String) -> YAMLNode? {
        guard let node, !node.isNull else { return nil }
        guard node.entries != nil else { return misses(node, name, "a mapping") }
        return node
    }

    /// The items of a list; none when absent or null.
    mutating func items(_ node: YAMLNode?, _ name: String) -> [YAMLNode] {
        guard let node, !node.isNull else { return [] }
        return node.items ?? misses(node, name, "a list") ?? []
    }

    /// A text, numbers and booleans as JavaScript writes them; nil when absent.
    mutating func text(_ node: YAMLNode?, _ name: String) -> String? {
        guard let node else { return nil }
        // A version is only shown.
        if let scalar = node.scalar, scalar.isRespelledNumber, !name.hasPrefix("info.") {
            // The number may be a secret, so it is not shown.
            note(node, "\(name) is a number that is sent in another spelling; put it in quotes", isIgnored: true)
        }
        return node.string ?? misses(node, name, "a text")
    }

    /// Reads documentation: a text, or `{content, type}`.
    mutating func documentation(_ node: YAMLNode?, _ name: String) -> String? {
        guard let node, !node.isNull else { return nil }
        return text(node.entries == nil ? node : node["content"], name)
    }

    mutating func boolean(_ node: YAMLNode?, _ name: String) -> Bool? {
        guard let node, !node.isNull else { return nil }
        guard case .bool(let value)? = node.scalar?.resolved else { return misses(node, name, "true or false") }
        return value
    }

    mutating func number(_ node: YAMLNode?, _ name: String) -> Double? {
        guard let node, !node.isNull else { return nil }
        switch node.scalar?.resolved {
        case .int(let value)?: return Double(value)
        case .float(let value)? where value.isFinite: return value
        default: return misses(node, name, "a number")
        }
    }

    private mutating func misses<Value>(_ node: YAMLNode, _ name: String, _ wanted: String) -> Value? {
        note(node, "\(name) is \(node.shape); \(wanted) was expected\(Self.advice(on: node, wanted))", isIgnored: true)
        return nil
    }

    private static func advice(on node: YAMLNode, _ wanted: String) -> String {
        let rule = [SchemaRule.number, .boolean].first { $0.expectation == wanted }
        let isQuoted = node.isQuoted && rule?.fits(unquoted: node.scalar?.text ?? "") == true
        return isQuoted ? ": remove the quotes" : ""
    }

    // MARK: - What is unusual

    /// The first of what is unusual, and how much more there is.
    var notes: [FileProblem] {
        guard laterNotes > 0 else { return firstNotes }
        return firstNotes + [FileProblem(path: path, message: "\(laterNotes) more like these are not listed")]
    }

    func problem(_ node: YAMLNode, _ message: String) -> FileProblem {
        FileProblem(path: path, place: node.place, message: message, excerpt: excerpt(at: node.place))
    }

    /// - Parameter isIgnored: whether the value has no effect, so that a send warns of it.
    mutating func note(_ node: YAMLNode, _ message: @autoclosure () -> String, isIgnored: Bool = false) {
        guard firstNotes.count < Self.noteLimit else {
            laterNotes += 1
            return
        }
        var noted = problem(node, message())
        noted.isAboutIgnoredValue = isIgnored
        firstNotes.append(noted)
    }

    /// Notes keys that the format does not have: kept, not understood.
    mutating func noteUnknownKeys(of node: YAMLNode?, known: Set<String>, in name: String) {
        guard !passesOverUnknownKeys else { return }
        for entry in node?.entries ?? [] {
            guard let key = entry.key.scalar?.text, !known.contains(key) else { continue }
            note(entry.key, "\(key) in \(name) is not known; it is kept")
        }
    }

    /// The line with a mark below the place; nil where the line begins too far before it.
    private func excerpt(at place: SourcePlace) -> String? {
        let bytes = document.text.utf8
        guard let end = bytes.index(bytes.startIndex, offsetBy: place.offsetInBytes, limitedBy: bytes.endIndex) else {
            return nil
        }
        let before = bytes[..<end].suffix(Self.longestLine)
        let lineBreak = before.lastIndex(where: Self.isLineEnd)
        guard lineBreak != nil || before.startIndex == bytes.startIndex else { return nil }
        let start = lineBreak.map(bytes.index(after:)) ?? bytes.startIndex
        let line = Substring(bytes[start...].prefix(Self.longestLine).prefix { !Self.isLineEnd($0) }).prefix(120)
        return line + "\n" + String(repeating: " ", count: min(place.column - 1, 120)) + "^"
    }

    private static let longestLine = 4096
    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}

extension FileProblem {
    /// Creates a problem. Markers of git explain better than the first rule of YAML that they break.
    init(path: ItemPath, _ error: YAMLSyntaxError, in text: String) {
        guard let conflicts = MarkedConflicts(text) else {
            self.init(path: path, error)
            return
        }
        self.init(
            path: path, place: conflicts.place, message: "unresolved merge conflict", excerpt: conflicts.firstLine)
        self.conflicts = conflicts
    }

    init(path: ItemPath, _ error: YAMLSyntaxError) {
        let lines = error.rendered(file: path.text).split(separator: "\n", omittingEmptySubsequences: false)
        self.init(
            path: path, place: error.place, message: error.message, excerpt: lines.dropFirst().joined(separator: "\n"))
    }

    /// "users/get.yml:3:7: what, and what was expected"; without the file where it has no path.
    public var line: String {
        guard !path.text.isEmpty else {
            return (place.map { "line \($0.line), column \($0.column): " } ?? "") + message
        }
        let place = place.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(path)\(place): \(message)"
    }
}

extension YAMLNode {
    /// Whether it is a text because of its quotes.
    var isQuoted: Bool { scalar.map { [.singleQuoted, .doubleQuoted].contains($0.style) } ?? false }

    /// The shape of the value for messages.
    fileprivate var shape: String {
        switch kind {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .scalar(let scalar): scalar.text.count <= 30 ? "\"\(scalar.text)\"" : "a text"
        }
    }
}
