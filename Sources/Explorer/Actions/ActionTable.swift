import ExplorerKit
import TextGrid

/// A row of the table from which keys, footer, help, palette and the manual's page of keys are made.
public struct ActionRow: Sendable, Hashable {
    public let action: Action
    public let contexts: Set<ActionContext>
    public let keys: [KeyStroke]
    /// The label in the footer, one or two words.
    public let label: String
    /// A sentence, for the help.
    public let help: String
    /// Contexts in which the footer proposes it, in the order of the rows.
    let footer: Set<ActionContext>

    /// - Parameter footer: The contexts whose footer has the row; by default its only context, unless the row only moves.
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
    public static let rows: [ActionRow] =
        ActionContext.allCases.compactMap(\.enterRow)
        + rows(of: global + moving + layout + items + response + reading + texts) + listKeys
        + OverlayTable.all.flatMap { $0.extraRows + rows(of: $0.actions) } + rows(of: opening + elsewhere)
        + ActionContext.allCases.compactMap(\.escapeRow)

    private static func rows(of actions: [Action]) -> [ActionRow] {
        actions.flatMap { action in action.keys.flatMap { $0.rows(of: action) } }
    }

    /// The keys of everything with a cursor above the panes, once for all of them.
    private static let listKeys: [ActionRow] = [
        ActionRow(
            .choose, [.start, .path], [.enter], "open", "Open the selected row, or the typed path or URL.",
            footer: [.path]),
        ActionRow(.moveUp, .cursorLists, [.up, "k", .control("p")], "up", "Go up."),
        ActionRow(.moveDown, .cursorLists, [.down, "j", .control("n")], "down", "Go down."),
        ActionRow(.first, .cursorLists, ["g", .home], "first", "Go to the first."),
        ActionRow(.last, .cursorLists.subtracting([.series, .seriesStep]), ["G", .end], "last", "Go to the last."),
        ActionRow(.pageUp, .cursorLists, [.pageUp], "page up", "Go up by a page."),
        ActionRow(
            .pageDown, .cursorLists, [.pageDown], "page down", "Go down by a page.",
            footer: .withFindableText.intersection(.cursorLists)),
        ActionRow(.moveUp, .typedLists, [.up, .control("p")], "up", "Go up."),
        ActionRow(.moveDown, .typedLists, [.down, .control("n")], "down", "Go down."),
        ActionRow(.pageUp, .typedLists, [.pageUp], "page up", "Go up by a page."),
        ActionRow(.pageDown, .typedLists, [.pageDown], "page down", "Go down by a page."),
        ActionRow(.moveUp, .forms, [.up, .backTab, .control("p")], "up", "Go to the field above."),
        ActionRow(
            .moveDown, .forms, [.down, .tab, .control("n")], "down", "Go to the field below.", footer: .forms),
        ActionRow(.dismiss, .closedByEscape, [.escape], "close", "Close without choosing."),
        ActionRow(.dismiss, .closedByQ, [.escape, "q"], "close", "Close it."),
        ActionRow(
            .find, .withFindableText, ["/"], "find", "Find text, case-insensitive.",
            footer: .withFindableText),
        ActionRow(
            .nextMatch, .withFindableText.subtracting([.seriesStep]), ["n"], "next",
            "Go to the next line that contains the text.", footer: .withFindableText),
        ActionRow(
            .previousMatch, .withFindableText, ["N"], "previous", "Go to the previous line that contains the text.",
            footer: .withFindableText),
    ]
}
