import Quoting
import YAMLTree

// Parts without their own rows: only what differs between two values is written.

extension FileWriting {
    /// Changes the value at `path` from `old` to `new`. Nil is an absent key.
    ///
    /// What the file holds beyond `old` stays. A mapping or list that becomes empty is removed, as are the mappings around it.
    mutating func save(_ path: YAMLPath, _ old: YAMLValue?, _ new: YAMLValue?) throws(FileProblem) {
        guard new != old else { return }
        guard let new else { return try remove(path, pruning: true) }
        switch (old, new) {
        case (.mapping(let old)?, .mapping(let new)) where node(at: path)?.entries != nil:
            for key in (old.entries + new.entries).map(\.key).unique {
                try save(path.appending(key: key), old[key], new[key])
            }
        case (.sequence(let old)?, .sequence(let new)) where node(at: path)?.items != nil && !new.isEmpty:
            try saveItems(path, old, new)
        case (_, .string(let text)) where path.isDocumentation: try set(path, documentation: text)
        default: try set(path, new)
        }
    }

    private mutating func saveItems(_ path: YAMLPath, _ old: [YAMLValue], _ new: [YAMLValue]) throws(FileProblem) {
        guard old.count == new.count, node(at: path)?.items?.count == old.count else {
            return try save(path, old, new)
        }
        for (index, (old, new)) in zip(old, new).enumerated() { try save(path.appending(index: index), old, new) }
    }
}

extension YAMLPath {
    /// Whether the format allows `{content, type}` here in place of a text.
    fileprivate var isDocumentation: Bool {
        components.last == .key("description") || components.last == .key("docs")
    }
}

extension SavedRow {
    /// Only what differs is written; keys that are not known stay.
    func save(over old: Self, at path: YAMLPath, in writing: inout FileWriting) throws(FileProblem) {
        try writing.save(path, old.written, written)
    }
}

extension YAMLMapping {
    /// Creates a mapping; entries without value are left out.
    init(said entries: [(String, YAMLValue?)]) {
        self.init(entries.compactMap { entry in entry.1.map { (entry.0, $0) } })
    }

    /// The mapping as a value; nil if it is empty.
    var nonEmpty: YAMLValue? { entries.isEmpty ? .none : .mapping(self) }
}

// `nil` as a value is YAML's null; a key that is absent is `.none`.
extension YAMLValue {
    static func text(_ text: String?) -> YAMLValue? { text.map { .string($0) } }
    static func flag(_ flag: Bool?) -> YAMLValue? { flag.map { .bool($0) } }
    /// A row is switched off by a key, and on by its absence.
    static func disabled(unless isEnabled: Bool) -> YAMLValue? { isEnabled ? .none : .bool(true) }
    static func present(if isOn: Bool) -> YAMLValue? { isOn ? .bool(true) : .none }
    /// Returns the rows as a list; nil for an empty one.
    static func rows(_ rows: [some SavedRow]) -> YAMLValue? { rows.isEmpty ? .none : .sequence(rows.map(\.written)) }
    static func texts(_ texts: [String]) -> YAMLValue? { texts.isEmpty ? .none : .sequence(texts.map { .string($0) }) }
}
