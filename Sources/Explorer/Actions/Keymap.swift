import ExplorerKit
import TextGrid

/// The action that a key means in each context, made once from the table of actions, or from it and the user's own keys.
public struct Keymap: Sendable {
    /// The table, with the keys that count.
    public let rows: [ActionRow]
    /// The rows of each context. A key is looked for in them when it is pressed: a dictionary of all keys would cost each start more.
    private let rowsInContext: [ActionContext: [Int]]
    /// The row that gives an action its key in a context. The footer asks for twenty of them in each frame.
    private let ownRows: [ActionContext: [Action: Int]]
    /// The actions in the footer: the rows of the context alone come first, and leaving it comes last.
    private let footers: [ActionContext: [Action]]

    public static let standard = Keymap(rows: ActionTable.rows)

    /// - Precondition: No key means two things in one context; a test checks that for the standard table.
    public init(rows: [ActionRow]) {
        var rowsInContext: [ActionContext: [Int]] = [:]
        var ownRows: [ActionContext: [Action: Int]] = [:]
        for (index, row) in rows.enumerated() {
            for context in row.contexts {
                rowsInContext[context, default: []].append(index)
                let known = ownRows[context]?[row.action]
                if known.map({ rows[$0].keys.isEmpty && !row.keys.isEmpty }) ?? true {
                    ownRows[context, default: [:]][row.action] = index
                }
            }
        }
        self.rows = rows
        var footers: [ActionContext: [Action]] = [:]
        for row in rows.filter({ $0.contexts.count == 1 }) + rows.filter({ $0.contexts.count > 1 }) {
            for context in row.footer where footers[context]?.contains(row.action) != true && row.action != .dismiss {
                footers[context, default: []].append(row.action)
            }
        }
        self.footers = footers.mapValues { $0 + [.dismiss] }
        (self.rowsInContext, self.ownRows) = (rowsInContext, ownRows)
    }

    public func action(for stroke: KeyStroke, in context: ActionContext) -> Action? {
        rowsInContext[context]?.first { rows[$0].keys.contains(stroke) }.map { rows[$0].action }
    }

    /// Returns the actions in the footer of an overlay's context, most useful first.
    func footer(of context: ActionContext) -> [Action] { footers[context] ?? [.dismiss] }

    /// Returns the row that gives an action its key in a context: the first that has one.
    func row(of action: Action, in context: ActionContext) -> ActionRow? { ownRows[context]?[action].map { rows[$0] } }
}

extension Keymap {
    /// Returns the keymap with the user's keys, each in the place of the action's keys in these contexts. A key that meant something else there means
    /// the new action from now on; that is reported as a clash, unless the other action has got other keys, or was given the key everywhere and the
    /// new one in one context.
    func applying(_ changes: [KeyChange]) -> (Keymap, [KeyClash]) {
        var rows = rows
        for change in changes { rows = rows.replacing(change) }
        var clashes: [KeyClash] = []
        for change in changes.filter({ !$0.isEverywhere }) + changes.filter(\.isEverywhere) {
            for context in ActionContext.allCases where change.contexts.contains(context) {
                for key in change.keys {
                    guard rows.gives(key, to: change.action, in: context) else { continue }
                    let others = rows.indices.filter {
                        rows[$0].action != change.action && rows[$0].contexts.contains(context)
                            && rows[$0].keys.contains(key)
                    }
                    guard let other = others.first.map({ rows[$0].action }) else { continue }
                    let rival = changes.last {
                        $0.action == other && $0.keys.contains(key) && $0.contexts.contains(context)
                    }
                    if change.isEverywhere || rival?.isEverywhere != true {
                        clashes.note(KeyClash(change, key, other, rival, in: context))
                    }
                    for index in others.reversed() { rows.take(key, fromRowAt: index, in: context) }
                }
            }
        }
        return (Keymap(rows: rows), clashes)
    }
}

extension [ActionRow] {
    fileprivate func gives(_ key: KeyStroke, to action: Action, in context: ActionContext) -> Bool {
        contains { $0.action == action && $0.contexts.contains(context) && $0.keys.contains(key) }
    }

    /// Returns the rows in which the first row of an action in each of the contexts has the keys, and the others have none there.
    fileprivate func replacing(_ change: KeyChange) -> [ActionRow] {
        var missing = change.contexts
        var result: [ActionRow] = []
        for row in self {
            let concerned = row.action == change.action ? row.contexts.intersection(change.contexts) : []
            guard !concerned.isEmpty else {
                result.append(row)
                continue
            }
            let (first, rest) = (concerned.intersection(missing), row.contexts.subtracting(concerned))
            missing.subtract(first)
            if !first.isEmpty { result.append(row.with(change.keys, in: first)) }
            if !rest.isEmpty { result.append(row.with(row.keys, in: rest)) }
        }
        return result
    }

    fileprivate mutating func take(_ key: KeyStroke, fromRowAt index: Int, in context: ActionContext) {
        let row = self[index]
        self[index] = row.with(row.keys.filter { $0 != key }, in: [context])
        let others = row.contexts.subtracting([context])
        if !others.isEmpty { insert(row.with(row.keys, in: others), at: index + 1) }
    }
}

extension ActionRow {
    fileprivate func with(_ keys: [KeyStroke], in contexts: Set<ActionContext>) -> ActionRow {
        ActionRow(action, contexts, keys, label, help, footer: footer.intersection(contexts))
    }
}
