extension JobPage {
    static let replaying = JobPage(
        job: .replay, title: "Debug by replay",
        summary: "find an exchange of the past with microscope, send exactly that again, see what differs",
        introduction: [
            "Everything that is sent is kept on this machine, failures too: the request as it was sent, every attempt, the answer with its body. Secrets are kept as markers, and put back when it is sent again.",
            "It failed yesterday: three keys are the list, the exchange, and the same sent again with a verdict.",
        ],
        sections: [
            Section(
                "Find it",
                rows: [
                    Row(
                        "List what was sent: of this request, then of all", "history", "historyScope",
                        or: "microscope history list"),
                    Row("Narrow the list", "filterHistory", or: "microscope history list status:5xx since:yesterday"),
                    Row("Open one of them in the panes", "openExchange", or: "microscope history show @"),
                    Row(
                        "Keep it whatever its age, with a note", "pinExchange", "noteExchange",
                        or: "microscope history note @ 'breaks since the release'"),
                    Row(
                        "Give several a name: an incident", "markExchange", "makeSet",
                        or: "microscope history sets outage @-1 @"),
                ]),
            Section(
                "Send it again",
                "As sent means what was recorded, byte for byte. Again means made anew of today's files and environment.",
                rows: [
                    Row(
                        "Send exactly that, and see the verdict", "history", "openExchange", "replay",
                        or: "microscope history replay @"),
                    Row(
                        "Send all of an incident, with the pauses between them", "history", "markExchange", "replay",
                        or: "microscope history replay set:outage --gaps"),
                    Row("Make a new request of it, and change one header", "history", "editExchange"),
                    Row(
                        "Repeat it until something holds", "history", "repeatSend",
                        or: "microscope send users/get --repeat 20 --until changes"),
                    Row(
                        "Judge it by the assertions of today, without sending", "history", "checkPast",
                        or: "microscope history check since:yesterday"),
                ]),
            Section(
                "See what differs",
                "JSON is compared by its values. The verdict is one line: same, same but for what rules ignore, or where it differs.",
                rows: [
                    Row(
                        "Compare an answer with the one before it", "focusResponse", "compare",
                        or: "microscope diff @"),
                    Row(
                        "Compare two that are marked in the history", "history", "markExchange", "compare",
                        or: "microscope diff @-1 @"),
                    Row(
                        "Go from difference to difference", "nextDifference", "previousDifference",
                        or: "microscope diff users/get@-1 users/get@ --side-by-side"),
                    Row(
                        "Ignore what always differs, from now on", "ignoreDifference",
                        or: "microscope diff @ --ignore '$..updatedAt'"),
                    Row(
                        "See since when it is slower, and in which phase", "focusResponse", "latency",
                        or: "microscope history latency users/get"),
                    Row(
                        "See attempts and their waits on one axis", "focusResponse", "nextTab",
                        or: "microscope history show @ --json | jq .attempts"),
                ]),
        ],
        more: [
            ("history.md", "History"), ("diff.md", "What differs"), ("history-filters.md", "Filters of the history"),
            ("sharing-exchanges.md", "Sharing exchanges"),
        ])
}
