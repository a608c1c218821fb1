import ExplorerKit

/// Every key with its sentence, by context: from the one table of actions.
public enum HelpLines {
    /// The manual's page of keys, in Markdown.
    public static var manualPage: String {
        let tables = sections(.standard).map { section in
            let rows = section.rows.map {
                "| \(escaped(keys($0))) | \(escaped($0.help)) | `\($0.action.name)` |"
            }
            let name = section.context.map { "In `keys.yaml`: `\($0.name)`.\n\n" } ?? ""
            return "## \(section.title)\n\n\(name)| Keys | What they do | Action |\n|---|---|---|\n"
                + rows.joined(separator: "\n")
        }
        return "# Keys\n\nGenerated from the table of actions in the source; do not edit.\n\n"
            + tables.joined(separator: "\n\n") + "\n\n" + glyphs
    }

    private static var glyphs: String {
        let rows = Glyphs.meanings.map { sign, meaning in
            "| \(escaped(Glyphs.unicode[keyPath: sign])) | \(escaped(Glyphs.ascii[keyPath: sign])) | \(meaning) |\n"
        }
        return "## Signs\n\n| Sign | In ASCII | What it says |\n|---|---|---|\n" + rows.joined()
    }

    /// The contexts with their rows, for other forms of that page.
    public static var manualSections: [(title: String, rows: [(keys: String, help: String)])] {
        sections(.standard).map { section in (section.title, section.rows.map { (keys($0), $0.help) }) }
            + [("Signs", Glyphs.meanings.map { (Glyphs.unicode[keyPath: $0.sign], $0.meaning) })]
    }

    /// Returns the first key of an action, for pages that name actions; nil when there is no such action, or no key for it.
    ///
    /// - Parameter name: The action's name in `keys.yaml`.
    public static func firstKey(ofAction name: String) -> String? {
        ActionTable.rows.first { $0.action.name == name && !$0.keys.isEmpty }?.keys.first?.title
    }

    static func keys(_ row: ActionRow) -> String { row.keys.map(\.title).joined(separator: " ") }

    private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }

    /// Returns the sections: rows of several contexts first, then each context's own.
    private static func sections(_ keymap: Keymap) -> [(title: String, context: ActionContext?, rows: [ActionRow])] {
        let rows = keymap.rows
        let shared = rows.filter { $0.contexts.count > 2 }
        let own = ActionContext.allCases.map { context in
            (context.title, Optional(context), rows.filter { $0.contexts.count <= 2 && $0.contexts.contains(context) })
        }
        return [("In several panes", nil, shared)] + own.filter { !$0.2.isEmpty }
    }
}
