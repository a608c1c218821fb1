/// Help as it is printed: at most 80 columns, made from the table that the parser reads.
public enum HelpText {
    static let columns = 80

    /// Returns the help of a topic, with a line end at the end.
    public static func text(of topic: HelpTopic) -> String {
        let syntax = CommandSyntax.of(topic)
        var sections = ["Usage: \(syntax.usage)\n\n\(syntax.summary)"]
        if topic == .program { sections.append("Commands:\n" + commands(HelpTopic.firstCommands)) }
        let verbs = HelpTopic.verbs(of: topic)
        if !verbs.isEmpty { sections.append("Commands:\n" + commands(verbs)) }
        let (forTests, options) = syntax.options.partitioned(by: \.isForTests)
        sections.append(contentsOf: section("Options:", options.map(row)))
        sections += syntax.details.map { wrap($0, indent: 0) }
        if syntax.takesFilter {
            sections.append(
                contentsOf: section("Filter:", HistoryFilterHelp.rows.map { row("  " + $0.left, $0.right) }))
            sections += HistoryFilterHelp.paragraphs.map { wrap($0, indent: 0) }
        }
        sections.append(contentsOf: section("Examples:", syntax.examples.map { "  \($0.line)\n      \($0.meaning)" }))
        sections.append(contentsOf: section("For tests:", forTests.map(row)))
        sections.append(
            contentsOf: section("Exit status:", ExitStatus.rows(of: topic).map { row("  \($0.rawValue)", $1, at: 8) }))
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// The manual's page of commands, in Markdown: every help text as it is printed.
    public static var manualPage: String {
        let sections = ([.program] + HelpTopic.commands).map { topic in
            "## \(CommandSyntax.of(topic).title)\n\n```text\n\(text(of: topic))```\n"
        }
        return "# Command line\n\nGenerated from the table that the parser reads; do not edit.\n\n"
            + sections.joined(separator: "\n")
    }

    private static func section(_ title: String, _ rows: [String]) -> [String] {
        rows.isEmpty ? [] : [([title] + rows).joined(separator: "\n")]
    }

    private static func commands(_ topics: [HelpTopic]) -> String {
        topics.map { topic in
            let syntax = CommandSyntax.of(topic)
            let operands = syntax.operands.map { " " + $0.usage }.joined()
            return row("  " + topic.verb + operands, syntax.summary)
        }.joined(separator: "\n")
    }

    private static func row(_ option: OptionSyntax) -> String { row("  " + option.usage, option.help) }

    /// Returns a row of two columns; the second is wrapped.
    private static func row(_ left: String, _ right: String, at indent: Int = 28) -> String {
        let wrapped = wrap(right, indent: indent)
        guard left.count < indent else { return left + "\n" + wrapped }
        return left + wrapped.dropFirst(left.count)
    }

    /// Wraps a text between words; each line begins with `indent` spaces.
    static func wrap(_ text: String, indent: Int) -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > columns {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        lines.append(line)
        return lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }
}

extension Array {
    /// Returns the elements that fulfil the condition, and those that do not, in order.
    fileprivate func partitioned(by isFirst: (Element) -> Bool) -> (first: [Element], second: [Element]) {
        (filter(isFirst), filter { !isFirst($0) })
    }
}
