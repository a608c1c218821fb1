extension JobPage {
    static let replaying = JobPage(
        job: .replay, title: "Debug by replay",
        summary: "find a past exchange with microscope, send exactly that again, see the differences",
        introduction: [
            "Every send is recorded on this machine, failures too: the request as it was sent, every attempt, the response with its body. Secrets are replaced by markers, and filled in when it is sent again.",
            "It failed yesterday? Three keys: the list, the exchange, and the same request again with a verdict.",
        ],
        sections: [
            Section(
                "Find it",
                rows: [
                    Row(
                        "List past sends: of this request, then of all", "history", "historyScope",
                        or: "microscope history list"),
                    Row("Narrow the list", "filterHistory", or: "microscope history list status:5xx since:yesterday"),
                    Row("Show one of them in the panes", "openExchange", or: "microscope history show @"),
                    Row(
                        "Pin it, with a note", "pinExchange", "noteExchange",
                        or: "microscope history note @ 'breaks since the release'"),
                    Row(
                        "Group several under a name", "markExchange", "makeSet",
                        or: "microscope history sets outage @-1 @"),
                ]),
            Section(
                "Send it again",
                "As sent means the recorded request, byte for byte. Again means regenerated from the current files and environment.",
                rows: [
                    Row(
                        "Send exactly that, and see the verdict", "history", "openExchange", "replay",
                        or: "microscope history replay @"),
                    Row(
                        "Send all of a set, with the intervals between them", "history", "markExchange", "replay",
                        or: "microscope history replay set:outage --gaps"),
                    Row("Create a new request from it, and change one header", "history", "editExchange"),
                    Row(
                        "Repeat it until a condition is met", "history", "repeatSend",
                        or: "microscope send users/get --repeat 20 --until changes"),
                    Row(
                        "Check it with the current assertions, without sending", "history", "checkPast",
                        or: "microscope history check since:yesterday"),
                ]),
            Section(
                "See what differs",
                "JSON is compared by its values. The verdict is one line: same, same but for ignored parts, or where it differs.",
                rows: [
                    Row(
                        "Compare a response with the one before it", "focusResponse", "compare",
                        or: "microscope diff @"),
                    Row(
                        "Compare two that are marked in the history", "history", "markExchange", "compare",
                        or: "microscope diff @-1 @"),
                    Row(
                        "Go from difference to difference", "nextDifference", "previousDifference",
                        or: "microscope diff users/get@-1 users/get@ --side-by-side"),
                    Row(
                        "Ignore a difference from now on", "ignoreDifference",
                        or: "microscope diff @ --ignore '$..updatedAt'"),
                    Row(
                        "See since when it is slower, and in which phase", "focusResponse", "latency",
                        or: "microscope history latency users/get"),
                    Row(
                        "See attempts and waits on one time axis", "focusResponse", "nextTab",
                        or: "microscope history show @ --json | jq .attempts"),
                ]),
        ],
        more: [
            ("history.md", "History"), ("diff.md", "What differs"), ("history-filters.md", "Filters of the history"),
            ("sharing-exchanges.md", "Sharing exchanges"),
        ])
}
