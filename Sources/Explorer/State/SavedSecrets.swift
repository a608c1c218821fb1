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
