import ExplorerKit
import TextGrid

/// One row of the table from which keys, footer, help, palette and the manual's page of keys grow.
public struct ActionRow: Sendable, Hashable {
    public let action: Action
    public let contexts: Set<ActionContext>
    public let keys: [KeyStroke]
    /// One or two words, for the footer.
    public let label: String
    /// A sentence, for the help.
    public let help: String
    /// Contexts in which the footer proposes it, in the order of the rows.
    let footer: Set<ActionContext>

    /// - Parameter footer: by default the context that has the row for itself, unless it only moves.
    init(
        _ action: Action, _ contexts: Set<ActionContext>, _ keys: [KeyStroke], _ label: String, _ help: String,
        footer: Set<ActionContext>? = nil
    ) {
        (self.action, self.contexts, self.keys, self.label, self.help) = (action, contexts, keys, label, help)
        self.footer = footer ?? (contexts.count > 1 || Action.movements.contains(action) ? [] : contexts)
    }
}

/// The table itself, in the order in which help shows it.
public enum ActionTable {
    public static let rows: [ActionRow] = [
        global, moving, layout, byName, tree, request, response, finding, bodyFiles, lists, editing, texts, drafts,
        listKeys, OverlayTable.all.flatMap { $0.actionRows }, opening, elsewhere,
    ].flatMap { $0 }

    /// The rows that actions are defined with.
    static func rows(of actions: Action...) -> [ActionRow] {
        actions.flatMap { action in
            action.keys.map { ActionRow(action, $0.contexts, $0.keys, $0.label, $0.help, footer: $0.footer) }
        }
    }
}
