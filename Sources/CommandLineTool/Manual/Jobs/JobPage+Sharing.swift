extension JobPage {
    static let sharing = JobPage(
        job: .share, title: "Save and share requests",
        summary: "save requests as files in git with microscope, and share them without a secret",
        introduction: [
            "A collection is a directory of YAML files in the OpenCollection format, one per request, that a colleague reviews, edits by hand, and opens in other tools. A save changes the lines that you edited and no other: comments, order and quoting stay.",
            "Values of secret variables are never written into a collection. A literal that looks like a secret is told when you save it, and found again by the review of what git would send.",
        ],
        sections: [
            Section(
                "Save",
                rows: [
                    Row("Save what is shown", "save"),
                    Row("Make a request, a folder or an environment", "newItem"),
                    Row("Rename, copy, move, put in order", "renameItem", "duplicateItem", "moveItems", "itemDown"),
                    Row("Delete, and get it back", "deleteItem", "undoTree", "restoreItem"),
                    Row("Decide about a file that someone changed beneath your draft", "merge"),
                    Row("Protect an environment: what may change something there is asked about first", "protect"),
                    Row("Find what is wrong in the files", or: "microscope check"),
                ]),
            Section(
                "Share through git",
                rows: [
                    Row(
                        "See what git would send, and what looks like a secret in it", "review",
                        or: "microscope review && git push"),
                    Row(
                        "See what a collection could run, read and reach outside of itself", "trust",
                        or: "microscope trust"),
                    Row("Keep an answer as an example of its request", "focusResponse", "makeExample"),
                    Row("See whether answers drift from their examples", or: "microscope verify users --env staging"),
                ]),
            Section(
                "Give one request to someone",
                rows: [
                    Row("Copy it as curl, YAML or Swift", "copy", or: "microscope export users/get --as curl"),
                    Row("Make a request of a curl command", or: "microscope import request.curl"),
                ]),
            Section(
                "Give an exchange to someone",
                "What is secret is masked; you see what leaves before it does.",
                rows: [
                    Row(
                        "Share the answer that is shown", "focusResponse", "share",
                        or: "microscope history export @ -o failing.har"),
                    Row("Share what is marked in the history", "history", "markExchange", "share"),
                    Row(
                        "See it before it leaves", "focusResponse", "share", or: "microscope history export @ --preview"
                    ),
                    Row("Share an incident for a report", or: "microscope history export --set outage --as markdown"),
                    Row("Look at what you were given", or: "microscope failing.har"),
                ]),
        ],
        more: [
            ("sharing-exchanges.md", "Sharing exchanges"), ("verify.md", "Verify"),
            ("microscope-yaml.md", "microscope.yaml"), ("command-line.md", "Command line"),
        ])
}
