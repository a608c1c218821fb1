import ExplorerKit
import TextGrid

extension Action {
    static let openCollection = Action(
        "openCollection",
        Keys(
            [.tree], ["o"], "open",
            "Open another collection: a recent one, a new one, a path, a URL, Scratch, the demo.")
    ) { $0.askWhatToOpen() }
    static let closeCollection = Action(
        "closeCollection",
        Keys([.tree], ["C"], "close", "Close the collection with the cursor; its drafts are kept for next time."),
        reason: \.reasonWithoutCollection
    ) { $0.closeShown() }
}

extension ActionTable {
    static let opening: [ActionRow] =
        rows(of: .openCollection, .closeCollection) + [
            ActionRow(
                .choose, [.start, .path], [.enter], "open", "Open the choice, or the path or URL typed.",
                footer: [.path])
        ]
}
