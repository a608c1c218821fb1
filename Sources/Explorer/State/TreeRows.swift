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

    public let rows: [Row]

    public init(_ collection: Collection, _ tree: TreeState) {
        var rows: [Row] = []
        let needle = (tree.filter ?? "").lowercased()
        if needle.isEmpty {
            Self.collect(collection.items, depth: 0, tree.expanded, into: &rows)
        } else {
            Self.collectMatches(collection.items, depth: 0, needle, into: &rows)
        }
        self.rows = rows
    }

    public func index(of path: ItemPath?) -> Int? {
        path.flatMap { path in rows.firstIndex { $0.item.path == path } }
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
        _ items: [CollectionItem], depth: Int, _ needle: String, into rows: inout [Row]
    ) {
        for item in items {
            if case .folder(_, let children) = item.kind {
                var below: [Row] = []
                collectMatches(children, depth: depth + 1, needle, into: &below)
                guard !below.isEmpty else { continue }
                rows.append(Row(item: item, depth: depth, isExpanded: true))
                rows += below
            } else if item.matches(needle) {
                rows.append(Row(item: item, depth: depth, isExpanded: nil))
            }
        }
    }
}

extension CollectionItem {
    /// Whether name, path, method or URL holds the text, which is in lower case.
    func matches(_ needle: String) -> Bool {
        var texts = [name, path.text]
        if case .request(let file) = kind { texts += [file.definition.method, file.definition.url] }
        return texts.contains { $0.lowercased().contains(needle) }
    }

    /// The paths of all folders at and below these items.
    static func folderPaths(in items: [CollectionItem]) -> [ItemPath] {
        items.flatMap { item -> [ItemPath] in
            guard case .folder(_, let children) = item.kind else { return [] }
            return [item.path] + folderPaths(in: children)
        }
    }
}
