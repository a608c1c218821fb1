import TextGrid

extension Action {
    static let share = Action(
        "share",
        Keys(
            [.response, .sides, .events, .history], ["X"], "share",
            "Give it to others, or what is marked: as HAR, curl or Markdown, after a look at what is masked."),
        reason: \.reasonNotToShare
    ) { $0.openShare() }
    static let saveShare = Action(
        "saveShare", Keys([.share], [.enter], "save", "Save it to a file that only you can read."),
        reason: \.reasonWithoutShare
    ) { $0.askWhereToSaveShared() }
    static let copyShare = Action(
        "copyShare", Keys([.share], ["y"], "copy", "Copy it."),
        reason: \.reasonWithoutShare
    ) { $0.copyShared() }
    static let nextShareFormat = Action(
        "nextShareFormat",
        Keys([.share], [.tab, .right, "l", "]"], "form", "Show it in the next form: HAR, curl, Markdown.")
    ) { $0.nextShareFormat(by: 1) }
    static let previousShareFormat = Action(
        "previousShareFormat", Keys([.share], [.backTab, .left, "h", "["], "form back", "Show it in the form before.")
    ) { $0.nextShareFormat(by: -1) }
}

extension ActionTable {
    /// Exchanges given to others.
    static let share: [ActionRow] =
        rows(of: .share, .saveShare, .copyShare, .nextShareFormat, .previousShareFormat)
}
