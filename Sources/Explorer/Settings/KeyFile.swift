import ExplorerKit
import Spelling
import TextGrid
import YAMLTree

/// `keys.yaml`: which keys mean what, where that is not the standard.
///
///     everywhere:
///       send: F9            # in every context that knows the action
///     response:
///       fold: [Tab, Space]
///       wrap: []            # no key; the palette still has it
enum KeyFile {
    static let everywhere = "everywhere"

    /// Returns the keys of a map with a file's changes; what is wrong in the file is left out and reported.
    static func read(_ text: String, over standard: Keymap, with reader: inout SettingsReader) -> Keymap {
        var changes: [KeyChange] = []
        for entry in reader.entries(of: text) ?? [] {
            guard let contexts = contexts(entry.key, &reader) else { continue }
            for row in reader.entries(of: entry.value, as: entry.key.string ?? "a context") ?? [] {
                if let change = change(row, in: contexts, &reader) { changes.append(change) }
            }
        }
        // A line for one context wins over a line for all of them, wherever it is.
        let ordered = changes.filter { $0.isEverywhere } + changes.filter { !$0.isEverywhere }
        let (keymap, clashes) = standard.applying(ordered)
        for clash in clashes { reader.complain(clash.message, at: clash.node) }
        return keymap
    }

    /// Returns the contexts that a name means; nil: it means none, which is reported.
    private static func contexts(_ node: YAMLNode, _ reader: inout SettingsReader) -> ContextChoice? {
        guard let name = reader.text(of: node, as: "the name of a context") else { return nil }
        if name == everywhere { return .all }
        if let context = ActionContext.allCases.first(where: { $0.name == name }) { return .one(context) }
        let names = [everywhere] + ActionContext.allCases.map(\.name)
        let near = NearestWord.find(name, among: names)
        reader.complain(
            "unknown context \"\(name)\"; "
                + (near.map { "did you mean \($0)?" } ?? "valid: \(names.joined(separator: ", "))"),
            at: node)
        return nil
    }

    private enum ContextChoice {
        case all
        case one(ActionContext)
    }

    private static func change(
        _ row: YAMLNode.Entry, in choice: ContextChoice, _ reader: inout SettingsReader
    ) -> KeyChange? {
        guard let action = action(row.key, &reader) else { return nil }
        let known = Set(ActionTable.rows.filter { $0.action == action }.flatMap(\.contexts))
        var contexts = known
        if case .one(let context) = choice {
            guard known.contains(context) else {
                let places = ActionContext.allCases.filter(known.contains).map(\.name).joined(separator: ", ")
                reader.complain("\(action.name) is not available in \(context.name); valid: \(places)", at: row.key)
                return nil
            }
            contexts = [context]
        }
        guard let keys = keys(row.value, &reader) else { return nil }
        var isEverywhere = false
        if case .all = choice { isEverywhere = true }
        if isEverywhere, keys.contains(where: \.isTyped), contexts.contains(where: { !$0.isTyping }) {
            // In fields letters are typed: the action keeps its standard keys there.
            contexts = contexts.filter { !$0.isTyping }
        }
        guard allowed(keys, for: action, in: contexts, at: row.value, &reader) else { return nil }
        return KeyChange(action: action, contexts: contexts, keys: keys, isEverywhere: isEverywhere, node: row.key)
    }

    private static func action(_ node: YAMLNode, _ reader: inout SettingsReader) -> Action? {
        guard let name = reader.text(of: node, as: "the name of an action") else { return nil }
        if let action = Action.named(name) {
            if action != .interrupt { return action }
            reader.complain("interrupt cannot be changed; Ctrl-C always cancels or quits", at: node)
            return nil
        }
        let near = NearestWord.find(name, among: Action.all.map(\.name))
        let list = "microscope manual keys lists them"
        reader.complain("unknown action \"\(name)\"; " + (near.map { "did you mean \($0)?" } ?? list), at: node)
        return nil
    }

    /// Returns one key, or several; nil when one of them is none.
    private static func keys(_ node: YAMLNode, _ reader: inout SettingsReader) -> [KeyStroke]? {
        if node.isNull { return [] }
        var keys: [KeyStroke] = []
        for item in node.items ?? [node] {
            guard let title = reader.text(of: item, as: "a key") else { return nil }
            guard let key = KeyStroke(title: title) else {
                reader.complain(
                    "invalid key \"\(title)\"; valid keys look like Ctrl-R, Alt-x, Shift-Tab, F5, Space or s", at: item)
                return nil
            }
            if let reason = key.reasonNotToBind {
                reader.complain("\(key.title) cannot be assigned: \(reason)", at: item)
                return nil
            }
            keys.append(key)
        }
        return keys
    }

    private static func allowed(
        _ keys: [KeyStroke], for action: Action, in contexts: Set<ActionContext>, at node: YAMLNode,
        _ reader: inout SettingsReader
    ) -> Bool {
        let typing = ActionContext.allCases.filter { contexts.contains($0) && $0.isTyping }
        guard let key = keys.first(where: \.isTyped), let context = typing.first else { return true }
        reader.complain(
            "\(key.title) types text in \(context.name), so it cannot be assigned there; use a key with Ctrl or Alt, or another context",
            at: node)
        return false
    }
}

/// Keys that take the place of those that an action has in some contexts.
struct KeyChange {
    let action: Action
    let contexts: Set<ActionContext>
    /// None: it has no key there.
    let keys: [KeyStroke]
    let isEverywhere: Bool
    /// The place of the change in the file.
    let node: YAMLNode
}

extension ActionContext {
    /// Whether letters go into a field there.
    var isTyping: Bool {
        !ActionTable.rows.contains { row in row.contexts.contains(self) && row.keys.contains(where: \.isTyped) }
    }
}
