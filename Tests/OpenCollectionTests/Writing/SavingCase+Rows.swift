@testable import OpenCollection

extension SavingCase {
    static let rows = [
        SavingCase("header-name", "- name: X-Tenant", to: "- name: X-Other") { $0.headers[1].name = "X-Other" },
        SavingCase("header-value", "\"1\" # one", to: "\"2\" # one") { $0.headers[1].value = "2" },
        SavingCase("header-off", "value: json\n", to: "value: json\n      disabled: true\n") {
            $0.headers[0].isEnabled = false
        },
        SavingCase("header-on", " # one\n      disabled: true\n", to: " # one\n") { $0.headers[1].isEnabled = true },
        SavingCase("header-described", " # one\n", to: " # one\n      description: why\n") {
            $0.headers[1].description = "why"
        },
        SavingCase("header-first", "  headers:\n", to: "  headers:\n    - name: First\n      value: x\n") {
            $0.headers.insert(Field("First", "x"), at: 0)
        },
        SavingCase(
            "header-between", "value: json\n",
            to: "value: json\n    - name: New\n      value: \"\"\n      disabled: true\n"
        ) {
            $0.headers.insert(Field("New", "", isEnabled: false), at: 1)
        },
        SavingCase(
            "header-last", " # one\n      disabled: true\n",
            to: " # one\n      disabled: true\n    - name: New\n      value: v\n      description: d\n"
        ) { $0.headers.append(Field("New", "v", description: "d")) },
        SavingCase("header-removed", tenant, to: "") { $0.headers.remove(at: 1) },
        SavingCase("headers-swapped", accept + tenant, to: tenant + accept) { $0.headers.swapAt(0, 1) },
        SavingCase("header-replaced", accept, to: "    - name: New\n      value: v\n") {
            $0.headers[0] = Field("New", "v")
        },
        SavingCase(
            "moved-and-changed", accept + tenant, to: tenant + accept.replacing("json", with: "text")
        ) {
            $0.headers[0].value = "text"
            $0.headers.swapAt(0, 1)
        },
        SavingCase("headers-gone", "  headers:\n" + accept + tenant, to: "") { $0.headers = [] },
        SavingCase("all-headers-new", accept + tenant, to: "    - name: New\n      value: v\n") {
            $0.headers = [Field("New", "v")]
        },

        SavingCase("param-off", "      type: query\n", to: "      type: query\n      disabled: true\n") {
            $0.parameters[0].field.isEnabled = false
        },
        SavingCase("param-off-behind-description", "The user.\n", to: "The user.\n      disabled: true\n") {
            $0.parameters[1].field.isEnabled = false
        },
        SavingCase("param-value", "    - name: id\n      value: \"\"", to: "    - name: id\n      value: \"7\"") {
            $0.parameters[1].field.value = "7"
        },
        SavingCase(
            "param-added", "      type: query\n",
            to: "      type: query\n    - name: sort\n      value: \"1\"\n      type: query\n"
        ) { $0.parameters.insert(Parameter(.query, Field("sort", "1")), at: 1) },
        SavingCase("param-kind", "type: path", to: "type: query") { $0.parameters[1].kind = .query },
        SavingCase("param-removed", "    - name: page\n      value: \"1\"\n      type: query\n", to: "") {
            $0.parameters.removeFirst()
        },

        SavingCase(
            "form-value", in: StyledFile.mixed, "- name: g\n        value: \"2\"", to: "- name: g\n        value: \"3\""
        ) {
            $0.body.form[1].value = "3"
        },
        SavingCase(
            "form-off", in: StyledFile.mixed, "value: \"2\"\n  auth", to: "value: \"2\"\n        disabled: true\n  auth"
        ) {
            $0.body.form[1].isEnabled = false
        },
        SavingCase(
            "form-emptied", in: StyledFile.mixed,
            "data:\n      - name: f\n        value: |+\n          kept\n\n      - name: g\n        value: \"2\"\n",
            to: "data: []\n"
        ) { $0.body.form = [] },

        SavingCase("variable-value", "- name: one\n      value: \"1\"", to: "- name: one\n      value: \"2\"") {
            $0.variables[0].value = "2"
        },
        SavingCase("variable-data", "data: \"2\"", to: "data: \"3\"") { $0.variables[1].value = "3" },
        SavingCase("variable-type", "type: number", to: "type: object") { $0.variables[1].type = .object },
        SavingCase(
            "variable-typed", "- name: one\n      value: \"1\"",
            to: "- name: one\n      value:\n        type: number\n        data: \"1\""
        ) { $0.variables[0].type = .number },
        SavingCase("variable-off", "data: \"2\"\n", to: "data: \"2\"\n      disabled: true\n") {
            $0.variables[1].isEnabled = false
        },
        SavingCase(
            "variable-variant", in: StyledFile.mixed, "selected: true\n          value: \"2\"",
            to: "selected: true\n          value: \"3\""
        ) {
            $0.variables[0].value = "3"
        },
        SavingCase("variables-gone", runtime, to: "") { $0.variables = [] },
        SavingCase(
            "variables-gone-others-stay", in: StyledFile.mixed,
            "  variables:\n    - name: s\n      value:\n        - title: one\n          value: \"1\"\n        - title: two\n          selected: true\n          value: \"2\"\n",
            to: ""
        ) { $0.variables = [] },
    ]

    private static let accept = "    - name: Accept\n      value: json\n"
    private static let tenant =
        "    # The tenant.\n    - name: X-Tenant\n      value: \"1\" # one\n      disabled: true\n"
    private static let runtime = """
        runtime:
          variables:
            - name: one
              value: "1"
            - name: two
              value:
                type: number
                data: "2"


        """
}
