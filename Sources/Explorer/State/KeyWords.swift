// Sentences that name keys: the text names the action, the screen shows the user's key for it.

extension ExplorerState {
    /// Returns a sentence with keys in the place of actions: `{send} sends it.` becomes "s sends it."
    ///
    /// An action without a key is found by its name: `{theme}` becomes ": theme", the palette's key and the word to type there.
    func withKeyNames(_ sentence: String) -> String {
        var text = ""
        var rest = sentence[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            text += rest[..<start]
            let name = String(rest[rest.index(after: start)..<end])
            text += Action.named(name).map(keyWords) ?? "{\(name)}"
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }

    private func keyWords(for action: Action) -> String {
        let rows = settings.keymap.rows
        if let key = rows.first(where: { $0.action == action && !$0.keys.isEmpty })?.keys.first { return key.title }
        let palette = rows.first { $0.action == .palette && !$0.keys.isEmpty }?.keys.first?.title
        let label = rows.first { $0.action == action }?.label ?? action.name
        return palette.map { "\($0) \(label)" } ?? label
    }
}
