import ExplorerKit
import TextGrid

extension Action {
    static let find = Action(
        "find",
        Keys(
            [.response], ["/"], "find",
            "Find text in the tab that is shown, as you type it; Ctrl-T makes it a regular expression (PCRE2)."),
        reason: \.reasonNotToFind
    ) { $0.openFind() }
    static let nextMatch = Action(
        "nextMatch", Keys([.response], ["n"], "next match", "Go to the next match, unfolded if need be."),
        reason: \.reasonNotToFindAgain
    ) { $0.step(.forward) }
    static let previousMatch = Action(
        "previousMatch", Keys([.response], ["N"], "previous match", "Go to the previous match."),
        reason: \.reasonNotToFindAgain
    ) { $0.step(.backward) }
}

extension ActionTable {
    /// Finding in a body, or in a tab of text.
    static let finding: [ActionRow] =
        rows(of: .find, .nextMatch, .previousMatch)
}
