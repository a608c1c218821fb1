@testable import OpenCollection

extension SavingCase {
    static let styles = [
        SavingCase("explicit-false", in: StyledFile.indentless, "disabled: false", to: "disabled: true") {
            $0.headers[0].isEnabled = false
        },
        SavingCase("plain-number", in: StyledFile.indentless, "value: 1\n", to: "value: \"2\"\n") {
            $0.headers[0].value = "2"
        },
        SavingCase("empty-value", in: StyledFile.indentless, "        value:\n", to: "        value: x\n") {
            $0.headers[2].value = "x"
        },
        SavingCase("missing-value", in: StyledFile.indentless, "-   name: B\n", to: "-   name: B\n        value: x\n") {
            $0.headers[1].value = "x"
        },
        SavingCase(
            "indentless-added", in: StyledFile.indentless, "    # below\n",
            to: "    -   name: D\n        value: d\n    # below\n"
        ) {
            $0.headers.append(Field("D", "d"))
        },
        SavingCase(
            "four-spaces", in: StyledFile.indentless, "    # below\n",
            to: "    body:\n        type: text\n        data: t\n    # below\n"
        ) {
            $0.body.kind = .text
            $0.body.text = "t"
        },
        SavingCase("single-quotes", in: StyledFile.indentless, "'https://x.example/it''s'", to: "'https://y'") {
            $0.url = "https://y"
        },
        SavingCase("double-quotes", in: StyledFile.indentless, "\"Quoted\"", to: "\"Other\"") { $0.name = "Other" },
        SavingCase(
            "folded-docs", in: StyledFile.indentless, "    folded\n    words\n\n    end", to: "    other\n\n    words"
        ) {
            $0.docs = "other\nwords\n"
        },

        SavingCase("flow-off", in: StyledFile.flow, "\"value\": \"1\"}", to: "\"value\": \"1\", \"disabled\": true}") {
            $0.headers[0].isEnabled = false
        },
        SavingCase("flow-on", in: StyledFile.flow, ", \"disabled\": true", to: "") { $0.headers[1].isEnabled = true },
        SavingCase(
            "flow-added", in: StyledFile.flow, "{\"name\": \"A\", \"value\": \"1\"}, ",
            to: "{\"name\": \"A\", \"value\": \"1\"}, {\"name\": \"New\", \"value\": \"x\"}, "
        ) {
            $0.headers.insert(Field("New", "x"), at: 1)
        },
        SavingCase("flow-removed", in: StyledFile.flow, "{\"name\": \"A\", \"value\": \"1\"}, ", to: "") {
            $0.headers.removeFirst()
        },
        SavingCase("flow-tag", in: StyledFile.flow, "[\"a\", \"b\"]", to: "[\"a\", \"b\", \"c\"]") {
            $0.tags.append("c")
        },
        SavingCase(
            "flow-runtime-gone", in: StyledFile.flow,
            ",\n  \"runtime\": {\"variables\": [{\"name\": \"v\", \"value\": \"w\"}]}\n", to: "\n"
        ) {
            $0.variables = []
        },

        SavingCase(
            "flow-row-in-block", in: StyledFile.mixed, "{name: A, value: 1}   # first",
            to: "{name: A, value: 1, disabled: true}   # first"
        ) {
            $0.headers[0].isEnabled = false
        },
        SavingCase("flow-row-on", in: StyledFile.mixed, "\"2\", disabled: true }", to: "\"2\" }") {
            $0.headers[1].isEnabled = true
        },
        SavingCase("folded-value", in: StyledFile.mixed, "        folded\n        text\n", to: "        other\n") {
            $0.headers[2].value = "other"
        },
        SavingCase("kept-lines", in: StyledFile.mixed, "          kept\n\n", to: "          kept\n          more\n\n") {
            $0.body.form[0].value = "kept\nmore\n\n"
        },
        SavingCase("docs-content", in: StyledFile.mixed, "|2\n      indented\n", to: "|2\n      other\n") {
            $0.docs = "  other\n"
        },
        SavingCase("odd-body", in: StyledFile.odd, "      first\n\n      last\n\n\n", to: "      only\n\n") {
            $0.body.text = "only\n\n"
        },
        SavingCase("odd-auth", in: StyledFile.odd, "auth: inherit", to: "auth:\n    type: bearer\n    token: t") {
            $0.auth = .bearer(token: "t")
        },

        SavingCase(
            "windows-off", in: StyledFile.windows, "value: json\r\n", to: "value: json\r\n      disabled: true\r\n"
        ) {
            $0.headers[0].isEnabled = false
        },
        SavingCase(
            "windows-body", in: StyledFile.windows, "        \"a\": 1\r\n      }",
            to: "        \"a\": 1,\r\n        \"b\": 2\r\n      }"
        ) {
            $0.body.text = "{\n  \"a\": 1,\n  \"b\": 2\n}"
        },
        SavingCase(
            "windows-added", in: StyledFile.windows, "  auth: inherit\r\n",
            to: "  auth:\r\n    type: bearer\r\n    token: t\r\n"
        ) {
            $0.auth = .bearer(token: "t")
        },
    ]
}
