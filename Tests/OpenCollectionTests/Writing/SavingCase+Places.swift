@testable import OpenCollection

extension SavingCase {
    static let places = [
        SavingCase(
            "headers-before-params", in: sparse, "  params:\n",
            to: "  headers:\n    - name: A\n      value: b\n  params:\n"
        ) {
            $0.headers = [Field("A", "b")]
        },
        SavingCase(
            "params-behind-headers", in: StyledFile.minimal, "http://h\n",
            to: "http://h\n  params:\n    - name: a\n      value: b\n      type: path\n"
        ) {
            $0.parameters = [Parameter(.path, Field("a", "b"))]
        },
        SavingCase(
            "body-before-auth", in: sparse, "  auth: inherit\n",
            to: "  body:\n    type: json\n    data: \"{}\"\n  auth: inherit\n"
        ) {
            $0.body.kind = .json
            $0.body.text = "{}"
        },
        SavingCase("auth-last", in: StyledFile.minimal, "http://h\n", to: "http://h\n  auth: inherit\n") {
            $0.auth = .inherit
        },
        SavingCase("seq-behind-type", in: sparse, "  type: http\n  tags", to: "  type: http\n  seq: 4\n  tags") {
            $0.sequence = 4
        },
        SavingCase("tags-behind-type", in: StyledFile.minimal, "  type: http\n", to: "  type: http\n  tags:\n    - a\n")
        {
            $0.tags = ["a"]
        },
        SavingCase(
            "runtime-before-docs", in: sparse, "  auth: inherit\n",
            to: "  auth: inherit\n\nruntime:\n  variables:\n    - name: v\n      value: w\n"
        ) { $0.variables = [Variable("v", "w")] },
        SavingCase(
            "first-setting", in: sparse, "  auth: inherit\n",
            to: "  auth: inherit\n\nsettings:\n  encodeUrl: false\n  timeout: 100\n"
        ) { $0.settings.timeoutInMilliseconds = 100 },
        SavingCase(
            "first-setting-is-encoding", in: sparse, "  auth: inherit\n",
            to: "  auth: inherit\n\nsettings:\n  encodeUrl: true\n"
        ) {
            $0.settings.encodesURL = true
        },
        SavingCase("second-setting", in: StyledFile.indentless, "{timeout: 250}", to: "{timeout: 250, maxRedirects: 2}")
        {
            $0.settings.maximumRedirects = 2
        },
        SavingCase(
            "setting-before-others", in: StyledFile.bruno.replacing("  timeout: 0\n", with: ""), "encodeUrl: true\n",
            to: "encodeUrl: true\n  timeout: 9\n"
        ) {
            $0.settings.timeoutInMilliseconds = 9
        },
        SavingCase(
            "docs-last", in: StyledFile.bruno.replacing("\ndocs: Some words.\n", with: ""), "Header: false\n",
            to: "Header: false\n\ndocs: New.\n"
        ) {
            $0.docs = "New."
        },
        SavingCase(
            "into-null", in: "info:\n  type: http\nhttp:\n  headers: # none\n  url: u\n", "headers: # none\n",
            to: "headers: # none\n    - name: A\n      value: b\n"
        ) {
            $0.headers = [Field("A", "b")]
        },
        SavingCase(
            "into-brackets", in: StyledFile.flow, "\"params\": []",
            to: "\"params\": [{\"name\": \"a\", \"value\": \"b\", \"type\": \"query\"}]"
        ) {
            $0.parameters = [Parameter(.query, Field("a", "b"))]
        },
        SavingCase(
            "http-from-nothing", in: StyledFile.bare, "info: {type: http}\n",
            to: "info: {type: http}\nhttp:\n  url: http://h\n"
        ) {
            $0.url = "http://h"
        },
        SavingCase("name-into-flow", in: StyledFile.bare, "{type: http}", to: "{type: http, name: New}") {
            $0.name = "New"
        },
        SavingCase(
            "empty-runtime-stays", in: "info: {type: http}\nruntime: {}\nhttp: {url: a}\n", "url: a", to: "url: b"
        ) { $0.url = "b" },
    ]

    /// A file with little in it, in the usual style.
    private static let sparse = """
        info:
          name: Sparse
          type: http
          tags: [a]

        http:
          method: GET
          url: http://h/:id
          params:
            - name: id
              value: "1"
              type: path
          auth: inherit

        docs: |
          Words.

        """
}
