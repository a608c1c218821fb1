import Testing

@testable import OpenCollection

/// A variable as a file writes it, and the text of a template that uses it.
private struct ValueRow: Sendable, CustomTestStringConvertible {
    var id: String
    var value: String
    var template: String
    var expected: String
    var testDescription: String { id }

    init(_ id: String, _ value: String, _ expected: String) { self.init(id, value, "{{v}}", expected) }

    init(_ id: String, _ value: String, _ template: String, _ expected: String) {
        self.id = id
        self.value = value
        self.template = template
        self.expected = expected
    }

    var text: String {
        get throws {
            let files = ReferenceFiles(root: "request:\n  variables:\n    - name: v\n      value: \(value)\n")
            return try files.scopes().resolve(template).text
        }
    }
}

@Suite("Reference, section 2: values") struct Section2ValueTests {
    @Test(
        "2.5 typed values",
        arguments: [
            ValueRow("2.5 number: JavaScript syntax", "{type: number, data: \"0x10\"}", "16"),
            ValueRow("2.5 number: after trimming", "{type: number, data: \" 7 \"}", "7"),
            ValueRow("2.5 numbers are printed again: 007", "{type: number, data: \"007\"}", "7"),
            ValueRow("2.5 numbers are printed again: 1.50", "{type: number, data: \"1.50\"}", "1.5"),
            ValueRow(
                "2.5 digits beyond 2^53 are lost", "{type: number, data: \"9007199254740993\"}", "9007199254740992"),
            ValueRow("2.5 what does not parse stays: number", "{type: number, data: 7x}", "7x"),
            ValueRow("2.5 boolean: exactly true", "{type: boolean, data: \"true\"}", "true"),
            ValueRow("2.5 boolean: others stay", "{type: boolean, data: \" True\"}", " True"),
            ValueRow("2.5 object: compact", #"{type: object, data: "{ \"a\" : 1 }"}"#, #"{"a":1}"#),
            ValueRow("2.5 object: an array is one", #"{type: object, data: "[1, 2]"}"#, "{{v[1]}}", "2"),
            ValueRow("2.5 object: a text of JSON stays", #"{type: object, data: "\"a\""}"#, #""a""#),
            ValueRow("2.5 object: what does not parse stays", "{type: object, data: \"{a: 1}\"}", "{a: 1}"),
            ValueRow("2.5 type null stays", "{type: null, data: \"null\"}", "null"),
            ValueRow("2.5 unknown types stay", "{type: date, data: \"007\"}", "007"),
            ValueRow(
                "2.5 in a JSON body without quotes", #"{type: object, data: "{\"a\": 1}"}"#, #"{"o": {{v}}}"#,
                #"{"o": {"a":1}}"#),
            ValueRow(
                "2.5 in a JSON body in quotes: broken", #"{type: object, data: "{\"a\": 1}"}"#, #"{"o": "{{v}}"}"#,
                #"{"o": "{"a":1}"}"#),
            ValueRow("1.1 unquoted numbers become their JavaScript text", "1.0", "1"),
            ValueRow("1.1 unquoted hex becomes its JavaScript text", "0x10", "16"),
            ValueRow("1.1 null becomes empty", "null", "<{{v}}>", "<>"),
            ValueRow("1.1 yes and on stay text", "yes", "yes"),
            ValueRow("2.6 variants: the one with selected: true", "[{value: a}, {value: b, selected: true}]", "b"),
            ValueRow(
                "2.6 variants: of two the first selected", "[{value: a, selected: true}, {value: b, selected: true}]",
                "a"),
            ValueRow("2.6 variants: none selected, the first", "[{value: a}, {value: b}]", "a"),
        ])
    private func values(row: ValueRow) throws { #expect(try row.text == row.expected) }

    @Test("2.5 a JSON body that a value breaks is sent, and pointed at")
    func broken() throws {
        var files = ReferenceFiles(
            root: #"request: {variables: [{name: v, value: {type: object, data: "{\"a\": 1}"}}]}"#)
        files.request = "http: {method: POST, url: \"http://h/\", body: {type: json, data: '{\"o\": \"{{v}}\"}'}}"
        #expect(
            try files.rendered().notes == [
                "The JSON body is not valid: line 1, column 10, at the value of v: expected ',' or '}'."
            ])
    }

    @Test("2.5 a value that brings an escape which JSON does not know is pointed at")
    func brokenByEscape() throws {
        var files = ReferenceFiles(root: #"request: {variables: [{name: v, value: 'C:\Users'}]}"#)
        files.request = "http: {method: POST, url: \"http://h/\", body: {type: json, data: '{\"path\": \"{{v}}\"}'}}"
        #expect(
            try files.rendered().notes == [
                "The JSON body is not valid: line 1, column 13, at the value of v: an escape that JSON does not know."
            ])
    }

    @Test(
        "2.6 environments that extend others, and have files",
        arguments: [
            ("2.6 parent's variables first", "{{a}}", "base"), ("2.6 own ones over them", "{{b}}", "dev"),
            ("2.6 a file's pairs join the environment", "{{pair}}", "file"),
            ("2.6 what the environment says itself wins over its file", "{{c}}", "dev"),
            ("2.6 the file wins over the parent", "{{d}}", "file"),
        ])
    func extended(id: String, template: String, expected: String) throws {
        let files = ReferenceFiles(
            environments: [
                "base": "variables: [{name: a, value: base}, {name: b, value: base}, {name: d, value: base}]",
                "dev":
                    "extends: base\ndotEnvFilePath: dev.env\nvariables: [{name: b, value: dev}, {name: c, value: dev}]",
            ], pairs: ["dev": ["pair": "file", "c": "file", "d": "file"]])
        #expect(try files.scopes().resolve(template).text == expected, "\(id)")
    }

    @Test(
        "2.7 prompts",
        arguments: [
            ("2.7 spaces inside", "{{?Your name}}", ["Your name"]), ("2.7 not at the ends", "{{? name}}{{?name }}", []),
            ("2.7 each distinct text once", "{{?a}}/{{?b}}/{{?a}}", ["a", "b"]),
            ("2.7 nothing after the mark", "{{?}}", []),
            ("2.7 in a variable that is used", "{{asks}}", ["In a variable"]),
            ("2.7 not of one that is unused", "x", []),
        ])
    func prompts(id: String, url: String, questions: [String]) throws {
        let files = ReferenceFiles(
            root: #"request: {variables: [{name: asks, value: "{{?In a variable}}"}]}"#,
            request: "http: {url: \"http://h/\(url)\"}")
        #expect(try files.rendered().prompts == questions, "\(id)")
    }

    @Test("2.7 one answer fills all")
    func answered() throws {
        var files = ReferenceFiles(
            request: #"http: {url: "http://h/{{?a}}", headers: [{name: X, value: "{{?a}} {{?a}}"}]}"#)
        files.session = ["?a": "1"]
        #expect(try files.rendered().referenceLines == ["GET http://h/1", "X: 1 1"])
    }
}
