import ExplorerKit
import TextGrid

extension Action {
    static let find = Action(
        "find",
        Keys(
            [.response], ["/"], "find",
            "Find text in the tab that is shown, as you type it; Ctrl-T makes it a regular expression (PCRE2)."),
        Keys([.events, .log], ["/"], "find", "Find text in the list, in capitals or not."),
        Keys([.edit], [.control("f")], "find", "Find in the text, as you type; Enter stays at the match."),
        reason: \.reasonNotToFind
    ) { $0.beginFinding() }
    static let nextMatch = Action(
        "nextMatch", Keys([.response], ["n"], "next match", "Go to the next match, unfolded if need be."),
        Keys([.events, .log], ["n"], "next", "Go to the next place that holds the text."),
        Keys([.edit], [.alt("n"), .function(3)], "next match", "Go to the next match of what was looked for."),
        Keys([.textFind], [.down, .control("n")], "next", "Go to the next match."),
        reason: \.reasonNotToFindAgain
    ) { $0.findAgain(.forward) }
    static let previousMatch = Action(
        "previousMatch", Keys([.response], ["N"], "previous match", "Go to the previous match."),
        Keys([.events, .log], ["N"], "previous", "Go to the previous place that holds the text."),
        Keys([.edit], [.alt("N"), KeyStroke(.function(3), .shift)], "previous match", "Go to the previous match."),
        Keys([.textFind], [.up, .control("p")], "previous", "Go to the previous match."),
        reason: \.reasonNotToFindAgain
    ) { $0.findAgain(.backward) }
}

extension ActionTable {
    /// Finding text, wherever one is.
    static let finding: [ActionRow] = rows(of: .find, .nextMatch, .previousMatch)
}
