import Testing

@testable import OpenCollection

@Suite struct RequestFileSavingTests {
    @Test("edits single values and nothing else", arguments: SavingCase.values)
    func values(row: SavingCase) throws { try row.check() }

    @Test("edits rows, adds, removes and moves them with their comments", arguments: SavingCase.rows)
    func rows(row: SavingCase) throws { try row.check() }

    @Test("adds what is missing where the format has it, and removes what is empty", arguments: SavingCase.places)
    func places(row: SavingCase) throws { try row.check() }

    @Test("edits each style of file in that style", arguments: SavingCase.styles)
    func styles(row: SavingCase) throws { try row.check() }

    @Test("a file that can only be read is not edited, and says why")
    func readOnly() throws {
        var file = try RequestFile.read(text: StyledFile.minimal, path: "f.yml")
        file.readOnlyReason = "it has two documents"
        #expect(try file.saving(file.definition) == file.text)
        var definition = file.definition
        definition.url = "http://other"
        let problem = #expect(throws: FileProblem.self) { try file.saving(definition) }
        #expect(problem?.message == "this file cannot be edited here: it has two documents")
    }

    @Test("an edit that would change another place is refused in words")
    func shared() throws {
        let text = "info: {type: http}\nhttp:\n  url: &u http://h\n  headers:\n    - name: A\n      value: *u\n"
        let file = try RequestFile.read(text: text, path: "f.yml")
        var definition = file.definition
        definition.url = "http://other"
        let problem = #expect(throws: FileProblem.self) { try file.saving(definition) }
        #expect(problem?.message == "cannot save: http.url: '*u' elsewhere would change with it")
        definition = file.definition
        definition.headers[0].value = "own"
        #expect(try file.saving(definition) == text.replacing("*u", with: "own"))
    }

    @Test(
        "kinds that cannot be written yet are refused in words",
        arguments: [
            ("body", "cannot save: a body of type \"soap\" cannot be written yet"),
            ("query", "cannot save: a body of type \"graphql\" is for GraphQL requests only"),
            ("kind", "cannot save: the type of a request cannot change"),
        ])
    func unsupported(id: String, message: String) throws {
        let file = try RequestFile.read(text: StyledFile.bruno, path: "f.yml")
        var definition = file.definition
        switch id {
        case "body": definition.body.kind = .unsupported("soap")
        case "query": definition.body.kind = .graphQL
        default: definition.kind = .graphQL
        }
        let problem = #expect(throws: FileProblem.self) { try file.saving(definition) }
        #expect(problem?.message == message)
    }

    @Test("a part of a multipart form and an unsupported authentication stay as they are while other things change")
    func keptKinds() throws {
        let text = """
            info: {type: http}
            http:
              method: POST
              url: http://h
              body:
                type: multipart-form
                data:
                  - name: f # comment
                    type: file
                    value: [a.png]
                    description: kept
              auth: {type: ntlm, username: u}

            """
        let file = try RequestFile.read(text: text, path: "f.yml")
        var definition = file.definition
        definition.method = "PUT"
        #expect(try file.saving(definition) == text.replacing("POST", with: "PUT"))
        definition.method = "POST"
        definition.body.parts[0].name = "g"
        expectSame(try file.saving(definition), text.replacing("name: f", with: "name: g"))
    }

    @Test("of a body's variants the selected one is edited")
    func bodyVariants() throws {
        let text = """
            info: {type: http}
            http:
              body:
                - title: a
                  body: {type: json, data: "{}"}
                - title: b
                  selected: true
                  body:
                    type: text
                    data: here

            """
        let file = try RequestFile.read(text: text, path: "f.yml")
        var definition = file.definition
        definition.body.text = "there"
        expectSame(try file.saving(definition), text.replacing("here", with: "there"))
        definition.body.kind = .formURLEncoded
        definition.body.form = [Field("a", "b")]
        let form = "type: form-urlencoded\n        data:\n          - name: a\n            value: b"
        expectSame(try file.saving(definition), text.replacing("type: text\n        data: here", with: form))
        definition.body.kind = .none
        let problem = #expect(throws: FileProblem.self) { try file.saving(definition) }
        #expect(problem?.message.hasPrefix("cannot save: removing the body would remove its other variants") == true)
    }

    @Test("a row without origin that stands again where it was changes nothing")
    func lostOrigins() throws {
        let file = try RequestFile.read(text: StyledFile.mixed, path: "f.yml")
        var definition = file.definition
        for index in definition.headers.indices { definition.headers[index].origin = nil }
        #expect(try file.saving(definition) == file.text)
    }

    @Test("origins that do not hold count as none")
    func wrongOrigins() throws {
        let file = try RequestFile.read(text: StyledFile.minimal, path: "f.yml")
        var definition = file.definition
        definition.headers = [Field("A", "1", origin: 7), Field("B", "2", origin: 7)]
        let rows = "  headers:\n    - name: A\n      value: \"1\"\n    - name: B\n      value: \"2\"\n"
        #expect(try file.saving(definition) == StyledFile.minimal + rows)
    }
}

/// A file, a change of its definition, and the file after it.
struct SavingCase: Sendable, CustomTestStringConvertible {
    let id: String
    let before: String
    let after: String
    let change: @Sendable (inout RequestDefinition) -> Void

    /// A file in which one piece of text becomes another.
    init(
        _ id: String, in file: String = StyledFile.bruno, _ piece: String, to other: String,
        _ change: @escaping @Sendable (inout RequestDefinition) -> Void
    ) {
        precondition(file.ranges(of: piece).count == 1, "\(id): the piece must stand once in the file")
        self.id = id
        before = file
        after = file.replacing(piece, with: other)
        self.change = change
    }

    var testDescription: String { id }

    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = try RequestFile.read(text: before, path: "request.yml")
        var definition = file.definition
        change(&definition)
        expectSame(try file.saving(definition), after, sourceLocation)
        expectSame(try file.saving(file.definition), before, sourceLocation)
    }
}

/// Compares bytes; says only the lines that differ.
func expectSame(_ text: String, _ wanted: String, _ sourceLocation: SourceLocation = #_sourceLocation) {
    let isSame = text.utf8.elementsEqual(wanted.utf8)
    guard !isSame else { return }
    let (lines, wantedLines) = LineDifference.between(text, wanted)
    Issue.record("is:\n\(lines)\nwanted:\n\(wantedLines)", sourceLocation: sourceLocation)
}

/// The lines between what two texts have in common at both ends.
enum LineDifference {
    static func between(_ one: String, _ other: String) -> (String, String) {
        var (left, right) = (lines(one), lines(other))
        while let first = left.first, first == right.first { (left, right) = (left.dropFirst(), right.dropFirst()) }
        while let last = left.last, last == right.last { (left, right) = (left.dropLast(), right.dropLast()) }
        return (left.joined(separator: "\n"), right.joined(separator: "\n"))
    }

    /// Returns how many lines were taken out and put in.
    static func size(_ old: String, _ new: String) -> (removed: Int, inserted: Int) {
        let difference = Array(lines(new)).difference(from: Array(lines(old)))
        return (difference.removals.count, difference.insertions.count)
    }

    private static func lines(_ text: String) -> ArraySlice<String> {
        text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }[
            ...]
    }
}
