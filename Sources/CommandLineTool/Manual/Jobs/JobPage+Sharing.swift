extension JobPage {
    static let sharing = JobPage(
        job: .share, title: "Save and share requests",
        summary: "save requests as files in git with microscope, and share them without a secret",
        introduction: [
            "A collection is a directory of YAML files in the OpenCollection format, one per request, that a colleague reviews, edits by hand, and opens in other tools. A save changes the lines that you edited and no other: comments, order and quoting stay.",
            "Values of secret variables are never written into a collection. A literal that looks like a secret is reported when you save it, and again by the review of what git would push.",
        ],
        sections: [
            Section(
                "Save",
                rows: [
                    Row("Save the shown draft", "save"),
                    Row("Create a request, a folder or an environment", "newItem"),
                    Row("Rename, copy, move, reorder", "renameItem", "duplicateItem", "moveItems", "itemDown"),
                    Row("Delete, and restore", "deleteItem", "undoTree", "restoreItem"),
                    Row("Resolve a conflict with a file that changed on disk", "merge"),
                    Row("Protect an environment: requests that may change data there ask first", "protect"),
                    Row("Find problems in the files", or: "microscope check"),
                ]),
            Section(
                "Share through git",
                rows: [
                    Row(
                        "See what git would push, and what looks like a secret in it", "review",
                        or: "microscope review && git push"),
                    Row(
                        "See the external access of a collection: commands, files, hosts", "trust",
                        or: "microscope trust"),
                    Row("Save a response as an example of its request", "focusResponse", "makeExample"),
                    Row("Compare responses with their examples", or: "microscope verify users --env staging"),
                ]),
            Section(
                "Give one request to someone",
                rows: [
                    Row("Copy it as curl, YAML or Swift", "copy", or: "microscope export users/get --as curl"),
                    Row("Import a curl command", or: "microscope import request.curl"),
                ]),
            Section(
                "Give an exchange to someone",
                "Secrets are masked; you preview the export.",
                rows: [
                    Row(
                        "Share the shown response", "focusResponse", "share",
                        or: "microscope history export @ -o failing.har"),
                    Row("Share the exchanges marked in the history", "history", "markExchange", "share"),
                    Row(
                        "Preview it", "focusResponse", "share", or: "microscope history export @ --preview"
                    ),
                    Row("Share a set for a bug report", or: "microscope history export --set outage --as markdown"),
                    Row("Open a file that you received", or: "microscope failing.har"),
                ]),
        ],
        more: [
            ("sharing-exchanges.md", "Sharing exchanges"), ("verify.md", "Verify"),
            ("microscope-yaml.md", "microscope.yaml"), ("command-line.md", "Command line"),
        ])
}
