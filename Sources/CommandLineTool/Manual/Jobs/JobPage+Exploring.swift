extension JobPage {
    static let exploring = JobPage(
        job: .explore, title: "Explore an API",
        summary: "explore an API with microscope: pick a request, change one thing, send, look",
        introduction: [
            "Pick a request in the tree or start with a URL, change one thing, send, look, and repeat. There are no early questions: every request that you edit has a draft, and each keeps its own last response.",
            "Moving in the tree shows a request at once. Single keys are commands; inside a field, keys type. Esc goes one step out and keeps the text.",
        ],
        sections: [
            Section(
                "Begin",
                rows: [
                    Row("Open the collection of the current directory, or choose one", or: "microscope"),
                    Row("Try it with the local demo API", or: "microscope demo"),
                    Row("Start with a URL", "openCollection", or: "microscope https://api.example/users"),
                    Row("Make a collection", "openCollection", or: "microscope init"),
                    Row("Make a request from a curl command", or: "microscope import --into users"),
                    Row("Find any action by its name", "palette"), Row("See every key", "help"),
                ]),
            Section(
                "Send and look",
                rows: [
                    Row("Send the shown request", "send", or: "microscope send users/get --env local"),
                    Row("Choose the environment", "environment", or: "microscope send users/get --env staging"),
                    Row(
                        "See the value of a variable, or set one until you quit", "variables",
                        or: "microscope send users/list --var pageSize=20"),
                    Row(
                        "Keep a captured token for later runs", "variables", "keepValue",
                        or: "microscope send login --session NAME"),
                    Row(
                        "Send to several environments, and compare", "sendTo", "focusResponse", "compare",
                        or: "microscope send users/get --env staging --env prod"),
                    Row("Send all requests of a folder, in order", "runFolder", or: "microscope run users --env local"),
                    Row(
                        "Send until it responds", "focusResponse", "repeatSend",
                        or: "microscope send health --every 2s --until 200 --max-time 1m"),
                    Row(
                        "See attempts, redirects and timings", "focusResponse", "nextTab",
                        or: "microscope send users/get --json | jq .attempts"),
                    Row(
                        "See the traffic", "focusResponse", "nextTab",
                        or: "microscope send users/get --verbose"),
                    Row("Cancel", "cancel"),
                ]),
            Section(
                "Navigate in a body",
                "It works while the body is received, and at any size.",
                rows: [
                    Row("Find text, or a regular expression", "focusResponse", "find"),
                    Row(
                        "See only the values that a path or a jq filter finds", "focusResponse", "filterBody",
                        or: "microscope send users/get --filter '.items[].price'"),
                    Row("Fold and unfold", "focusResponse", "fold", "foldAll", "unfoldAll"),
                    Row("Go to the line around, or into it", "focusResponse", "goToParent", "goToChild"),
                    Row("View it in another way: a table, text, hex", "focusResponse", "viewAs"),
                    Row(
                        "Use a value: copy it, save it, assert it, follow it", "focusResponse",
                        "useValue"),
                    Row("See the differences from the previous response", "focusResponse", "nextChange"),
                ]),
            Section(
                "Change one thing",
                rows: [
                    Row("Go into the request and edit the field under the cursor", "focusRequest", "edit"),
                    Row("Switch a row on or off, add one, delete one", "focusRequest", "toggle", "add", "delete"),
                    Row("Edit a field or a body in your editor", "focusRequest", "externalEditor"),
                    Row("Undo and redo", "focusRequest", "undo", "redo"),
                    Row("Revert to the file", "discardDraft"),
                    Row("Save", "save"),
                ]),
        ],
        more: [
            ("getting-started.md", "Getting started"), ("looking-at-responses.md", "Looking at responses"),
            ("filtering.md", "Filtering a body"), ("keys.md", "Keys"),
        ])
}
