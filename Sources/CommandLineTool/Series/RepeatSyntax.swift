import Exchanges

extension OptionSyntax {
    static let `repeat` = OptionSyntax(
        name: "--repeat", value: "N",
        summary: "send it so often; 0: no bound. With --every or --until alone: \(Series.Plan.usualLimit)")
    static let every = OptionSyntax(
        name: "--every", value: "TIME", summary: "so long after the one before began: 2s, 500ms; default: at once")
    static let until = OptionSyntax(
        name: "--until", value: "CONDITION",
        summary:
            "end when it holds: status:200, 5xx, -503, passes, fails (5xx, an error or an assertion), changes (from the first response)"
    )
    static let repeating: [OptionSyntax] = [.repeat, .every, .until]

    static let asSent = OptionSyntax(
        name: "--as-sent", summary: "what was recorded, secrets put back from where they came from; the default")
    static let again = OptionSyntax(
        name: "--again", summary: "made anew of the request as it is today, in the same environment")
    static let gaps = OptionSyntax(name: "--gaps", summary: "keep the times that lay between them")
    static let bailReplay = OptionSyntax(
        name: "--bail", summary: "stop at the first that differs or has no answer")
    static let replayVariable = OptionSyntax(
        name: "--var", value: "NAME=VALUE",
        summary: "a value for a secret that nothing stands for any more, or a variable; may be given several times")
}

extension CommandSyntax {
    static let repeatDetails = [
        """
        With --repeat, --every or --until it is sent again and again: a line on the terminal tells how it goes, and stdout gets a summary in the \
        place of the body. Times are of sends with a whole answer; p95 is the shortest time that 95 percent do not exceed. A send \
        counts as failed without a whole answer, with a status of 500 or more, or when an assertion does not pass or GraphQL lists errors. Later answers are compared \
        with the first one. All of it is a set of the history. With --until, the exit status is 0 when the condition held, else 1; without it, \
        it is the gravest of all sends, and 3 when the time is up before any whole answer.
        """
    ]

    static let historyReplay = CommandSyntax(
        topic: .historyReplay, summary: "Sends exchanges again, the oldest first, and compares the answers.",
        operands: [Operand(name: "ADDRESS|FILTER", isRequired: true, isRepeated: true)],
        options: [
            .asSent, .again, .gaps, .bailReplay, .replayVariable, .trust, .yes, .timeout, .maximumTime, .session,
            .json("print what came of each as JSON, at the end"),
            .historyCollection,
            .allCollections, .help,
        ], takesFilter: true,
        details: [
            """
            What is no address (3f2a9c1, @, @-1, users/get@) belongs to a filter, as of microscope history list: set:outage, for example. \
            Each line on stdout is an exchange: same, differs, unknown (something was not kept), not sent or skipped; a summary goes to stderr. The \
            replays are a set of the history.
            """,
            """
            As sent, each is tried once, with the header fields, cookies and body that it had; its actions and assertions are left out. Secrets \
            are those that the request has today, to the same host; any other has to be given with --var.
            """,
            """
            The exit status is 0 when all are the same, 1 when one differs, 2 when nothing matches, 3 when something was not kept or could not \
            be compared, or the time of --max-time is up, 4 when one could not be sent.
            """,
        ],
        examples: [
            Example("microscope history replay @", "the last exchange"),
            Example("microscope history replay set:outage --gaps", "an incident, at its own pace"),
            Example("microscope history replay status:5xx since:2h --again", "what failed, with today's requests"),
        ])
}
