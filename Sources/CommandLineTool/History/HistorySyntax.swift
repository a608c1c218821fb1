extension OptionSyntax {
    static let historyCollection = OptionSyntax(
        name: "--collection", short: "c", value: "DIR",
        summary: "only exchanges of this collection", fallback: "the nearest one")
    static let allCollections = OptionSyntax(name: "--all", summary: "exchanges of all collections, and without one")
    static let limit = OptionSyntax(
        name: "--limit", short: "n", value: "N",
        summary: "maximum number; 0: all", fallback: "\(HistoryListArguments.usualLimit)")
    static let onlyBody = OptionSyntax(
        name: "--body", summary: "print only the bytes of the response's body")
    static let onlyRequest = OptionSyntax(
        name: "--request", summary: "print only the request as it was sent")
    static let onlyWire = OptionSyntax(name: "--wire", summary: "print the traffic, as send -v does")
    static let matching = OptionSyntax(
        name: "--matching", value: "FILTER", summary: "all exchanges that match a filter (see microscope history list)")
    static let agreeToDelete = OptionSyntax(name: "--yes", summary: "do not ask")
    static let removeNote = OptionSyntax(name: "--remove", summary: "remove the note")
    static let setNote = OptionSyntax(name: "--note", value: "TEXT", summary: "a note for the set; \"\" removes it")
    static let forgetSet = OptionSyntax(name: "--forget", summary: "delete the set; its exchanges stay")
}

/// The commands below `microscope history`.
extension CommandSyntax {
    private static let addresses =
        """
        ADDRESS is the beginning of an exchange's id, as the list shows it; @ is the last exchange, @-1 the one before it, \
        users/get@-1 the same of one request, by its path or its name.
        """

    static let history = CommandSyntax(
        topic: .history, summary: "Lists and manages past requests and responses; see its commands.",
        options: [.json("print it as JSON"), .help],
        details: [
            "Without a command, it shows the size, age and directory of the history.",
            """
            Every send, on screen or from a command line, is recorded with its attempts, bodies and errors, and kept for 365 days, or until \
            the history exceeds 5 GB; the oldest are deleted first. Pinned exchanges and those of sets that you made stay.
            """,
            addresses,
        ],
        examples: [
            Example("microscope history list status:5xx since:yesterday", "recent failures"),
            Example("microscope history show @", "the last exchange in full"),
            Example("microscope history pin users/get@", "keep the last response of a request"),
        ])

    static let historyList = CommandSyntax(
        topic: .historyList, summary: "Lists exchanges, the newest first.",
        operands: [Operand(name: "FILTER", isRepeated: true)],
        options: [.limit, .historyCollection, .allCollections, .json("print it as JSON"), .help], takesFilter: true,
        details: [
            """
            Each line is an exchange: its id, when it was sent, its status or error, method, time, size, ⟳ and the number of attempts, ★ if \
            it is pinned, the number of failed assertions, the request with its environment, ● for a draft, its note, the URL. On a terminal \
            a line is cut to fit.
            """
        ],
        examples: [
            Example("microscope history list", "of the nearest collection"),
            Example("microscope history list status:5xx since:'yesterday 17:00'", "what failed since then"),
            Example("microscope history list --all -n 0 slower:2s -host:localhost", "slow ones, everywhere"),
            Example("microscope history list error: --json | jq -r '.exchanges[].id'", "for other programs"),
        ])

    static let historyShow = CommandSyntax(
        topic: .historyShow, summary: "Prints one exchange: attempts, heads, bodies, assertions.",
        operands: [Operand(name: "ADDRESS")],
        options: [
            .onlyBody, .onlyRequest, .onlyWire, .json("print it as JSON"), .historyCollection, .allCollections, .help,
        ],
        details: [
            "\(addresses) Without it, @.",
            """
            Lines with > were sent, lines with < were received, lines with * are about the exchange. Secrets are replaced by their name in braces: \
            {{token}}. A binary body is not printed; --body prints its bytes.
            """,
        ],
        examples: [
            Example("microscope history show 3f2a9c1", "one of the list"),
            Example("microscope history show users/get@-1 --body > before.json", "the body of the last but one"),
            Example("microscope history show @ --json | jq .response.status", "for other programs"),
        ])

    static let historyPin = CommandSyntax(
        topic: .historyPin, summary: "Pins exchanges: they are never deleted automatically.",
        operands: [Operand(name: "ADDRESS", isRepeated: true)],
        options: [.matching, .json("print the changes as JSON"), .historyCollection, .allCollections, .help],
        details: [addresses],
        examples: [Example("microscope history pin @", "the last exchange")])

    static let historyUnpin = CommandSyntax(
        topic: .historyUnpin, summary: "Unpins exchanges: they expire again.",
        operands: [Operand(name: "ADDRESS", isRepeated: true)],
        options: [.matching, .json("print the changes as JSON"), .historyCollection, .allCollections, .help],
        details: [addresses],
        examples: [Example("microscope history unpin --matching is:pinned", "all that are pinned here")])

    static let historyNote = CommandSyntax(
        topic: .historyNote, summary: "Writes a note to an exchange, or prints its note.",
        operands: [Operand(name: "ADDRESS", isRequired: true), Operand(name: "TEXT", isRepeated: true)],
        options: [.removeNote, .json("print the changes as JSON"), .historyCollection, .allCollections, .help],
        details: [
            addresses, "A note replaces the previous one. It is found by note: and by words in a filter.",
        ],
        examples: [
            Example("microscope history note @ \"breaks since the release\"", "write one"),
            Example("microscope history note @ --remove", "delete it"),
        ])

    static let historyDelete = CommandSyntax(
        topic: .historyDelete, summary: "Deletes exchanges and their bodies permanently.",
        operands: [Operand(name: "ADDRESS", isRepeated: true)],
        options: [
            .matching, .agreeToDelete, .json("print the changes as JSON"), .historyCollection, .allCollections,
            .help,
        ],
        details: [
            addresses,
            """
            The exchanges are listed, and you confirm once; without a terminal, --yes is required. Pinned ones are deleted too. Bodies that \
            another exchange uses stay.
            """,
        ],
        examples: [
            Example("microscope history delete 3f2a9c1 81cc02d", "two of the list"),
            Example("microscope history delete --all --matching host:localhost --yes", "without being asked"),
        ])

    static let historySets = CommandSyntax(
        topic: .historySets, summary: "Groups exchanges under a name, with a note.",
        operands: [Operand(name: "NAME"), Operand(name: "ADDRESS", isRepeated: true)],
        options: [
            .setNote, .matching, .forgetSet, .json("print it as JSON"), .historyCollection, .allCollections, .help,
        ],
        details: [
            """
            Without NAME, all sets are listed; with it alone, the exchanges of that set, in their order. With addresses or a filter, these are added to \
            the set, which is created if needed; matches of a filter are added the oldest first. The exchanges of a set do not expire, and are found by \
            set:NAME.
            """,
            addresses,
        ],
        examples: [
            Example("microscope history sets outage @-2 @-1 @ --note \"no stock after 17:00\"", "three exchanges"),
            Example("microscope history sets outage --matching 'status:5xx since:2h'", "add more"),
            Example("microscope history sets", "list all sets"),
        ])

    static let historyPrune = CommandSyntax(
        topic: .historyPrune, summary: "Deletes old exchanges, and those beyond the size limit, now.",
        options: [.json("print it as JSON"), .help],
        details: [
            """
            Exchanges older than 365 days are deleted, and then the oldest until the rest takes 5 GB at most; pinned exchanges and those of \
            sets that you made stay. The explorer does the same automatically.
            """
        ])
}
