extension JobPage {
    static let exploring = JobPage(
        job: .explore, title: "Explore an API",
        summary: "explore an API with microscope: pick a request, change one thing, send, look",
        introduction: [
            "Pick a request in the tree or begin with a URL, change one thing, send, look, and again. Nothing asks before it is needed: a draft is kept for every request that you touch, and each keeps its own last answer.",
            "Moving in the tree shows a request at once. Single keys act; inside a field, keys type. Esc goes one step out and keeps the text.",
        ],
        sections: [
            Section(
                "Begin",
                rows: [
                    Row("Open the collection around you, or be asked what to open", or: "microscope"),
                    Row("Try it with an API on this machine", or: "microscope demo"),
                    Row("Begin with a URL", "openCollection", or: "microscope https://api.example/users"),
                    Row("Make a collection", "openCollection", or: "microscope init"),
                    Row("Make a request from a curl command", or: "microscope import --into users"),
                    Row("Find any action by its name", "palette"), Row("See every key", "help"),
                ]),
            Section(
                "Send and look",
                rows: [
                    Row("Send what is shown", "send", or: "microscope send users/get --env local"),
                    Row("Choose the environment", "environment", or: "microscope send users/get --env staging"),
                    Row(
                        "See what a name stands for, or give it a value until you quit", "variables",
                        or: "microscope send users/list --var pageSize=20"),
                    Row(
                        "Keep a captured token for later runs", "variables", "keepValue",
                        or: "microscope send login --session NAME"),
                    Row(
                        "Send to several environments, and compare", "sendTo", "focusResponse", "compare",
                        or: "microscope send users/get --env staging --env prod"),
                    Row("Send all requests of a folder, in order", "runFolder", or: "microscope run users --env local"),
                    Row(
                        "Send until it answers", "focusResponse", "repeatSend",
                        or: "microscope send health --every 2s --until 200 --max-time 1m"),
                    Row(
                        "See attempts, redirects and phases of time", "focusResponse", "nextTab",
                        or: "microscope send users/get --json | jq .attempts"),
                    Row(
                        "See what was said on the wire", "focusResponse", "nextTab",
                        or: "microscope send users/get --verbose"),
                    Row("Cancel", "cancel"),
                ]),
            Section(
                "Find your way in a body",
                "It works while the body comes in, and at any size.",
                rows: [
                    Row("Find text, or a regular expression", "focusResponse", "find"),
                    Row(
                        "See only what a path or a jq filter finds", "focusResponse", "filterBody",
                        or: "microscope send users/get --filter '.items[].price'"),
                    Row("Fold and unfold", "focusResponse", "fold", "foldAll", "unfoldAll"),
                    Row("Go to the line around, or into it", "focusResponse", "goToParent", "goToChild"),
                    Row("Look at it in another way: a table, text, hexadecimal digits", "focusResponse", "viewAs"),
                    Row(
                        "Make something of a value: copy it, keep it, assert it, go where it leads", "focusResponse",
                        "useValue"),
                    Row("See what differs from the answer before", "focusResponse", "nextChange"),
                ]),
            Section(
                "Change one thing",
                rows: [
                    Row("Go into the request and edit the field under the cursor", "focusRequest", "edit"),
                    Row("Switch a row on or off, add one, delete one", "focusRequest", "toggle", "add", "delete"),
                    Row("Edit a field or a body in your editor", "focusRequest", "externalEditor"),
                    Row("Undo and redo", "focusRequest", "undo", "redo"),
                    Row("Go back to what the file holds", "discardDraft"),
                    Row("Save", "save"),
                ]),
        ],
        more: [
            ("getting-started.md", "Getting started"), ("looking-at-responses.md", "Looking at responses"),
            ("filtering.md", "Filtering a body"), ("keys.md", "Keys"),
        ])
}
