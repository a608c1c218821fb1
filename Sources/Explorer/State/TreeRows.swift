import ExplorerKit
import OpenCollection

/// The visible lines of one collection in the tree, from top to bottom.
public struct TreeRows: Sendable {
    public struct Row: Sendable {
        public var subject: Subject
        public var path: ItemPath
        /// 0 for items in the root, and for the collection's own line.
        public var depth: Int
        /// Whether it is expanded; nil for what cannot be opened.
        public var isExpanded: Bool?

        /// The item of the collection; nil if the row is no item.
        public var item: CollectionItem? { if case .item(let item) = subject { item } else { nil } }
    }

    /// The subject of a row.
    public enum Subject: Sendable {
        /// The collection itself: the line above all others of it.
        case collection(name: String)
        case item(CollectionItem)
        /// All environments, below the items.
        case environments
        case environment(EnvironmentDefinition)
    }

    public private(set) var rows: [Row]
    private let expanded: Set<ItemPath>
    private let filter: String?

    /// Creates the rows of no collection.
    init() { (rows, expanded, filter) = ([], [], nil) }

    public init(_ collection: Collection, _ tree: TreeState) {
        expanded = tree.expanded
        filter = tree.filter
        rows = []
        if let filter, !filter.isEmpty {
            collectMatches(collection.items, depth: 0, TextMatcher(filter))
        } else {
            collect(collection)
        }
    }

    /// Whether these are the rows of such a tree, over the same collection: the cursor does not matter.
    func show(_ tree: TreeState) -> Bool { filter == tree.filter && expanded == tree.expanded }

    public func index(of path: ItemPath?) -> Int? { path.flatMap { path in rows.firstIndex { $0.path == path } } }

    /// Takes another item for one that looks the same.
    mutating func replace(_ item: CollectionItem) {
        if let index = index(of: item.path) { rows[index].subject = .item(item) }
    }

    private mutating func collect(_ collection: Collection) {
        let isExpanded = expanded.contains(.root)
        rows.append(Row(subject: .collection(name: collection.name), path: .root, depth: 0, isExpanded: isExpanded))
        guard isExpanded else { return }
        collect(collection.items, depth: 0)
        collectEnvironments(collection.environments)
    }

    private mutating func collect(_ items: [CollectionItem], depth: Int) {
        for item in items {
            guard case .folder(_, let children) = item.kind else {
                rows.append(Row(subject: .item(item), path: item.path, depth: depth, isExpanded: nil))
                continue
            }
            let isExpanded = expanded.contains(item.path)
            rows.append(Row(subject: .item(item), path: item.path, depth: depth, isExpanded: isExpanded))
            if isExpanded { collect(children, depth: depth + 1) }
        }
    }

    private mutating func collectEnvironments(_ environments: [EnvironmentDefinition]) {
        guard !environments.isEmpty else { return }
        let isExpanded = expanded.contains(.environments)
        rows.append(Row(subject: .environments, path: .environments, depth: 0, isExpanded: isExpanded))
        guard isExpanded else { return }
        for environment in environments {
            rows.append(Row(subject: .environment(environment), path: environment.path, depth: 1, isExpanded: nil))
        }
    }

    /// Folders stay above their matches, all open.
    private mutating func collectMatches(_ items: [CollectionItem], depth: Int, _ matcher: TextMatcher) {
        for item in items {
            if case .folder(_, let children) = item.kind {
                rows.append(Row(subject: .item(item), path: item.path, depth: depth, isExpanded: true))
                let count = rows.count
                collectMatches(children, depth: depth + 1, matcher)
                if rows.count == count { rows.removeLast() }
            } else if item.matches(matcher) {
                rows.append(Row(subject: .item(item), path: item.path, depth: depth, isExpanded: nil))
            }
        }
    }
}

extension CollectionItem {
    /// Whether name, path, method or URL holds the text.
    func matches(_ matcher: TextMatcher) -> Bool {
        if matcher.isIn(name) || matcher.isIn(path.text) { return true }
        guard let head = kind.requestHead else { return false }
        return matcher.isIn(head.method) || matcher.isIn(head.url)
    }

    /// Whether two requests look the same in the tree, and to its filter.
    func looksLike(_ other: CollectionItem) -> Bool {
        guard let head = kind.requestHead else { return false }
        return name == other.name && head == other.kind.requestHead
    }

    /// Returns the paths of all folders at and below these items.
    static func folderPaths(in items: [CollectionItem]) -> [ItemPath] {
        items.flatMap { item -> [ItemPath] in
            guard case .folder(_, let children) = item.kind else { return [] }
            return [item.path] + folderPaths(in: children)
        }
    }
}
