extension OptionSyntax {
    static let historyCollection = OptionSyntax(
        name: "--collection", short: "c", value: "DIR",
        summary: "only exchanges of this collection; default: the one around here")
    static let allCollections = OptionSyntax(name: "--all", summary: "exchanges of all collections, and of none")
    static let limit = OptionSyntax(
        name: "--limit", short: "n", value: "N",
        summary: "list so many; 0: all. Default: \(HistoryListArguments.usualLimit)")
    static let onlyBody = OptionSyntax(
        name: "--body", summary: "print the bytes of the answer's body, and nothing else")
    static let onlyRequest = OptionSyntax(
        name: "--request", summary: "print the request as it was sent, and nothing else")
    static let onlyWire = OptionSyntax(name: "--wire", summary: "print what stood on the wire, as send -v does")
    static let matching = OptionSyntax(
        name: "--matching", value: "FILTER", summary: "all exchanges that a filter means (see microscope history list)")
    static let agreeToDelete = OptionSyntax(name: "--yes", summary: "do not ask")
    static let removeNote = OptionSyntax(name: "--remove", summary: "remove the note")
    static let setNote = OptionSyntax(name: "--note", value: "TEXT", summary: "what the set is about; \"\" removes it")
    static let forgetSet = OptionSyntax(name: "--forget", summary: "forget the set; its exchanges stay")
}

/// The commands below `microscope history`.
extension CommandSyntax {
    private static let addresses =
        """
        ADDRESS is the beginning of an exchange's id, as the list shows it; @ is the last exchange, @-1 the one before it, \
        users/get@-1 the same of one request, by its path or its name.
        """

    static let history = CommandSyntax(
        topic: .history, summary: "Tells what was sent and answered before; see its commands.",
        options: [.json("print it as JSON"), .help],
        details: [
            "Alone, it tells how much is kept, since when, and where.",
            """
            Every send, from the screen or from a command line, is kept with its attempts, bodies and errors for 365 days, or until all \
            takes more than 5 GB; the oldest go first. What is pinned or belongs to a set that you made stays.
            """,
            addresses,
        ],
        examples: [
            Example("microscope history list status:5xx since:yesterday", "what went wrong"),
            Example("microscope history show @", "the last exchange, whole"),
            Example("microscope history pin users/get@", "keep the last answer of a request"),
        ])

    static let historyList = CommandSyntax(
        topic: .historyList, summary: "Lists exchanges, the newest first.",
        operands: [Operand(name: "FILTER", isRepeated: true)],
        options: [.limit, .historyCollection, .allCollections, .json("print it as JSON"), .help], takesFilter: true,
        details: [
            """
            Each line is an exchange: its id, when it was sent, its status or why there is none, method, time, size, ⟳ and how many \
            attempts, ★ when it is pinned, how many assertions failed, the request with its environment, ● for a draft, its note, the URL. On a terminal a line \
            is cut to fit.
            """,
            """
            The exit status is 0, also when there are none; 2 when the filter cannot be understood.
            """,
        ],
        examples: [
            Example("microscope history list", "of the collection around here"),
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
            Lines with > were sent, lines with < were received, lines with * are about the exchange. Where a secret was, its name stands in braces: \
            {{token}}. A body that is no text is named only; --body prints its bytes.
            """,
        ],
        examples: [
            Example("microscope history show 3f2a9c1", "one of the list"),
            Example("microscope history show users/get@-1 --body > before.json", "the body of the last but one"),
            Example("microscope history show @ --json | jq .response.status", "for other programs"),
        ])

    static let historyPin = CommandSyntax(
        topic: .historyPin, summary: "Keeps exchanges for ever.",
        operands: [Operand(name: "ADDRESS", isRepeated: true)],
        options: [.matching, .json("print what it was done to as JSON"), .historyCollection, .allCollections, .help],
        details: [addresses],
        examples: [Example("microscope history pin @", "the last exchange")])

    static let historyUnpin = CommandSyntax(
        topic: .historyUnpin, summary: "Lets pinned exchanges grow old again.",
        operands: [Operand(name: "ADDRESS", isRepeated: true)],
        options: [.matching, .json("print what it was done to as JSON"), .historyCollection, .allCollections, .help],
        details: [addresses],
        examples: [Example("microscope history unpin --matching is:pinned", "all that are pinned here")])

    static let historyNote = CommandSyntax(
        topic: .historyNote, summary: "Writes a note to an exchange, or prints the one that it has.",
        operands: [Operand(name: "ADDRESS", isRequired: true), Operand(name: "TEXT", isRepeated: true)],
        options: [.removeNote, .json("print what it was done to as JSON"), .historyCollection, .allCollections, .help],
        details: [
            addresses, "A note takes the place of the one before. It is found by note: and by words in a filter.",
        ],
        examples: [
            Example("microscope history note @ \"breaks since the release\"", "write one"),
            Example("microscope history note @ --remove", "take it away"),
        ])

    static let historyDelete = CommandSyntax(
        topic: .historyDelete, summary: "Deletes exchanges with all their bytes, for good.",
        operands: [Operand(name: "ADDRESS", isRepeated: true)],
        options: [
            .matching, .agreeToDelete, .json("print what it was done to as JSON"), .historyCollection, .allCollections,
            .help,
        ],
        details: [
            addresses,
            """
            What is going to be deleted is listed, and asked for once; without a terminal to ask on, --yes has to be given. Pinned ones are \
            deleted too. Bodies that another exchange has as well stay for it.
            """,
        ],
        examples: [
            Example("microscope history delete 3f2a9c1 81cc02d", "two of the list"),
            Example("microscope history delete --all --matching host:localhost --yes", "without being asked"),
        ])

    static let historySets = CommandSyntax(
        topic: .historySets, summary: "Puts exchanges together under a name, with a note: an incident.",
        operands: [Operand(name: "NAME"), Operand(name: "ADDRESS", isRepeated: true)],
        options: [
            .setNote, .matching, .forgetSet, .json("print it as JSON"), .historyCollection, .allCollections, .help,
        ],
        details: [
            """
            Without NAME, all sets are listed; with it alone, the exchanges of that set, in their order. With addresses or a filter, these are added to \
            the set, which is made if there is none; what matches a filter is added the oldest first. The exchanges of a set are kept for ever, and found by set:NAME.
            """,
            addresses,
        ],
        examples: [
            Example("microscope history sets outage @-2 @-1 @ --note \"no stock after 17:00\"", "three exchanges"),
            Example("microscope history sets outage --matching 'status:5xx since:2h'", "and some more"),
            Example("microscope history sets", "which there are"),
        ])

    static let historyPrune = CommandSyntax(
        topic: .historyPrune, summary: "Forgets what is too old, or too much, now.",
        options: [.json("print it as JSON"), .help],
        details: [
            """
            Exchanges older than 365 days go, and then the oldest until the rest takes 5 GB at most; what is pinned or belongs to a set \
            that you made stays. The explorer does the same by itself.
            """
        ])
}
