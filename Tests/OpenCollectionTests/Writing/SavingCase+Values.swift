@testable import OpenCollection

extension SavingCase {
    static let values = [
        SavingCase("name", "name: Get user", to: "name: \"true\"") { $0.name = "true" },
        SavingCase("name-removed", "  name: Get user\n", to: "") { $0.name = nil },
        SavingCase("seq", "seq: 1\n", to: "seq: 2.5\n") { $0.sequence = 2.5 },
        SavingCase("seq-removed", "  seq: 1\n", to: "") { $0.sequence = nil },
        SavingCase("tag-added", "    - slow # sometimes\n", to: "    - slow # sometimes\n    - \"1\"\n") {
            $0.tags.append("1")
        },
        SavingCase("tag-removed", "    - smoke\n", to: "") { $0.tags.removeFirst() },
        SavingCase("tags-swapped", "    - smoke\n    - slow # sometimes\n", to: "    - slow # sometimes\n    - smoke\n")
        {
            $0.tags.reverse()
        },
        SavingCase("tags-gone", "  tags:\n    - smoke\n    - slow # sometimes\n", to: "") { $0.tags = [] },
        SavingCase("method", "method: GET", to: "method: DELETE") { $0.method = "DELETE" },
        SavingCase("url-keeps-quotes", "?page=1\"", to: "?q=\\\"\"") { $0.url = "{{host}}/users/:id?q=\"" },
        SavingCase("docs", "docs: Some words.", to: "docs: |-\n  # Title\n\n  Text") { $0.docs = "# Title\n\nText" },
        SavingCase("docs-removed", "\ndocs: Some words.\n", to: "") { $0.docs = nil },

        SavingCase("json-body", "    \"a\": 1\n      }", to: "    \"a\": 2,\n        \"b\": 3\n      }") {
            $0.body.text = "{\n  \"a\": 2,\n  \"b\": 3\n}"
        },
        SavingCase("json-body-one-line", "|-\n      {\n        \"a\": 1\n      }", to: "|-\n      {}") {
            $0.body.text = "{}"
        },
        SavingCase("body-removed", jsonBody, to: "") { $0.body.kind = .none },
        SavingCase("body-kind", jsonBody, to: "  body:\n    type: text\n    data: |\n      a\n      b\n") {
            $0.body.kind = .text
            $0.body.text = "a\nb\n"
        },
        SavingCase(
            "body-form", jsonBody,
            to:
                "  body:\n    type: form-urlencoded\n    data:\n      - name: a\n        value: \"1\"\n        disabled: true\n"
        ) {
            $0.body.kind = .formURLEncoded
            $0.body.form = [Field("a", "1", isEnabled: false)]
        },
        SavingCase(
            "body-multipart", jsonBody,
            to: "  body:\n    type: multipart-form\n    data:\n      - name: a\n        type: text\n        value: b\n"
        ) {
            $0.body.kind = .multipart
            $0.body.parts = [MultipartPart(name: "a", isFile: false, values: ["b"])]
        },
        SavingCase("other-kinds-are-not-saved", "seq: 1", to: "seq: 3") {
            $0.body.form = [Field("a", "1")]
            $0.sequence = 3
        },

        SavingCase("auth-removed", "  auth: inherit\n", to: "") { $0.auth = .none },
        SavingCase(
            "auth-basic", "  auth: inherit\n", to: "  auth:\n    type: basic\n    username: u\n    password: \"1\"\n"
        ) { $0.auth = .basic(username: "u", password: "1") },
        SavingCase("auth-bearer", "  auth: inherit\n", to: "  auth:\n    type: bearer\n    token: \"{{token}}\"\n") {
            $0.auth = .bearer(token: "{{token}}")
        },
        SavingCase(
            "auth-api-key", "  auth: inherit\n",
            to: "  auth:\n    type: apikey\n    key: X-Key\n    value: v\n    placement: query\n"
        ) { $0.auth = .apiKey(name: "X-Key", value: "v", placement: .query) },
        SavingCase("auth-password", in: StyledFile.indentless, "password: 'p: q'", to: "password: 'it''s'") {
            $0.auth = .basic(username: "u", password: "it's")
        },
        SavingCase("auth-placement", in: StyledFile.mixed, "    placement: query\n", to: "") {
            $0.auth = .apiKey(name: "k", value: "v", placement: nil)
        },
        SavingCase("auth-token-in-flow", in: StyledFile.flow, "\"token\": \"t\"", to: "\"token\": \"5\"") {
            $0.auth = .bearer(token: "5")
        },

        SavingCase("setting", "timeout: 0", to: "timeout: 1500") { $0.settings.timeoutInMilliseconds = 1500 },
        SavingCase("setting-removed", "  followRedirects: true\n", to: "") { $0.settings.followsRedirects = nil },
        SavingCase("settings-gone", settings, to: "") { $0.settings = RequestSettings() },
        SavingCase("all-settings-unsaid", settings.dropFirstLine, to: "settings: {}\n") {
            $0.settings = RequestSettings()
            $0.settings.isPresent = true
        },
    ]

    static let jsonBody = "  body:\n    type: json\n    data: |-\n      {\n        \"a\": 1\n      }\n"
    static let settings = """

        settings:
          encodeUrl: true
          timeout: 0
          followRedirects: true
          maxRedirects: 5
          forwardAuthorizationHeader: false

        """
}

extension String {
    fileprivate var dropFirstLine: String { String(self[index(after: startIndex)...]) }
}
