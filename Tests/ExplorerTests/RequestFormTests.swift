import ExplorerKit
import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("The form of a request")
struct RequestFormTests {
    /// A request as a file says it, its form focused on a tab.
    private func state(
        _ text: String, _ tab: FormTab, rows: Int = 24, collectionAuth: Auth = .none
    ) -> ExplorerState {
        var collection = Explorers.collection
        collection.root.auth = collectionAuth
        collection.items = [CollectionItem.read(text: "info: {name: Q, type: http}\n" + text, path: "q.yml")]
        var state = Explorers.state(collection, rows: rows)
        state.press("2")
        state.session?.tab = tab
        return state
    }

    private func definition(_ state: ExplorerState) -> RequestDefinition {
        state.session?.draft.content.definition ?? RequestDefinition()
    }

    /// Returns the column at which a word begins on the line of the screen that holds another one.
    private func column(of word: String, beside name: String, _ state: ExplorerState) -> Int? {
        let line = state.screen.split(separator: "\n").first { $0.contains(name) }
        return line.flatMap { line in
            line.firstRange(of: word).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
        }
    }

    @Test("a path that is typed has the room of its row, not of the column that it had before")
    func roomOfPath() {
        var state = state("http: {method: POST, url: http://h/, body: {type: file, data: []}}", .body)
        state.press("a")
        state.type("files/of/the/project/upload.json")
        #expect(state.screen.contains(" files/of/the/project/upload.json"), "\(state.screen)")
        state.type(String(repeating: "x", count: 40))
        #expect(view(state).cursor.map { (40..<80).contains($0.column) } == true, "\(state.screen)")
    }

    @Test("the longest name shows its first letter while one types behind it, and its value stays where it is")
    func roomOfName() {
        var state = state("http: {url: http://h/, headers: [{name: X-Correlation, value: abc}]}", .headers)
        let before = column(of: "abc", beside: "X-Correlation", state)
        state.session?.cursor = FormCursor(row: 0, column: 0)
        state.press(.enter)
        #expect(state.context == .edit && state.edit?.editor.text == "X-Correlation")
        #expect(column(of: "abc", beside: "X-Correlation", state) == before && before != nil, "\(state.screen)")
    }

    @Test("a description that is typed has room behind the longest value")
    func roomOfDescription() {
        let value = String(repeating: "long", count: 30)
        var state = state("http: {url: http://h/, headers: [{name: X-Note, value: \(value)}]}", .headers)
        state.session?.cursor = FormCursor(row: 0, column: 2)
        state.press(.enter)
        state.type("why")
        #expect(state.context == .edit && state.edit?.editor.text == "why")
        #expect(view(state).cursor.map { (40..<80).contains($0.column) } == true, "\(state.screen)")
        #expect(state.screen.contains("why"), "\(state.screen)")
    }

    @Test("what a row has no room for ends in a sign", arguments: [Glyphs.unicode, .ascii])
    func cutCells(glyphs: Glyphs) {
        var state = state(
            "http: {url: http://h/, headers: [{name: X-Header-With-Quite-A-Long-Name, value: one}, "
                + "{name: X-Other, value: a-value-that-is-longer-than-what-is-left-of-the-line}]}", .headers)
        state.display.glyphs = glyphs
        let lines = state.screen.split(separator: "\n")
        #expect(lines.contains { $0.contains("X-Header-With-Quit\(glyphs.ellipsis)  one") }, "\(state.screen)")
        let value = lines.first { $0.contains("a-value-that-is-longer") }
        #expect(value?.hasSuffix(glyphs.ellipsis) == true, "\(state.screen)")
    }

    @Test(
        "both lines of a URL that has no room end in a sign; the one that is typed in does not",
        arguments: [Glyphs.unicode, .ascii])
    func cutURL(glyphs: Glyphs) throws {
        let query = "first=1&second=2&third=3&fourth=4&fifth=5&sixth=6&seventh=7"
        var state = state("http: {url: \"http://127.0.0.1:8642/flaky?\(query)\"}", .headers)
        state.display.glyphs = glyphs
        func lines() -> [String] { (1...2).map { view(state).text(row: state.layout.request.row + $0) } }
        #expect(lines().allSatisfy { $0.contains("127.0.0.1:8642/flaky?first=1") })
        #expect(lines().allSatisfy { $0.hasSuffix(glyphs.ellipsis) }, "\(state.screen)")
        let cursor = try #require(state.form?.cursor(of: .url))
        state.session?.cursor = cursor
        #expect(lines()[0].hasSuffix(glyphs.ellipsis), "\(state.screen)")
        state.press(.enter, .end)
        #expect(state.edit?.field == .url)
        #expect(lines()[0].hasSuffix("&seventh=7") && lines()[1].hasSuffix(glyphs.ellipsis), "\(state.screen)")
    }

    @Test("a line of a body that has no room ends in a sign")
    func cutLine() {
        let text = String(repeating: "many ", count: 20)
        let state = state("http: {method: POST, url: http://h/, body: {type: text, data: \"\(text)words\"}}", .body)
        let line = state.screen.split(separator: "\n").first { $0.contains("many many") }
        #expect(line?.hasSuffix(state.glyphs.ellipsis) == true, "\(state.screen)")
    }

    @Test(
        "the title of the column under the cursor stands in brackets, and an empty cell says its column while one types",
        arguments: [(80, 24), (200, 50)])
    func columns(columns: Int, rows: Int) {
        var state = Explorers.state(columns: columns, rows: rows)
        state.press("2", "j")
        #expect(state.screen.contains("Path     [Value] Description"), "\(state.screen)")
        state.press("l")
        #expect(state.screen.contains("Path      Value [Description]"), "\(state.screen)")
        state.press(.enter)
        #expect(state.screen.contains("7   description"), "\(state.screen)")
    }

    @Test("tree and tabs have the method of the draft", arguments: [(80, 24), (200, 50)])
    func method(columns: Int, rows: Int) {
        var state = Explorers.state(columns: columns, rows: rows)
        state.session?.draft.change { $0.request.definition.method = "PUT" }
        _ = update(&state, .input(.resize(Size(columns: columns, rows: rows))))
        #expect(state.screen.contains("  PUT  Get user"), "\(state.screen)")
        #expect(state.current.tab(of: "users/get.yml").method == "PUT")
    }

    @Test("the collection's own credentials and settings cannot be inherited: nothing is above it")
    func nothingAbove() throws {
        var state = Explorers.state()
        state.press("g", .enter)
        var builder = FormBuilder(try #require(state.session).draft.form, FormSurroundings())
        builder.addAuth()
        builder.addOptions()
        let choices = ["auth.type", "settings.followRedirects", "graphql.encodeUrl"].map { name -> [String] in
            guard case .choice(let words, _)? = builder.form.inputs[.value(name)]?.kind else { return [] }
            return words
        }
        #expect(choices.allSatisfy { $0.count > 2 && !$0.contains("inherit") }, "\(choices)")
        let timeout = try #require(builder.form.inputs[.value("settings.timeout")])
        var content = builder.content
        #expect(timeout.write(&content, "inherit") == "Timeout: whole milliseconds, 0: no timeout")
    }

    @Test("a variable gets a value of several lines with Alt-Enter, edited as a body is")
    func severalLines() {
        var state = state("http: {url: http://h/}\nruntime: {variables: [{name: v, value: one}]}", .variables)
        state.press("j", .enter)
        #expect(state.context == .edit)
        state.press(KeyStroke(.enter, .alt))
        state.type("two")
        #expect(
            state.screen.contains("2 lines") && state.screen.contains("     one\n") && state.screen.contains("     two")
        )
        state.press(.escape)
        #expect(definition(state).variables.first?.value == "one\ntwo")
        #expect(state.screen.contains("one… (2 lines)"))
        state.press(.enter)
        #expect(state.edit?.editor.isMultiline == true)
    }

    /// Edits the value of a row.
    private func editing(_ text: String, _ tab: FormTab, _ table: FormTable) -> ExplorerState {
        var state = state(text, tab)
        let field = FormField.cell(table, row: 0, .value)
        if let cursor = state.form?.cursor(of: field) { state.session?.cursor = cursor }
        state.press(.enter)
        #expect(state.edit?.field == field, "\(state.screen)")
        return state
    }

    private static let form = "http: {url: http://h/, body: {type: form-urlencoded, data: [{name: f, value: \"%\"}]}}"
    private static let headers = "http: {url: http://h/, headers: [{name: X, value: \"%\"}]}"

    @Test("a value with line breaks and tabs keeps both when it is typed in")
    func linesOfValues() {
        var form = editing(Self.form.replacing("%", with: "l1\\r\\nl2\\tx"), .body, .form)
        form.type("y")
        #expect(definition(form).body.form.first?.value == "yl1\r\nl2\tx")
        form.press(KeyStroke(.enter))
        #expect(definition(form).body.form.first?.value == "y\r\nl1\r\nl2\tx")
        // None can be added to a header, but what the file has stays.
        var header = editing(Self.headers.replacing("%", with: "a\\nb"), .headers, .headers)
        header.type("c")
        #expect(definition(header).headers.first?.value == "ca\nb")
        let query = "http: {url: \"http://h/?q=a%0Ab\", params: [{type: query, name: q, value: \"a%0Ab\"}]}"
        var row = editing(query + "\nsettings: {encodeUrl: false}", .params, .query)
        row.type("c")
        #expect(definition(row).url == "http://h/?q=ca%0Ab")
    }

    @Test("a tab in a field of one line stays and is seen")
    func tabInLine() {
        var state = editing(Self.headers.replacing("%", with: "a\\tb"), .headers, .headers)
        state.type("c")
        #expect(definition(state).headers.first?.value == "a\tbc")
        #expect(state.screen.contains("a␉bc"))
    }

    @Test("a form's value may be broken into lines with Alt-Enter")
    func brokenFormValue() {
        var state = editing(Self.form.replacing("%", with: "one"), .body, .form)
        state.press(KeyStroke(.enter, .alt))
        state.type("two")
        #expect(definition(state).body.form.first?.value == "one\ntwo")
    }

    @Test("that typing takes the line breaks of a URL is said before it does")
    func linesOfURL() {
        var state = state("http: {url: \"http://h/a\\nb\"}", .params)
        state.press(.enter)
        #expect(state.edit?.field == .url && state.status?.text.contains("turns the line breaks into spaces") == true)
        #expect(definition(state).url == "http://h/a\nb")
    }

    @Test("what comes back from an editor keeps its lines where the value may have them")
    func editedElsewhere() {
        func edited(_ text: String, _ state: ExplorerState) -> ExplorerState {
            var state = state
            let effect = state.press(.alt("E")).first { $0.key == .editor }
            guard let effect, case .openEditor = effect.order else { return state }
            _ = update(
                &state, effect.reply(text))
            return state
        }
        let text = "a\n\n b\u{2028}c\r\n"
        let form = edited(text, editing(Self.form.replacing("%", with: "one"), .body, .form))
        #expect(definition(form).body.form.first?.value == text)
        let lines = edited(text, editing(Self.headers.replacing("%", with: "a\\nb"), .headers, .headers))
        #expect(definition(lines).headers.first?.value == text)
        let line = edited(text, editing(Self.headers.replacing("%", with: "a"), .headers, .headers))
        #expect(definition(line).headers.first?.value == "a  b\u{2028}c")
        #expect(line.status?.text.contains("line breaks became spaces") == true)
    }

    @Test("lines of a value are counted as they are edited: a separator in a line makes no other")
    func countedLines() {
        let variables = "http: {url: http://h/}\nruntime: {variables: [{name: v, value: \"%\"}]}"
        let separator = state(variables.replacing("%", with: "a\\u2028b"), .variables)
        #expect(separator.screen.contains("a<U+2028>b") && !separator.screen.contains("lines)"))
        let windows = state(variables.replacing("%", with: "a\\r\\nb"), .variables)
        #expect(windows.screen.contains("a… (2 lines)"))
    }

    @Test("what was typed before Alt-Enter is undone behind it")
    func undoneBehindLines() {
        var state = state("http: {url: http://h/}\nruntime: {variables: [{name: v, value: one}]}", .variables)
        state.press("j", .enter)
        state.type("x")
        state.press(KeyStroke(.enter, .alt))
        state.type("two")
        #expect(state.edit?.editor.text == "onex\ntwo")
        state.press(.control("_"), .control("_"))
        #expect(state.edit?.editor.text == "onex")
        #expect(state.screen.contains("1 line") && !state.screen.contains("1 lines"))
        state.press(.control("_"))
        #expect(state.edit?.editor.text == "one" && definition(state).variables.first?.value == "one")
    }

    @Test(
        "an assertion is an expression, an operator of the table and a value; one that compares with nothing has none")
    func assertions() {
        var state = state("http: {url: http://h/}", .assertions)
        state.press("a")
        state.press(.control("u"))
        state.type("res.body.id")
        state.press(.escape, "l", .enter)
        state.type("isDefined")
        state.press(.enter)
        #expect(definition(state).assertions == [Assertion("res.body.id", "isDefined")])
        #expect(state.screen.contains("Asserts 1"))
        state.press(.enter)
        state.type("gte")
        state.press(.enter, "l", .enter)
        state.type("7")
        state.press(.escape)
        #expect(definition(state).assertions == [Assertion("res.body.id", "gte", "7")])
    }

    @Test("a part of the answer is kept in a variable until quitting")
    func captures() {
        var state = state("http: {url: http://h/}", .variables)
        state.press("j", "j")
        #expect(state.fieldAtCursor == .empty(.captures))
        state.press(.enter)
        state.type("id")
        state.press(.tab)
        state.type(".id")
        state.press(.escape)
        let action = definition(state).actions.first
        #expect(action?.variable == "id" && action?.expression == "res.body.id" && action?.scope == "runtime")
    }

    @Test("a part of a multipart form is a text or files, one path to a line")
    func parts() {
        var state = state("http: {url: http://h/, body: {type: multipart-form, data: []}}", .body)
        #expect(state.screen.contains("No parts. a adds one."))
        state.press("a")
        state.type("photo")
        state.press(.escape, "l", .enter)
        state.type("file")
        state.press(.enter, "l", .enter)
        state.type("a.png")
        state.press(KeyStroke(.enter, .alt))
        state.type("b.png")
        state.press(.escape)
        #expect(
            definition(state).body.parts == [MultipartPart(name: "photo", isFile: true, values: ["a.png", "b.png"])])
        #expect(state.screen.contains("photo     file  a.png, b.png"))
    }

    @Test("of several files one is chosen")
    func files() {
        var state = state("http: {url: http://h/, body: {type: file, data: []}}", .body)
        state.press("a")
        state.type("a.bin")
        state.press(.escape, "a")
        state.type("b.bin")
        state.press(.escape)
        #expect(state.screen.contains("(●) a.bin") && state.screen.contains("( ) b.bin"))
        state.press(" ")
        #expect(definition(state).body.files.map(\.isSelected) == [false, true])
    }

    @Test("a body becomes the first of several variants, which are chosen, named and taken out")
    func variants() {
        var state = state("http: {url: http://h/, body: {type: text, data: one}}", .body)
        state.press("j", .enter)
        state.type("variants")
        state.press(.enter, "g", "j", "j", "h", .enter)
        state.press(.control("u"))
        state.type("Second")
        state.press(.escape, " ")
        #expect(definition(state).bodyVariants.map(\.title) == ["Variant 1", "Second"])
        #expect(definition(state).selectedVariant == 1)
        state.press("G", .enter)
        state.type("two ")
        state.press(.escape)
        #expect(definition(state).body.text == "two one")
        state.press("g", "j", " ")
        #expect(state.screen.contains("(●) Variant 1") && state.screen.contains("( ) Second"))
        #expect(definition(state).body.text == "one", "each keeps its own text")
        state.press("d")
        #expect(definition(state).bodyVariants.map(\.title) == ["Second"] && definition(state).body.text == "two one")
    }

    @Test("a variable's value can be one of several")
    func valueVariants() {
        var state = state("http: {url: http://h/}\nruntime: {variables: [{name: v, value: one}]}", .variables)
        state.press("j", "l", .enter)
        state.type("variants")
        state.press(.enter, "j", "j", " ", .enter)
        state.press(.control("u"))
        state.type("two")
        state.press(.escape)
        let variable = definition(state).variables.first
        #expect(variable?.value == "two" && variable?.selectedVariant == 1)
        #expect(state.screen.contains("( ) Variant 1  one") && state.screen.contains("(●) Variant 2  two"))
    }

    @Test("an example is added with the request's own line, copied, renamed and taken out")
    func examples() {
        var state = state("http: {url: http://h/users, method: POST}", .examples, rows: 40)
        state.press("a")
        state.press(.control("u"))
        state.type("Created")
        state.press(.escape)
        #expect(definition(state).examples.first?.request?.url == "http://h/users")
        #expect(state.screen.contains("Created") && state.screen.contains("Status    200"))
        state.press("j", "j", "j", .enter)
        state.press(.control("u"))
        state.type("999")
        #expect(state.screen.contains("Status: a number from 100 to 599"))
        state.press(.control("u"))
        state.type("201")
        state.press(.escape, "j", "j", "j", .enter)
        state.type("{}")
        state.press(.escape, "D")
        let examples = definition(state).examples
        #expect(examples.map(\.name) == ["Created", "Created copy"])
        #expect(examples.map { $0.response?.status } == [201, 201] && examples[1].response?.body?.data == "{}")
        state.press("d")
        #expect(definition(state).examples.count == 1)
    }

    @Test("the kinds of auth have names for people; the file keeps its words, and they are found by either")
    func authTitles() {
        var state = state("http: {url: http://h/}", .auth, rows: 40)
        state.press("j", .enter)
        for title in ["AWS Signature 4", "OAuth 1", "OAuth 2", "WSSE", "NTLM"] {
            #expect(state.screen.contains(title), "\(state.screen)")
        }
        state.type("awsv4")
        state.press(.enter)
        #expect(state.screen.contains("[Auth AWS Signature 4]"), "\(state.screen)")
        #expect(definition(state).auth == .unsupported(.fresh("awsv4")))
    }

    @Test("every kind of auth has a row for each key that it can say")
    func auth() {
        var state = state("http: {url: http://h/}", .auth, rows: 40)
        state.press("j", .enter)
        state.type("oauth2")
        state.press(.enter)
        #expect(state.screen.contains("Flow") && state.screen.contains("client_credentials"))
        #expect(state.screen.contains("Access token URL") && state.screen.contains("Credentials client secret"))
        state.press("j", .enter)
        state.type("implicit")
        state.press(.enter)
        #expect(state.screen.contains("Authorization URL") && !state.screen.contains("Access token URL"))
        state.press("j", .enter)
        state.type("http://auth/")
        state.press(.escape)
        guard case .unsupported(let details) = definition(state).auth else {
            Issue.record("it is supported")
            return
        }
        #expect(details.members == ["flow": "implicit", "authorizationUrl": "http://auth/"])
    }

    @Test("a query row that the URL lacks is marked, and so is one that says something else")
    func marks() {
        let state = state(
            """
            http:
              url: http://h/?a=1
              params: [{name: a, value: "2", type: query}, {name: b, value: x, type: query}]
            """, .params)
        #expect(state.screen.contains("the table says 2; the URL is sent"))
        #expect(state.screen.contains("not in the URL: sent after it"))
    }

    @Test("a value with & while Encode URL is on: the URL is spelled anew, or the row stays beside it")
    func unspellable() {
        let text =
            "http: {url: 'http://h/?a=1', params: [{name: a, value: '1', type: query}]}\nsettings: {encodeUrl: true}"
        var state = state(text, .params)
        state.press("j", .enter)
        state.type("&2")
        state.press(.escape)
        #expect(state.screen.contains("a cannot stand in the URL while Encode URL is on"))
        var elsewhere = state
        elsewhere.show(.root)
        #expect(!elsewhere.screen.contains("cannot stand in the URL"), "it is asked over its own request alone")
        var declined = state
        declined.press(.down, .enter)
        #expect(declined.screen.contains("Bruno will not send this"))
        state.press(.enter)
        #expect(definition(state).settings.encodesURL == false && definition(state).url == "http://h/?a=1%262")
    }

    /// Returns the remarks after the rows of tables; "" for a row without one.
    private func remarks(_ state: ExplorerState) -> [String] {
        (state.form?.rows ?? []).compactMap { row -> String? in
            guard case .record(_, _, let remark) = row.kind else { return nil }
            return remark ?? ""
        }
    }

    @Test(
        "a header row says when another is sent in its place, and nothing when it is sent itself",
        arguments: [
            ("{name: authorization, value: Bearer a}", "auth: {type: basic}", ["not sent: the Auth tab wins"]),
            ("{name: Authorization, value: Bearer a, disabled: true}", "auth: {type: basic}", [""]),
            ("{name: Authorization, value: Bearer a}", "auth: inherit", [""]),
            ("{name: Authorization, value: Bearer a}", "method: GET", [""]),
            (
                "{name: Authorization, value: a}, {name: X-A, value: b}",
                "auth: {type: digest, username: u, password: p}", ["", ""]
            ),
            (
                "{name: X-A, value: a}, {name: X-Key, value: b}",
                "auth: {type: apikey, key: x-key, value: c, placement: header}", ["", "not sent: the Auth tab wins"]
            ),
            (
                "{name: X-Key, value: b}", "auth: {type: apikey, key: x-key, value: c, placement: query}", [""]
            ),
            (
                "{name: Content-Type, value: text/plain}",
                "body: {type: file, data: [{filePath: a.png, contentType: image/png, selected: true}]}",
                ["not sent: the Body tab wins"]
            ),
            ("{name: Content-Type, value: text/plain}", "body: {type: json, data: '{}'}", [""]),
            ("{name: 'X-{{$guid}}', value: a}", "method: GET", [""]),
            (
                "{name: X-A, value: a}, {name: x-a, value: b}, {name: X-A, value: c, disabled: true}", "method: GET",
                ["not sent: a later row wins", "", ""]
            ),
        ] as [(String, String, [String])])
    func replacedHeaders(headers: String, rest: String, expected: [String]) {
        let state = state("http: {url: http://h/, headers: [\(headers)], \(rest)}", .headers)
        #expect(remarks(state) == expected)
    }

    @Test("whose credentials go in the place of a header row stands behind it, in the row on screen")
    func replacedHeadersOnScreen() {
        let row = "headers: [{name: Authorization, value: Bearer abcd1234}]"
        let own = state("http: {url: http://h/, \(row), auth: {type: bearer, token: t}}", .headers)
        let line = own.screen.split(separator: "\n").first { $0.contains("[✓] Authorization") }
        #expect(line?.contains("••••  not sent: the Auth") == true, "\(own.screen)")
        let inherited = state(
            "http: {url: http://h/, \(row), auth: inherit}", .headers, collectionAuth: .bearer(token: "t"))
        #expect(remarks(inherited) == ["not sent: auth from collection wins"])
        let inURL = state("http: {url: 'http://ann:x@h/', \(row)}", .headers)
        #expect(remarks(inURL) == ["not sent: the URL's user wins"])
    }

    @Test("a setting can say inherit, or nothing")
    func inherit() {
        var state = state("http: {url: http://h/}\nsettings: {followRedirects: false}", .options)
        state.press("j", "j", .enter)
        state.type("inherit")
        state.press(.enter)
        #expect(definition(state).settings.inherited == [.followRedirects])
        #expect(state.screen.contains("Follow redirects  inherit"))
        state.press(" ")
        #expect(definition(state).settings.followsRedirects == true && definition(state).settings.inherited.isEmpty)
    }

    @Test("docs are shown as Markdown and typed as text; name, description and tags stand below")
    func docs() {
        var state = state("http: {url: http://h/}\ndocs: |\n  # Orders\n  - one\n", .docs)
        #expect(state.screen.contains("│ Orders\n") && state.screen.contains("- one"))
        state.press("j", .enter)
        #expect(state.screen.contains("# Orders"))
        state.press(.escape, "G", .enter)
        state.type("new, fast")
        state.press(.escape)
        #expect(definition(state).tags == ["new", "fast"])
    }

    @Test("a wait that no file may hold is refused while it is typed", arguments: ["1e19", "2000000", "-1", "nan"])
    func waits(text: String) throws {
        let wait = try #require(RequestPolicies.entries.first { $0.key == "retry.base" })
        var policies = RequestPolicies()
        policies.retry = RetrySettings(count: 1)
        #expect(wait.set(text, in: &policies) != nil && policies.retry?.base == nil)
        #expect(wait.set("0.5", in: &policies) == nil && wait.text(policies) == "0.5")
    }

    @Test("how a URL is encoded is switched from what holds now, be it inherited: the same is sent")
    func respelling() {
        var definition = RequestDefinition()
        definition.settings.isPresent = true
        definition.url = "http://h/?q=a%20b"
        var inherited = RequestSettings()
        inherited.encodesURL = false
        #expect(definition.respelled(encoding: true, inherited).url == "http://h/?q=a b")
        #expect(definition.respelled(encoding: false, inherited).url == definition.url)
    }

    @Test("tabs that do not fit go by as one moves on")
    func tabs() {
        var state = state("http: {url: http://h/}", .params)
        #expect(state.screen.contains("[Params] Headers  Body  Auth  Options  Vars  Asserts …"))
        state.press("[")
        #expect(
            state.screen.contains("… Auth  Options  Vars  Asserts  Examples [Docs]")
                || state.screen.contains("…") && state.screen.contains("[Docs]"))
    }
}
