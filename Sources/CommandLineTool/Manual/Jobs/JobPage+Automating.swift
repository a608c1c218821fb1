extension JobPage {
    static let automating = JobPage(
        job: .automate, title: "Automate a collection",
        summary: "run a collection with microscope in CI, with reports, data and checks",
        introduction: [
            "microscope run sends the requests of a folder in order, each with the values that earlier ones captured, evaluates their assertions, and ends with an exit status. The same files are explored on screen.",
            "In CI nobody can be asked: give values with --var or environment variables, allow external access with --trust, and protected environments with --yes.",
        ],
        sections: [
            Section(
                "Run",
                rows: [
                    Row(
                        "Send all requests of a folder, in order", "runFolder", or: "microscope run users --env staging"
                    ),
                    Row(
                        "Run those with a tag, and leave out others",
                        or: "microscope run --tag smoke --exclude-tag slow"),
                    Row("Stop at the first failure", or: "microscope run --bail"),
                    Row("Let any status of 400 or more fail", or: "microscope run --fail"),
                    Row("Compare responses with the saved examples", or: "microscope run --verify"),
                    Row("Find problems in the files before anything is sent", or: "microscope check --strict"),
                    Row("Keep a login for later commands of the job", or: "microscope run login --session ci"),
                ]),
            Section(
                "Report",
                "Secrets are masked. Reports are written when requests fail, too, and after Ctrl-C.",
                rows: [
                    Row("Show the results in the CI's own view", or: "microscope run --report junit=junit.xml"),
                    Row("Keep a page for people as an artifact", or: "microscope run --report html=run.html"),
                    Row("Process the results", or: "microscope run --report json=- | jq .failed"),
                    Row("Keep all exchanges, to look at a failure at home", or: "microscope run --har failing.har"),
                    Row("Open that archive: view, compare, send again", "history", or: "microscope failing.har"),
                ]),
            Section(
                "With data",
                "Columns are variables. Values that one row captures are not available to the others.",
                rows: [
                    Row("Run once for each row of a table", or: "microscope run orders --data orders.csv"),
                    Row("Take rows from another program", or: "microscope run orders --data -"),
                    Row("Override a column", or: "microscope run orders --data orders.csv --var currency=EUR"),
                ]),
            Section(
                "Time and flaky servers",
                "To poll a job of the server, give its request poll in microscope.yaml.",
                rows: [
                    Row("Send a failed request again, at once", or: "microscope run --retry 2"),
                    Row(
                        "Wait until a server is ready",
                        or: "microscope send health --every 2s --until 200 --max-time 1m"),
                    Row("Send several requests at a time", or: "microscope run --parallel 8"),
                    Row("Spare a server", or: "microscope run --delay 500ms"),
                    Row("Limit each request, and the whole run", or: "microscope run --timeout 10s --max-time 5m"),
                ]),
        ],
        more: [
            ("command-line.md", "Command line, with the exit status of each command"), ("verify.md", "Verify"),
            ("microscope-yaml.md", "microscope.yaml"), ("scripts.md", "Scripts"),
        ])
}
