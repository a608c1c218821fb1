import YAMLTree

/// Makes changes to a file one after the other, each as small as it can be.
struct DocumentEditor {
    private(set) var document: YAMLDocument

    init(_ text: String) throws { document = try YAMLDocument(text: text) }

    func node(_ path: YAMLPath) -> YAMLNode? { document.root.node(at: path) }

    mutating func apply(_ edit: YAMLEdit) throws { document = try document.applying(edit) }

    /// Sets, adds or (nil) removes a key; a mapping that is missing on the way is added.
    mutating func set(_ key: String, in path: YAMLPath, to value: YAMLValue?, order: [String]) throws {
        let target = path.appending(key: key)
        guard let value else {
            if node(target) != nil { try apply(.removeKey(target)) }
            return
        }
        try ensureMapping(path)
        if node(target)?.scalar != nil, value.isScalar {
            try apply(.setScalar(target, to: value))
        } else {
            try apply(.setKey(inMapping: path, key: key, value, after: FilePlaces.keys(before: key, in: order)))
        }
    }

    /// Writes a text where it differs from `old`; a `{content, type}` value keeps its type.
    mutating func set(
        _ key: String, in path: YAMLPath, from old: String?, to new: String?, order: [String]
    ) throws {
        guard old != new else { return }
        let target = path.appending(key: key)
        if let new, node(target)?["content"] != nil {
            return try apply(.setScalar(target.appending(key: "content"), to: .string(new)))
        }
        try set(key, in: path, to: new.map { .string($0) }, order: order)
    }

    private mutating func ensureMapping(_ path: YAMLPath) throws {
        guard let last = path.components.last, node(path)?.entries == nil, case .key(let key) = last else { return }
        let parent = YAMLPath(path.components.dropLast())
        try ensureMapping(parent)
        let after = FilePlaces.keys(before: key, in: FilePlaces.rootKeys)
        try apply(.setKey(inMapping: parent, key: key, .mapping(YAMLMapping()), after: after))
    }
}

extension YAMLValue {
    var isScalar: Bool {
        switch self {
        case .sequence, .mapping: false
        default: true
        }
    }

    /// A mapping of the pairs that have a value.
    static func pairs(_ pairs: [(String, YAMLValue?)]) -> YAMLValue {
        .mapping(YAMLMapping(pairs.compactMap { key, value in value.map { (key, $0) } }))
    }

    /// A number as people write it: without a point where it is whole.
    static func number(_ number: Double) -> YAMLValue { Int(exactly: number).map { .int($0) } ?? .double(number) }
}
