import Exchanges

extension OptionSyntax {
    static let `repeat` = OptionSyntax(
        name: "--repeat", value: "N",
        summary: "maximum number of sends; 0: unlimited. With --every or --until alone: \(Series.Plan.usualLimit)")
    static let every = OptionSyntax(
        name: "--every", value: "TIME", summary: "interval between the starts: 2s, 500ms", fallback: "none")
    static let until = OptionSyntax(
        name: "--until", value: "CONDITION",
        summary:
            "end when this is met: status:200, 5xx, -503, passes, fails (5xx, an error or an assertion), changes (from the first response)"
    )
    static let repeating: [OptionSyntax] = [.repeat, .every, .until]

    static let asSent = OptionSyntax(
        name: "--as-sent", summary: "the recorded requests, with current secrets; the default")
    static let again = OptionSyntax(
        name: "--again", summary: "the current requests, in the same environment")
    static let gaps = OptionSyntax(name: "--gaps", summary: "keep the original intervals")
    static let bailReplay = OptionSyntax(
        name: "--bail", summary: "stop at the first that differs or has no response")
    static let replayVariable = OptionSyntax(
        name: "--var", value: "NAME=VALUE",
        summary: "a value for a secret that is no longer set, or a variable; may be given several times")
}

extension CommandSyntax {
    static let repeatDetails = [
        """
        With --repeat, --every or --until the request is sent repeatedly: a line on the terminal shows the progress, and stdout gets a \
        summary instead of the body. Times are of sends with a complete response; p95 is the shortest time that 95 percent do not exceed. A \
        send counts as failed without a complete response, with a status of 500 or more, or when an assertion does not pass or GraphQL \
        lists errors. Later responses are compared with the first one. All sends become a set of the history. With --until, only the \
        condition decides about success; without it, the most severe of all sends does, and the end of the time before any complete \
        response counts as none.
        """
    ]

    static let historyReplay = CommandSyntax(
        topic: .historyReplay, summary: "Sends exchanges again, the oldest first, and compares the responses.",
        operands: [Operand(name: "ADDRESS|FILTER", isRequired: true, isRepeated: true)],
        options: [
            .asSent, .again, .gaps, .bailReplay, .replayVariable, .trust, .yes, .timeout, .maximumTime, .session,
            .json("print the results as JSON, at the end"),
            .historyCollection,
            .allCollections, .help,
        ], takesFilter: true,
        details: [
            """
            Words that are not addresses (3f2a9c1, @, @-1, users/get@) are a filter, as in microscope history list: set:outage, for example. \
            Each line on stdout is an exchange: same, differs, unknown (a part was not stored), not sent or skipped; a summary goes to stderr. \
            The replays become a set of the history.
            """,
            """
            As sent, each is sent once, with its recorded header fields, cookies and body; its actions and assertions are skipped. Secrets \
            are the current ones of the request, for the same host; give any other with --var.
            """,
        ],
        examples: [
            Example("microscope history replay @", "the last exchange"),
            Example("microscope history replay set:outage --gaps", "a set, with the original intervals"),
            Example("microscope history replay status:5xx since:2h --again", "failures, with the current requests"),
        ])
}
