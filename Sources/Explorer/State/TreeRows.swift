import OpenCollection

/// The visible lines of the collection tree, from top to bottom.
public struct TreeRows: Sendable {
    public struct Row: Sendable {
        public var item: CollectionItem
        /// 0 for what lies in the root.
        public var depth: Int
        /// Nil for what is no folder.
        public var isExpanded: Bool?
    }

    public private(set) var rows: [Row]
    private let expanded: Set<ItemPath>
    private let filter: String?

    public init(_ collection: Collection, _ tree: TreeState) {
        expanded = tree.expanded
        filter = tree.filter
        var rows: [Row] = []
        let needle = tree.filter ?? ""
        if needle.isEmpty {
            Self.collect(collection.items, depth: 0, tree.expanded, into: &rows)
        } else {
            Self.collectMatches(collection.items, depth: 0, Needle(needle), into: &rows)
        }
        self.rows = rows
    }

    /// Whether these are the rows of such a tree, over the same collection: cursor and scrolling do not matter.
    func show(_ tree: TreeState) -> Bool { filter == tree.filter && expanded == tree.expanded }

    public func index(of path: ItemPath?) -> Int? {
        path.flatMap { path in rows.firstIndex { $0.item.path == path } }
    }

    /// Takes another item for one that looks the same.
    mutating func replace(_ item: CollectionItem) {
        if let index = index(of: item.path) { rows[index].item = item }
    }

    private static func collect(
        _ items: [CollectionItem], depth: Int, _ expanded: Set<ItemPath>, into rows: inout [Row]
    ) {
        for item in items {
            guard case .folder(_, let children) = item.kind else {
                rows.append(Row(item: item, depth: depth, isExpanded: nil))
                continue
            }
            let isExpanded = expanded.contains(item.path)
            rows.append(Row(item: item, depth: depth, isExpanded: isExpanded))
            if isExpanded { collect(children, depth: depth + 1, expanded, into: &rows) }
        }
    }

    /// Folders stay above their matches, all open.
    private static func collectMatches(
        _ items: [CollectionItem], depth: Int, _ needle: Needle, into rows: inout [Row]
    ) {
        for item in items {
            if case .folder(_, let children) = item.kind {
                rows.append(Row(item: item, depth: depth, isExpanded: true))
                let count = rows.count
                collectMatches(children, depth: depth + 1, needle, into: &rows)
                if rows.count == count { rows.removeLast() }
            } else if item.matches(needle) {
                rows.append(Row(item: item, depth: depth, isExpanded: nil))
            }
        }
    }
}

/// A text that is looked for in many others, in capitals or not.
struct Needle {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.lowercased().utf8) }

    /// Whether the text holds it. By bytes: that of Foundation takes ten times as long, for each key and every request.
    func isIn(_ text: String) -> Bool {
        var text = text.lowercased()
        return text.withUTF8 { text in
            guard bytes.count <= text.count else { return false }
            return (0...text.count - bytes.count).contains { start in
                bytes.indices.allSatisfy { text[start + $0] == bytes[$0] }
            }
        }
    }
}

extension CollectionItem {
    /// Whether name, path, method or URL holds the text.
    func matches(_ needle: Needle) -> Bool {
        if needle.isIn(name) || needle.isIn(path.text) { return true }
        guard let head = kind.requestHead else { return false }
        return needle.isIn(head.method) || needle.isIn(head.url)
    }

    /// Whether two requests cannot be told apart in the tree, nor by its filter.
    func looksLike(_ other: CollectionItem) -> Bool {
        guard let head = kind.requestHead else { return false }
        return name == other.name && head == other.kind.requestHead
    }

    /// The paths of all folders at and below these items.
    static func folderPaths(in items: [CollectionItem]) -> [ItemPath] {
        items.flatMap { item -> [ItemPath] in
            guard case .folder(_, let children) = item.kind else { return [] }
            return [item.path] + folderPaths(in: children)
        }
    }
}
