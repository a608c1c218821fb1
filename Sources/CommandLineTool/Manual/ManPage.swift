/// The pages for `man`: every command as the parser reads it, and every key as the table of actions has it.
public enum ManPage {
    /// Returns the page `microscope(1)`.
    public static func program(version: String) -> String {
        var page = Roff("microscope", section: 1, version: version)
        let program = CommandSyntax.of(.program)
        page.section("Name")
        page.line("microscope - an explorer for HTTP APIs in the terminal")
        page.section("Synopsis")
        page.line(program.usage)
        for topic in HelpTopic.firstCommands {
            page.lineBreak()
            page.line(CommandSyntax.of(topic).usage)
        }
        page.section("Description")
        page.write(program)
        page.section("Commands")
        for topic in HelpTopic.commands {
            let syntax = CommandSyntax.of(topic)
            page.subsection(syntax.usage)
            page.line(syntax.summary)
            page.write(syntax)
        }
        page.section("Exit status")
        for status in ExitStatus.allCases { page.item("\(status.rawValue)", status.meaning) }
        page.section("Environment")
        for (name, meaning) in variables { page.item(name, meaning) }
        page.section("See also")
        let jobs = JobPage.Job.allCases.map { "microscope-\($0.rawValue)(7)" }
        let pages = ["microscope-keys(7)", "microscope-format(7)"] + jobs + ["curl(1)", "jq(1)"]
        page.line(pages.joined(separator: ", "))
        return page.text
    }

    /// Returns the page `microscope-keys(7)`.
    ///
    /// - Parameter sections: Each context of keys with its rows.
    public static func keys(
        _ sections: [(title: String, rows: [(keys: String, help: String)])], version: String
    ) -> String {
        var page = Roff("microscope-keys", section: 7, version: version)
        page.section("Name")
        page.line("microscope-keys - the keys of microscope(1)")
        for section in sections {
            page.section(section.title)
            for row in section.rows { page.item(row.keys, row.help) }
        }
        page.section("See also")
        page.line("microscope(1)")
        return page.text
    }

    private static let variables = [
        ("MICROSCOPE_HOME", "one directory for all data, instead of the four below"),
        ("XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME", "their locations; see microscope where"),
        ("MICROSCOPE_HISTORY", "off: requests are not recorded in the history"),
        ("MICROSCOPE_PLAIN", "anything but 0, false, no and off: the screen for screen readers, as with --plain"),
        ("MICROSCOPE_FILTER_MEMORY", "memory limit of a jq filter in MB, instead of 512"),
        ("MICROSCOPE_FILTER_SECONDS", "CPU time limit of a jq filter in seconds, instead of 10"),
        ("NO_COLOR", "anything: no colours"),
        ("EDITOR, VISUAL, PAGER", "the programs to edit and to view texts"),
    ]
}

extension Roff {
    /// Writes the paragraphs, options and examples of a command.
    fileprivate mutating func write(_ syntax: CommandSyntax) {
        for detail in syntax.details { paragraph(detail) }
        for option in syntax.options where !option.isForTests && option != .help {
            item(option.usage.trimmingSpaces, option.help)
        }
        if syntax.takesFilter {
            for row in HistoryFilterHelp.rows { item(row.left, row.right) }
            for words in HistoryFilterHelp.paragraphs { paragraph(words) }
        }
        if !syntax.examples.isEmpty { paragraph("Examples:") }
        for sample in syntax.examples { item(sample.line, sample.meaning) }
        if syntax.topic != .program { paragraph("Exit status:") }
        for (status, meaning) in syntax.topic == .program ? [] : ExitStatus.rows(of: syntax.topic) {
            item("\(status.rawValue)", meaning)
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String { String(drop { $0 == " " }) }
}
