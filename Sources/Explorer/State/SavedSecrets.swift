import OpenCollection

// Literal secrets that a save puts into a file are told, never asked about: the file is written as it was typed.

extension SavedFile {
    /// Notes which literals that look like secrets the file did not hold before. Reads both texts, which may be long: off the loop's thread.
    public mutating func noteSecrets(of order: SaveOrder) {
        let facts = FileFacts(text: file.text, publicNames: order.publicNames)
        guard !facts.secrets.isEmpty else { return }
        newSecrets = facts.secretsMissing(in: FileFacts(text: order.expectedText, publicNames: order.publicNames))
    }
}

extension ExplorerState {
    /// Where to look in what was just saved, and what to do. Nil when nothing like a secret came into it. The secrets themselves are not said.
    func warning(of secrets: [FoundSecret]) -> String? {
        guard let first = secrets.first else { return nil }
        let more = secrets.count > 1 ? " (and \(secrets.count - 1) more)" : ""
        let advice = said("A variable marked secret keeps its value out of the file; {review} reviews before sharing.")
        return "Look at line \(first.place.line): \(first.text.shownInLine(limit: 120))\(more). \(advice)"
    }
}
