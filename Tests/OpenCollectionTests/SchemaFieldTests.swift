import Testing
import YAMLTree

@testable import OpenCollection

/// One part of a request file in a layout that the format allows, and what is read of it.
private struct Layout: Sendable, CustomTestStringConvertible {
    var text: String
    var wanted: String
    var said: @Sendable (RequestDefinition) -> String
    var testDescription: String { text }

    init(_ text: String, _ wanted: String, _ said: @escaping @Sendable (RequestDefinition) -> String) {
        self.text = text
        self.wanted = wanted
        self.said = said
    }
}

private let layouts = [
    Layout("info: {type: http, description: why}", "why") { $0.description ?? "" },
    Layout("info: {type: http, description: {content: why, type: text/markdown}}", "why") { $0.description ?? "" },
    Layout("info: {type: http, description: null}", "none") { $0.description ?? "none" },
    Layout("info: {type: http, seq: 1.5, tags: [a, 2, true]}", "1.5 a 2 true") {
        ([$0.sequence?.description ?? ""] + $0.tags).joined(separator: " ")
    },
    Layout("info: {type: graphql}\ngraphql: {url: u, headers: [{name: a, value: b}]}", "graphQL u POST a") {
        "\($0.kind) \($0.url) \($0.method) \($0.headers[0].name)"
    },
    Layout("info: {type: graphql}\ngraphql: {body: {query: q, variables: v}}", "q v") {
        "\($0.body.text) \($0.body.graphQLVariables ?? "")"
    },
    Layout(
        "info: {type: graphql}\ngraphql: {body: [{title: a, body: {query: 1}}, {title: b, selected: true, body: {query: 2}}]}",
        "2 of 1 2"
    ) { "\($0.body.text) of \($0.bodyVariants.map(\.body.text).joined(separator: " "))" },
    Layout(
        "http: {body: [{title: a, body: {type: text, data: 1}}, {title: b, body: {type: xml, data: 2}}]}", "1 text xml"
    ) {
        ([$0.body.text] + $0.bodyVariants.map { $0.body.kind.word ?? "" }).joined(separator: " ")
    },
    Layout("http: {body: []}", "none 0") { "\($0.body.kind) \($0.bodyVariants.count)" },
    Layout(
        "http: {body: {type: file, data: [{filePath: a, contentType: t, selected: true, description: d}]}}",
        "a t true d"
    ) {
        "\($0.body.files[0].path) \($0.body.files[0].contentType) \($0.body.files[0].isSelected) \($0.body.files[0].description ?? "")"
    },
    Layout(
        "http: {body: {type: multipart-form, data: [{name: a, type: file, value: [x, y], description: {content: d, type: t}}]}}",
        "a x,y d"
    ) {
        "\($0.body.parts[0].name) \($0.body.parts[0].values.joined(separator: ",")) \($0.body.parts[0].description ?? "")"
    },
    Layout("http: {auth: {type: digest, username: u, password: 007}}", "digest 7") {
        guard case .unsupported(let details) = $0.auth, case .int(let number)? = details.members["password"] else {
            return ""
        }
        return "\(details) \(number)"
    },
    Layout("runtime: {variables: [{name: v, value: {type: null, data: x}}]}", "x null") {
        "\($0.variables[0].value) \($0.variables[0].type)"
    },
    Layout(
        "runtime: {variables: [{name: v, value: {type: boolean, data: true}, disabled: true}]}", "true boolean false"
    ) {
        "\($0.variables[0].value) \($0.variables[0].type) \($0.variables[0].isEnabled)"
    },
    Layout("runtime: {scripts: [{type: hooks, code: c}]}", "hooks c") { "\($0.scripts[0].type) \($0.scripts[0].code)" },
    Layout(
        "runtime: {assertions: [{expression: res.status, operator: eq, value: 200, disabled: true}]}",
        "res.status eq 200 false"
    ) {
        "\($0.assertions[0].expression) \($0.assertions[0].operator) \($0.assertions[0].value ?? "") \($0.assertions[0].isEnabled)"
    },
    Layout("runtime: {assertions: [{expression: res.body, operator: isJson}]}", "none") {
        $0.assertions[0].value ?? "none"
    },
    Layout(
        "runtime: {actions: [{type: set-variable, phase: before-request, selector: {expression: e, method: jsonq}, variable: {name: n, scope: folder}}]}",
        "before-request e jsonq n folder"
    ) {
        let action = $0.actions[0]
        return "\(action.phase ?? "") \(action.expression) \(action.method) \(action.variable) \(action.scope)"
    },
    Layout("settings: {encodeUrl: inherit, timeout: inherit, maxRedirects: 3}", "encodeUrl,timeout 3") {
        let keys = $0.settings.inherited.map(\.rawValue).sorted().joined(separator: ",")
        return "\(keys) \($0.settings.maximumRedirects ?? 0)"
    },
    Layout(
        "examples: [{name: n, description: {content: d, type: t}, response: {status: 200, statusText: OK}}]",
        "n d 200.0 OK"
    ) {
        let example = $0.examples[0]
        let response = example.response
        return
            "\(example.name ?? "") \(example.description ?? "") \(response?.status ?? 0) \(response?.statusText ?? "")"
    },
    Layout(
        "examples: [{request: {url: u, method: PUT, body: {type: json, data: x}}, response: {headers: [{name: a, value: b}], body: {type: html, data: y}}}]",
        "u PUT x a html y"
    ) {
        let (request, response) = ($0.examples[0].request, $0.examples[0].response)
        return [
            request?.url, request?.method, request?.body.text, response?.headers.first?.name, response?.body?.type,
            response?.body?.data,
        ].compactMap { $0 }.joined(separator: " ")
    },
    Layout("docs: {content: words, type: text/plain}", "words") { $0.docs ?? "" },
    Layout("app: {enabled: false, code: c}", "false c") { "\($0.app?.isEnabled ?? true) \($0.app?.code ?? "")" },
]

@Suite struct SchemaFieldTests {
    @Test("reads each part in each layout, and an unchanged file keeps its bytes", arguments: layouts)
    fileprivate func reads(layout: Layout) throws {
        let file = try RequestFile.read(text: layout.text + "\n", path: "f.yml")
        #expect(layout.said(file.definition) == layout.wanted)
        #expect(try file.saving(file.definition) == file.text)
    }

    @Test("what stands in a file that cannot be sent is listed to be read, aliases by name")
    func outline() {
        let text =
            "info: {name: G, type: grpc, seq: 2}\ngrpc:\n  url: &u http://h\n  message: |\n    a\n    b\n  other: *u\n  list: [1, {k: v}]\n"
        guard case .unsupported(let item) = CollectionItem.read(text: text, path: "g.yml").kind else {
            Issue.record("it was read as something else")
            return
        }
        #expect(item.sequence == 2)
        let lines = item.outline.map { String(repeating: " ", count: $0.depth) + "\($0.label)|\($0.text)" }
        #expect(
            lines == [
                "info|", " name|G", " type|grpc", " seq|2", "grpc|", " url|http://h", " message|", "  |a", "  |b",
                "  |",
                " other|*u", " list|", "  -|1", "  -|", "   k|v",
            ])
    }

    @Test("a request behind one of libyaml's limits is read, can be sent and not edited")
    func limits() throws {
        let key = String(repeating: "k", count: 1_100)
        let text = "info: {type: http}\nhttp:\n  url: http://h\nx-\(key): 1\ndocs: |\n  a\u{2028}b\n"
        guard case .request(let file) = CollectionItem.read(text: text, path: "f.yml").kind else {
            Issue.record("it is broken")
            return
        }
        #expect(file.definition.url == "http://h")
        #expect(file.definition.docs == "a\u{2028}b\n")
        #expect(file.readOnlyReason != nil)
        var definition = file.definition
        definition.method = "PUT"
        #expect(throws: FileProblem.self) { try file.saving(definition) }
    }
}
