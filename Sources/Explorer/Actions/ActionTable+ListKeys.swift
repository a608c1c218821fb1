import ExplorerKit
import TextGrid

extension ActionTable {
    /// The keys of everything with a cursor above the panes, once for all of them.
    static let listKeys: [ActionRow] =
        [
            ActionRow(.moveUp, .cursorLists, [.up, "k", .control("p")], "up", "Go up."),
            ActionRow(.moveDown, .cursorLists, [.down, "j", .control("n")], "down", "Go down."),
            ActionRow(.first, .cursorLists, ["g", .home], "first", "Go to the first."),
            ActionRow(
                .last, .cursorLists.subtracting([.series, .seriesStep]), ["G", .end], "last", "Go to the last."),
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
                .moveDown, .forms, [.down, .tab, .control("n")], "down", "Go to the field below.",
                footer: .forms),
            ActionRow(.dismiss, .closedByEscape, [.escape], "close", "Close without choosing."),
            ActionRow(.dismiss, .closedByQ, [.escape, "q"], "close", "Close it."),
            ActionRow(
                .find, .withFindableText, ["/"], "find", "Find text in what is shown, in capitals or not.",
                footer: .withFindableText),
            ActionRow(
                .nextMatch, .withFindableText.subtracting([.seriesStep]), ["n"], "next",
                "Go to the next line that holds the text.", footer: .withFindableText),
            ActionRow(
                .previousMatch, .withFindableText, ["N"], "previous", "Go to the previous line that holds the text.",
                footer: .withFindableText),
        ]
}
