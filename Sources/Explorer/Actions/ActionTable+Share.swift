import TextGrid

extension ActionTable {
    /// Exchanges given to others.
    static let share: [ActionRow] = [
        ActionRow(
            .share, [.response, .sides, .events, .history], ["X"], "share",
            "Give it to others, or what is marked: as HAR, curl or Markdown, after a look at what is masked."),
        ActionRow(.saveShare, [.share], [.enter], "save", "Save it to a file that only you can read."),
        ActionRow(.copyShare, [.share], ["y"], "copy", "Copy it."),
        ActionRow(
            .nextShareFormat, [.share], [.tab, .right, "l", "]"], "form",
            "Show it in the next form: HAR, curl, Markdown."),
        ActionRow(
            .previousShareFormat, [.share], [.backTab, .left, "h", "["], "form back", "Show it in the form before."),
        ActionRow(.moveUp, [.share], [.up, "k", .control("p")], "up", "Go up."),
        ActionRow(.moveDown, [.share], [.down, "j", .control("n")], "down", "Go down."),
        ActionRow(.first, [.share], ["g", .home], "first", "Go to the beginning."),
        ActionRow(.last, [.share], ["G", .end], "last", "Go to the end."),
        ActionRow(.pageUp, [.share], [.pageUp], "page up", "Go up by a page."),
        ActionRow(.pageDown, [.share], [.pageDown], "page down", "Go down by a page."),
        ActionRow(.dismiss, [.share], [.escape, "q"], "close", "Close it; nothing has left."),
    ]
}
