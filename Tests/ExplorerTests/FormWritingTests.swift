import OpenCollection
import Testing
import YAMLTree

@testable import Explorer

/// Forms of files that say a little of everything.
enum FormSamples {
    static let request = """
        info: {name: Order, type: http, seq: 1, tags: [a], description: Why.}
        http:
          method: POST
          url: http://h/:id?q=1
          headers: [{name: A, value: b}]
          params: [{name: q, value: "1", type: query}, {name: id, value: "2", type: path}]
          body: {type: multipart-form, data: [{name: p, type: file, value: [a.txt]}]}
          auth: {type: oauth2, flow: authorization_code, tokenConfig: {placement: {header: Bearer}}}
        runtime:
          variables: [{name: v, value: w}]
          assertions: [{expression: res.status, operator: eq, value: "200"}]
          actions:
            - {type: set-variable, phase: after-response, selector: {expression: res.body.id, method: jsonq},
               variable: {name: id, scope: runtime}}
        examples: [{name: Found, request: {method: GET, url: http://h}, response: {status: 200, statusText: OK}}]
        docs: Text.
        """

    static let folder = """
        info: {name: Users, type: folder, seq: 1}
        request:
          headers: [{name: A, value: b}]
          auth: {type: awsv4}
          variables: [{name: v, value: w}]
        docs: {content: Text., type: text/markdown}
        """

    static let collection = """
        opencollection: 1.0.0
        info: {name: All, authors: [{name: Ada}]}
        config:
          proxy: {inherit: false, config: {protocol: http, hostname: h, port: 8080}}
          clientCertificates: [{domain: h, type: pem, certificateFilePath: c.pem, privateKeyFilePath: k.pem}]
        request: {auth: {type: oauth1}}
        """

    static let environment = """
        name: dev
        variables: [{name: v, value: w}, {secret: true, name: token}]
        """

    static let all: [(path: ItemPath, text: String)] = [
        ("order.yml", request), ("users", folder), (.root, collection), ("environments/dev.yml", environment),
    ]
}

@Suite("Every field of every form")
struct FormWritingTests {
    private static let samples = ["200", "7", "on", "res.x", "http://h/{{a}}"]

    /// Returns everything that can be typed or chosen, each alone.
    private static func texts(for input: FormInput) -> [String] {
        switch input.kind {
        case .line(breaks: true), .lines: samples + ["one\ntwo\n"]
        case .line: samples
        case .request(let words): words + ["auth/login.yml"]
        case .choice(let values, _): values
        case .toggle: [input.text == "plain" ? "secret" : "plain"]
        case .kept, .fixed: []
        }
    }

    /// Expects that the file after a change says what the form says, and says it again when it is read.
    private func expectKept(
        _ content: FormContent, _ file: FormFile, at path: ItemPath, _ comment: Comment
    ) throws {
        let text = try file.saving(content)
        let again = try FormFile.read(text: text, at: path).content(content.policies)
        let isKept = again.withoutNotes == content.withoutNotes
        #expect(isKept, comment)
        if content == file.content() { #expect(text == file.text, comment) }
    }

    @Test(
        "what is typed or chosen stands in the file, and is read again as it was",
        arguments: FormSamples.all.map(\.path))
    func fields(path: ItemPath) throws {
        let text = try #require(FormSamples.all.first { $0.path == path }?.text)
        let file = try FormFile.read(text: text, at: path)
        var count = 0
        for tab in file.content().tabs {
            for (field, input) in Form(file.content(), tab: tab).inputs {
                for text in Self.texts(for: input) {
                    var content = file.content()
                    guard input.write(&content, text) == nil else { continue }
                    try expectKept(content.withoutPolicies, file, at: path, "\(tab) \(field): \(text)")
                    count += 1
                }
            }
        }
        #expect(count > 20)
    }

    @Test("rows that are added, copied, moved and taken out are so in the file", arguments: FormSamples.all.map(\.path))
    func rows(path: ItemPath) throws {
        let text = try #require(FormSamples.all.first { $0.path == path }?.text)
        let file = try FormFile.read(text: text, at: path)
        for tab in file.content().tabs {
            for (table, editing) in Form(file.content(), tab: tab).tables {
                var content = file.content()
                if let row = editing.add?(&content) {
                    try expectKept(content, file, at: path, "\(table): added")
                    editing.remove?(&content, row)
                }
                guard editing.count > 0 else { continue }
                if let duplicate = editing.duplicate {
                    duplicate(&content, 0)
                    try expectKept(content, file, at: path, "\(table): copied")
                    editing.swap?(&content, 0, 1)
                    try expectKept(content, file, at: path, "\(table): moved")
                }
                editing.toggle?(&content, 0)
                try expectKept(content, file, at: path, "\(table): switched")
                editing.remove?(&content, 0)
                try expectKept(content, file, at: path, "\(table): taken out")
            }
        }
    }

    @Test("a form that is only looked at changes nothing", arguments: FormSamples.all.map(\.path))
    func nothing(path: ItemPath) throws {
        let text = try #require(FormSamples.all.first { $0.path == path }?.text)
        let file = try FormFile.read(text: text, at: path)
        #expect(try file.saving(file.content()) == text)
    }
}

extension FormContent {
    /// The content without places: notes have them, and a key of the format may be there or not.
    fileprivate var withoutNotes: FormContent {
        var plain = withoutOrigins
        switch plain {
        case .request(var content):
            // A first setting comes with `encodeUrl: false`, which held already.
            content.definition.settings.encodesURL = content.definition.settings.effectiveEncodesURL
            content.definition.settings.isPresent = false
            content.definition.body.forgetOtherKinds()
            content.definition.auth.sortKeys()
            plain = .request(content)
        case .folder(var content):
            content.definition.notes = []
            content.definition.auth.sortKeys()
            content.definition.settings.isPresent = false
            content.definition.graphQLSettings.isPresent = false
            plain = .folder(content)
        case .collection(var content):
            content.defaults.notes = []
            content.defaults.auth.sortKeys()
            content.defaults.name = nil
            content.defaults.settings.isPresent = false
            content.defaults.graphQLSettings.isPresent = false
            plain = .collection(content)
        case .environment(var content):
            content.notes = []
            plain = .environment(content)
        }
        return plain
    }

    fileprivate var withoutPolicies: FormContent {
        var copy = self
        copy.policies = RequestPolicies()
        return copy
    }
}

extension RequestBody {
    /// Clears all but what the kind names, which alone is written.
    fileprivate mutating func forgetOtherKinds() {
        if !kind.isText { text = "" }
        if kind != .formURLEncoded { form = [] }
        if kind != .multipart { parts = [] }
        if kind != .file { files = [] }
    }
}

extension Auth {
    /// Sorts the keys into the format's order.
    fileprivate mutating func sortKeys() {
        guard case .unsupported(var details) = self else { return }
        details.members = details.members.sorted
        self = .unsupported(details)
    }
}

extension YAMLMapping {
    fileprivate var sorted: YAMLMapping {
        YAMLMapping(
            entries.sorted { $0.key < $1.key }.map { entry in
                guard case .mapping(let inner) = entry.value else { return entry }
                return Entry(key: entry.key, value: .mapping(inner.sorted))
            })
    }
}
