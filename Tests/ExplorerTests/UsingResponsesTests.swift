import BodyView
import Interchange
import MicroClient
import OpenCollection
import Testing

@testable import Explorer

/// Enter on a value or a header of a response.
@Suite struct UsingResponsesTests {
    private static let body = """
        {"id": 7, "name": "Ada", "next": "/users?page=2", "odd name": [1, 2], "big": 12345678901234567890, "none": null, "text": "7"}
        """

    /// A scene whose menu is open at a line of the body, 0-based.
    private func menu(at line: Int, of body: String = body, kind: BodyKind = .json) -> BodyScene {
        var scene = BodyScene(body, kind: kind, columns: 120)
        for _ in 0..<line { scene.press("j") }
        scene.press(.enter)
        return scene
    }

    private func choose(_ words: String, in scene: inout BodyScene) {
        scene.type(words)
        scene.press(.enter)
    }

    @Test("Enter lists what can be made of the value, each with what would come of it")
    func list() {
        let scene = menu(at: 1)
        let screen = scene.state.screen
        for text in [
            "Actions for .id", "Copy the value", "Copy the jq path", "/id", "Save to session variable",
            "res.body.id eq 7", "path parameter",
        ] {
            #expect(screen.contains(text), "\(text)\n\(screen)")
        }
        #expect(!screen.contains("Open as a new request"))
    }

    @Test("a value is copied as a person reads it: a string without quotes and escapes")
    func copies() {
        var scene = menu(at: 1, of: #"{"a": "x\n\u00e9"}"#)
        choose("copy the value", in: &scene)
        #expect(scene.copied == ["x\né"])
    }

    @Test("kept for this session, under the name that the value has")
    func keeps() {
        var scene = menu(at: 2)
        choose("session variable", in: &scene)
        #expect(scene.state.screen.contains("Variable for .name"))
        scene.press(.enter)
        #expect(scene.state.current.captured["name"] == .string("Ada"))
        #expect(scene.state.status?.text == "{{name}} has this value until you quit.")
    }

    @Test("into a file that cannot be edited nothing is captured or asserted", arguments: ["capture", "assert"])
    func readOnly(use: String) throws {
        var scene = menu(at: 2)
        scene.press(.escape)
        let path = try #require(scene.state.shown)
        let definition = try #require(scene.state.session?.draft.content.definition)
        let file = RequestFile(text: "", definition: definition, readOnlyReason: "it has an alias")
        scene.state.sessions[path]?.draft = Draft(file: .request(file))
        scene.press(.enter)
        choose(use, in: &scene)
        let text = scene.state.status?.text ?? ""
        #expect(text.hasPrefix("This file cannot be edited"), "\(text)")
        #expect(scene.state.current.dirtyPaths.isEmpty)
    }

    @Test("a name that templates cannot say is refused, and asked for again")
    func badName() {
        var scene = menu(at: 2)
        choose("session variable", in: &scene)
        scene.type(" x")
        scene.press(.enter)
        #expect(scene.state.screen.contains("A name of letters, digits, _ - and ."))
        #expect(scene.state.current.captured.isEmpty)
    }

    @Test("of a line of text that is too long for the menu all is copied, and nothing else is made of it")
    func longLine() {
        let text = String(repeating: "long ", count: 20_000)
        var scene = menu(at: 0, of: text, kind: .text)
        choose("session variable", in: &scene)
        #expect(scene.state.status?.text == "It is longer than 64 KB." && scene.state.current.captured.isEmpty)
        scene.press(.enter)
        choose("copy the value", in: &scene)
        #expect(scene.copied == [text])
    }

    @Test("what is said about a capture is whole where it does not fit into one line")
    func captureIsExplained() {
        var scene = menu(at: 2)
        scene.resize(columns: 80, rows: 24)
        choose("capture", in: &scene)
        let words = scene.state.screen.split { " \n\u{2502}".contains($0) }.joined(separator: " ")
        #expect(words.contains("The value is captured from every response and kept until"))
        #expect(scene.state.screen.contains("quit."))
        scene.press(.enter)
        #expect(scene.state.status?.text.hasPrefix("{{name}} is captured from each response") == true)
    }

    @Test("captured: the request gets an action, which undo takes away")
    func captures() throws {
        var scene = menu(at: 1)
        choose("capture", in: &scene)
        scene.press(.enter)
        let actions = scene.state.session?.draft.content.definition.actions
        #expect(actions == [VariableAction("id", from: "res.body.id")])
        scene.press("u")
        #expect(scene.state.session?.draft.content.definition.actions == [])
    }

    @Test(
        "asserted as it is, in words that the format understands",
        arguments: [
            (1, "res.body.id eq 7"), (2, "res.body.name eq Ada"), (4, "res.body[\"odd name\"] isDefined -"),
            (8, "res.body.big eq 12345678901234567890"), (9, "res.body.none isNull -"), (10, "res.body.text eq \"7\""),
            (5, "res.body[\"odd name\"][0] eq 1"),
        ])
    func asserts(line: Int, expected: String) {
        var scene = menu(at: line)
        choose("assert", in: &scene)
        let added = scene.state.session?.draft.content.definition.assertions.last
        #expect(added.map { "\($0.expression) \($0.operator) \($0.value ?? "-")" } == expected)
        #expect(scene.state.status?.text.hasPrefix("Added assertion: ") == true)
    }

    @Test("a text is asserted so that it is read as that text: in quotes where blanks or backslashes would change")
    func quotedTexts() {
        let assertions = ["a\\b", "\tx", "x\n", "a b", "7"].map {
            ResponsePart(place: .value(BodyPath([.member("a")])), text: $0, wasString: true, base: "").assertion?.value
        }
        #expect(assertions == ["\"a\\b\"", "\"\tx\"", "\"x\n\"", "a b", "\"7\""])
    }

    @Test(
        "what no assertion can be made of that holds is not asserted, and why is said",
        arguments: [
            (#"{"a":1E400}"#, 1, "Numbers beyond 1.8e308 cannot be compared."),
            (#"{"a":"${x}"}"#, 1, "It holds ${ or a backtick, for which assertions need JavaScript."),
            (#"{"a":1,"b":[1,]}"#, 1, "The body is broken: expressions read it as text, without values."),
            (#"{"a":1,"a":2}"#, 1, "A later member has the same name; expressions mean that one."),
            (#"{"a":{"b":1},"c":[],"a":{}}"#, 2, "A later member has the same name; expressions mean that one."),
        ])
    func notAsserted(body: String, line: Int, reason: String) {
        var scene = menu(at: line, of: body)
        let count = scene.state.session?.draft.content.definition.assertions.count
        choose("assert", in: &scene)
        #expect(scene.state.status?.text == reason)
        #expect(scene.state.session?.draft.content.definition.assertions.count == count)
    }

    @Test("of two members of a name the last is meant by a path, so that nothing is made of that of the first")
    func hidden() {
        let body = #"{"a":1,"a":2}"#
        for words in ["capture", "filter", "jq path", "json pointer"] {
            var scene = menu(at: 1, of: body)
            choose(words, in: &scene)
            #expect(scene.state.status?.text.hasPrefix("A later member has the same name") == true, "\(words)")
            #expect(scene.copied.isEmpty)
        }
        var scene = menu(at: 2, of: body)
        choose("assert", in: &scene)
        #expect(scene.state.session?.draft.content.definition.assertions.last == Assertion("res.body.a", "eq", "2"))
    }

    @Test("a path in the body opens as a request at the same host, with the headers of this one")
    func opens() throws {
        var scene = menu(at: 3)
        choose("open", in: &scene)
        let drafted = try #require(scene.state.session?.draft.content.definition)
        #expect(drafted.url == "http://127.0.0.1/users?page=2" && drafted.method == "GET")
        #expect(scene.state.shown?.parent == "users")
        #expect(drafted.headers.map(\.name) == ["X-Trace", "X-Off"])
        #expect(scene.state.status?.text.hasPrefix("Drafted as users/") == true)
    }

    @Test("to another host nothing goes along")
    func otherHost() throws {
        var scene = menu(at: 1, of: #"{"a": "https://elsewhere.test/x?y=1"}"#)
        choose("open", in: &scene)
        let drafted = try #require(scene.state.session?.draft.content.definition)
        #expect(drafted.url == "https://elsewhere.test/x?y=1" && drafted.headers.isEmpty)
    }

    @Test("what a server writes in braces stays text: it asks for no variable of ours")
    func braces() throws {
        let body = #"{"next": "https://evil.test/?k={{token}}", "id": "{{token}}"}"#
        var scene = menu(at: 1, of: body)
        choose("open", in: &scene)
        #expect(scene.state.session?.draft.content.definition.url == "https://evil.test/?k=%7B%7Btoken%7D%7D")
        scene = menu(at: 2, of: body)
        choose("path parameter", in: &scene)
        #expect(scene.state.status?.text.hasPrefix("It holds {{") == true)
        scene.press(.enter)
        choose("session variable", in: &scene)
        scene.press(.enter)
        #expect(scene.state.current.captured["id"] == .string("{{token}}"))
        #expect(scene.state.current.values.typed["id"] == nil)
    }

    @Test("the menu does not come over what one does meanwhile")
    func meanwhile() {
        var scene = BodyScene(Self.body, columns: 120)
        scene.press("j")
        scene.holdsSearches = true
        scene.press(.enter, "?")
        for effect in scene.held { scene.perform(effect) }
        #expect(!scene.state.screen.contains("Actions for .id"))
    }

    @Test("it becomes a path parameter of a request that has one")
    func pathParameter() throws {
        var scene = menu(at: 2)
        choose("path parameter", in: &scene)
        #expect(scene.state.screen.contains(":id of users/get.yml"))
        choose("id of users/get", in: &scene)
        #expect(scene.state.shown == "users/get.yml" && scene.state.focus == .request)
        let parameter = scene.state.session?.draft.content.definition.parameters.first { $0.kind == .path }
        #expect(parameter?.field.value == "Ada")
    }

    @Test("of a value longer than 64 KB the path is of use, and the rest says why not")
    func long() {
        var scene = menu(at: 1, of: "{\"a\": \"\(String(repeating: "x", count: 70_000))\", \"b\": 1}")
        #expect(scene.state.screen.contains("Actions for .a"))
        choose("session variable", in: &scene)
        #expect(scene.state.status?.text == "It is longer than 64 KB.")
        scene.press(.enter)
        choose("jq path", in: &scene)
        #expect(scene.copied == [".a"])
    }

    @Test("text has values, too: a line, or the address in it; no expression leads there")
    func text() {
        var scene = menu(at: 0, of: "see <https://h.test/a> there", kind: .text)
        choose("copy the value", in: &scene)
        #expect(scene.copied == ["https://h.test/a"])
        scene.press(.enter)
        choose("assert", in: &scene)
        #expect(scene.state.status?.text.hasPrefix("No expression leads there") == true)
    }

    @Test("among the headers a cursor goes from field to field, and Enter uses one")
    func headers() {
        var scene = BodyScene("{}", columns: 120)
        scene.press("]", .enter)
        #expect(scene.state.status?.text == "This is not a header: go down to one.")
        scene.press("j", .enter)
        #expect(scene.state.screen.contains("Actions for Content-Type"))
        choose("copy the header", in: &scene)
        #expect(scene.copied == ["Content-Type: application/json"])
        scene.press(.enter)
        choose("assert", in: &scene)
        #expect(
            scene.state.session?.draft.content.definition.assertions.last
                == Assertion("res.headers[\"content-type\"]", "eq", "application/json"))
    }

    @Test("of a header that is repeated the joined value is asserted, which is what expressions give")
    func repeatedHeader() {
        var scene = BodyScene("{}", columns: 120)
        scene.headers = [HeaderField("X-Dup", "1"), HeaderField("x-dup", "2")]
        scene.receive("{}")
        scene.press("]", "j", .enter)
        #expect(scene.state.screen.contains("Actions for X-Dup"))
        choose("assert", in: &scene)
        #expect(
            scene.state.session?.draft.content.definition.assertions.last
                == Assertion("res.headers[\"x-dup\"]", "eq", "\"1, 2\""))
    }

    @Test("a trailer is no header of which an expression knows")
    func trailer() {
        let field = HeaderField("X-Sum", "42")
        #expect(ResponsePart(place: .header(field), text: "42", base: "").expression == "res.headers[\"x-sum\"]")
        #expect(ResponsePart(place: .header(field), text: "42", isTrailer: true, base: "").expression == nil)
    }

    @Test("of a secret, that it is there is asserted: neither that nor a path parameter brings its value into a file")
    func secrets() {
        let token = #"{"access_token": "Zq3vT9xK1mB7rL5wN8pD2sF6", "id": 7}"#
        var scene = menu(at: 1, of: token)
        #expect(scene.state.screen.contains("res.body.access_token isDefined"))
        choose("path parameter", in: &scene)
        #expect(scene.state.status?.text.hasPrefix("It looks like a secret") == true)
        scene.press(.enter)
        choose("assert", in: &scene)
        let content = scene.state.session?.draft.content.definition
        #expect(content?.assertions.last == Assertion("res.body.access_token", "isDefined"))
        #expect(content.map { "\($0)".contains("Zq3vT9") } == false)
    }

    @Test("the links of a header are opened by their relation")
    func links() {
        let field = HeaderField("Link", "</users?page=2>; rel=\"next\", <https://h/z>")
        let part = ResponsePart(place: .header(field), text: field.value, base: "http://127.0.0.1:8080/users/7?a=1")
        #expect(part.links.map(\.url) == ["http://127.0.0.1:8080/users?page=2", "https://h/z"])
        #expect(part.links.map(\.relation) == ["next", nil])
        let location = HeaderField("Location", "8")
        #expect(
            ResponsePart(place: .header(location), text: "8", base: "http://h/users/7").links.map(\.url)
                == ["http://h/users/8"])
    }

    @Test("other tabs have no values to use, and say where there are some")
    func otherTabs() {
        var scene = BodyScene("{}")
        scene.press("]", "]", .enter)
        #expect(scene.state.status?.text.hasPrefix("Values to use are in the body and among the headers") == true)
    }
}
