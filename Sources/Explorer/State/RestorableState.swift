import ExplorerKit
import OpenCollection

/// The user's place in a collection: what is open and shown there, and how the screen is divided. Kept from run to run.
public struct RestorableState: Sendable, Hashable {
    /// The view of one of the open items.
    public struct View: Sendable, Hashable {
        var tab: FormTab
        var cursor: FormCursor
        var responseTab: ResponseTab
        /// The place of the text cursor in the body; nil: at its start, or nowhere.
        var caret: TextBuffer.Position?
    }

    /// A choice of environment. The name is nil where none was wanted.
    public struct EnvironmentChoice: Sendable, Hashable {
        var name: String?
    }

    /// The item with the tree's cursor.
    var cursor: ItemPath?
    /// Folders whose content is seen.
    var expanded: Set<ItemPath> = [.root]
    /// The tabs, in their order.
    var open: [ItemPath] = []
    var views: [ItemPath: View] = [:]
    var focus = Pane.tree
    var layout = LayoutChoices()
    /// The environment; nil: the user has chosen none.
    var environment: EnvironmentChoice?
    /// The global environment; nil: none is chosen.
    var globalEnvironment: String?
}

// MARK: - As text

/// Parts that cannot be understood count as never kept.
extension RestorableState: Codable {
    private enum Key: String, CodingKey {
        case version, cursor, expanded, open, views, focus, layout, environment, globalEnvironment
    }

    private static let version = 1

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func read<Value: Decodable>(_ key: Key) -> Value? { try? fields.decodeIfPresent(Value.self, forKey: key) }
        cursor = (read(.cursor) as String?).map { ItemPath($0) }
        expanded = Set((read(.expanded) as [String]? ?? [ItemPath.root.text]).map { ItemPath($0) })
        open = (read(.open) as [String]? ?? []).map { ItemPath($0) }.reduce(into: []) { open, path in
            // Twice there, it would be two tabs of which the second is never reached.
            if !open.contains(path) { open.append(path) }
        }
        views = Dictionary((read(.views) as [String: View]? ?? [:]).map { (ItemPath($0.key), $0.value) }) { $1 }
        focus = (read(.focus) as Int?).flatMap { Pane(rawValue: $0) } ?? .tree
        layout = read(.layout) ?? LayoutChoices()
        environment = read(.environment)
        globalEnvironment = read(.globalEnvironment)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(Self.version, forKey: .version)
        try fields.encodeIfPresent(cursor?.text, forKey: .cursor)
        try fields.encode(expanded.map(\.text).sorted(), forKey: .expanded)
        try fields.encode(open.map(\.text), forKey: .open)
        try fields.encode(Dictionary(views.map { ($0.key.text, $0.value) }) { $1 }, forKey: .views)
        try fields.encode(focus.rawValue, forKey: .focus)
        try fields.encode(layout, forKey: .layout)
        try fields.encodeIfPresent(environment, forKey: .environment)
        try fields.encodeIfPresent(globalEnvironment, forKey: .globalEnvironment)
    }
}

extension RestorableState.View: Codable {
    private enum Key: String, CodingKey { case tab, row, column, responseTab, caretLine, caretColumn }

    /// The greatest row that is taken, more than a form has.
    private static let mostRows = 1_000_000

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        tab = try FormTab(rawValue: fields.decode(String.self, forKey: .tab)) ?? .params
        // Any number may be there, and moving on from it adds and subtracts.
        cursor = FormCursor(
            row: max(-1, min(try fields.decode(Int.self, forKey: .row), Self.mostRows)),
            column: max(0, min(try fields.decode(Int.self, forKey: .column), Self.mostRows)))
        responseTab = try ResponseTab(rawValue: fields.decode(String.self, forKey: .responseTab)) ?? .body
        if let line = try? fields.decodeIfPresent(Int.self, forKey: .caretLine),
            let column = try? fields.decodeIfPresent(Int.self, forKey: .caretColumn)
        {
            caret = TextBuffer.Position(line: line, column: column)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(tab.rawValue, forKey: .tab)
        try fields.encode(cursor.row, forKey: .row)
        try fields.encode(cursor.column, forKey: .column)
        try fields.encode(responseTab.rawValue, forKey: .responseTab)
        try fields.encodeIfPresent(caret?.line, forKey: .caretLine)
        try fields.encodeIfPresent(caret?.column, forKey: .caretColumn)
    }
}

extension RestorableState.EnvironmentChoice: Codable {}
