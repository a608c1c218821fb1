/// A job that people come with, on a page that is read in a minute: the goals, the keys for them, and the command lines that do the same.
///
/// From one value come a page for `man` and one for `Documentation`.
public struct JobPage: Sendable {
    /// The jobs there are.
    public enum Job: String, Sendable, Hashable, CaseIterable {
        case explore, share, replay, automate
    }

    /// A goal, and how it is reached.
    struct Row: Sendable {
        let wish: String
        /// The names of actions, one after the other; empty if there is no such key.
        let actions: [String]
        /// A command line that does the same; nil where there is none.
        let command: String?

        init(_ wish: String, _ actions: String..., or command: String? = nil) {
            (self.wish, self.actions, self.command) = (wish, actions, command)
        }
    }

    struct Section: Sendable {
        let title: String
        let paragraphs: [String]
        let rows: [Row]

        init(_ title: String, _ paragraphs: String..., rows: [Row]) {
            (self.title, self.paragraphs, self.rows) = (title, paragraphs, rows)
        }
    }

    let job: Job
    let title: String
    /// One line that says what the page is about.
    let summary: String
    let introduction: [String]
    let sections: [Section]
    /// Pages of `Documentation` that say more, each with its title.
    let more: [(page: String, title: String)]

    public static func of(_ job: Job) -> JobPage {
        switch job {
        case .explore: .exploring
        case .share: .sharing
        case .replay: .replaying
        case .automate: .automating
        }
    }

    /// Every action that is named.
    var actions: [String] { sections.flatMap(\.rows).flatMap(\.actions) }
    /// Every command line that is shown.
    var commands: [String] { sections.flatMap(\.rows).compactMap(\.command) }
}

extension JobPage {
    /// Returns the page in Markdown.
    ///
    /// - Parameter key: Returns the key for an action, by the action's name.
    public func markdown(key: (String) -> String) -> String {
        let tables = sections.map { section in
            let rows = section.rows.map { row in
                let keys = row.actions.map { "`\(Self.inTable(key($0)))`" }.joined(separator: " ")
                return "| \(row.wish) | \(keys) | \(row.command.map { "`\(Self.inTable($0))`" } ?? "") |"
            }
            return (["## \(section.title)"] + section.paragraphs).joined(separator: "\n\n")
                + "\n\n| You want to | Keys | Without the screen |\n|---|---|---|\n" + rows.joined(separator: "\n")
        }
        let links = more.map { "- [\($0.title)](\($0.page))" }.joined(separator: "\n")
        return
            ([
                "# \(title)",
                "Generated from a table in the source; do not edit. As a manual page: `man microscope-\(job.rawValue)`.",
            ]
            + introduction + tables + ["## More\n\n\(links)"]).joined(separator: "\n\n") + "\n"
    }

    private static func inTable(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

extension ManPage {
    /// Returns the page of a job, in section 7.
    ///
    /// - Parameter key: Returns the key for an action, by the action's name.
    public static func job(_ page: JobPage, version: String, key: (String) -> String) -> String {
        let name = "microscope-\(page.job.rawValue)"
        var roff = Roff(name, section: 7, version: version)
        roff.section("Name")
        roff.line("\(name) - \(page.summary)")
        roff.section("Description")
        for words in page.introduction { roff.paragraph(words) }
        for section in page.sections {
            roff.section(section.title)
            for words in section.paragraphs { roff.paragraph(words) }
            for row in section.rows {
                let keys = row.actions.isEmpty ? nil : "Keys: " + row.actions.map(key).joined(separator: " ")
                roff.item(row.wish, lines: [keys, row.command].compactMap { $0 })
            }
        }
        roff.section("See also")
        let others = JobPage.Job.allCases.filter { $0 != page.job }.map { "microscope-\($0.rawValue)(7)" }
        roff.line((["microscope(1)", "microscope-keys(7)"] + others).joined(separator: ", "))
        return roff.text
    }
}
