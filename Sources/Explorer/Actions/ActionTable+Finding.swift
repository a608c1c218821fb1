import TextGrid

extension ActionTable {
    /// Finding in a body, or in a tab of text.
    static let finding: [ActionRow] = [
        ActionRow(
            .find, [.response], ["/"], "find",
            "Find text in the tab that is shown, as you type it; Ctrl-T makes it a regular expression (PCRE2)."),
        ActionRow(.nextMatch, [.response], ["n"], "next match", "Go to the next match, unfolded if need be."),
        ActionRow(.previousMatch, [.response], ["N"], "previous match", "Go to the previous match."),
        ActionRow(.nextMatch, [.find], [.down, .control("n")], "next", "Go to the next match."),
        ActionRow(.previousMatch, [.find], [.up, .control("p")], "previous", "Go to the previous match."),
        ActionRow(
            .switchRegex, [.find], [.control("t"), KeyStroke(.character("r"), .alt)], "regex",
            "Take what is typed as a regular expression, or as it stands."),
        ActionRow(
            .choose, [.find], [.enter], "stay here",
            "Stay at the match; with nothing typed, look for the same as before."),
        ActionRow(.dismiss, [.find], [.escape], "back", "Go back to where you were."),
    ]
}
