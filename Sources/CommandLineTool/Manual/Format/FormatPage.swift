/// The page about the files of a collection: every part that a file can have, each with an example.
///
/// From one value come `microscope-format(7)` and the page in `Documentation`. A test checks every example as `microscope check` would.
public enum FormatPage {
    struct Section: Sendable {
        let title: String
        let paragraphs: [String]
        /// Keys, or words of a key, with their meanings.
        let rows: [(key: String, meaning: String)]
        /// YAML: a whole file that begins with its path as a comment, or keys of a request.
        let examples: [String]

        init(_ title: String, _ paragraphs: String..., rows: KeyValuePairs<String, String> = [:], examples: String...) {
            (self.title, self.paragraphs, self.examples) = (title, paragraphs, examples)
            self.rows = rows.map { ($0.key, $0.value) }
        }
    }

    static let sections = files + requests + credentials + around + defaults

    static let introduction = [
        "A collection is a directory of YAML files in the OpenCollection format, which other tools read too. Microscope changes only the lines that it has to: comments, order and quoting stay.",
        "Examples that begin with a path are whole files; the others are keys of a request file: `method`, `url`, `params`, `headers`, `body` and `auth` below `http`, the others at the top.",
    ]

    /// The page in Markdown.
    public static var markdown: String {
        let sections = sections.map { section in
            let table =
                section.rows.isEmpty
                ? []
                : [
                    (["| Key | Meaning |", "|---|---|"]
                        + section.rows.map { "| `\($0.key)` | \($0.meaning.replacing("|", with: "\\|")) |" })
                        .joined(separator: "\n")
                ]
            let examples = section.examples.map { "```yaml\n\($0)\n```" }
            return (["## \(section.title)"] + section.paragraphs + table + examples).joined(separator: "\n\n")
        }
        return
            ([
                "# The files of a collection",
                "Generated from a table in the source; do not edit. As a manual page: `man microscope-format`.",
            ]
            + introduction + sections).joined(separator: "\n\n") + "\n"
    }
}

extension ManPage {
    /// `microscope-format(7)`.
    public static func format(version: String) -> String {
        var page = Roff("microscope-format", section: 7, version: version)
        page.section("Name")
        page.line("microscope-format - the files of a collection of microscope(1)")
        page.section("Description")
        for words in FormatPage.introduction { page.paragraph(words) }
        for section in FormatPage.sections {
            page.section(section.title)
            for words in section.paragraphs { page.paragraph(words) }
            for row in section.rows { page.item(row.key, row.meaning) }
            for example in section.examples { page.code(example) }
        }
        page.section("See also")
        page.line("microscope(1), microscope-keys(7)")
        return page.text
    }
}
