import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Completing a field")
struct CompletionTests {
    private func headers() -> ExplorerState {
        var state = Explorers.state(columns: 100, rows: 30)
        state.press(.enter, "]", "a")
        return state
    }

    private func row(_ state: ExplorerState, _ index: Int) -> Field? {
        state.session?.draft.content.definition.headers[safe: index]
    }

    @Test("a header's name is listed while it is typed, and nothing is inserted unasked")
    func appears() {
        var state = headers()
        #expect(state.openCompletion == nil, "nothing is listed before something is typed")
        state.type("conte")
        #expect(state.context == .completion)
        #expect(state.screen.contains("Content-Type") && state.screen.contains("media type of the body"))
        #expect(row(state, 2)?.name == "conte")
        state.press(.escape)
        #expect(state.context == .edit && row(state, 2)?.name == "conte")
        state.press(.escape)
        #expect(state.context == .request)
    }

    @Test("Tab keeps what was typed and goes to the next field, whatever a list offers, until a row is chosen")
    func unasked() {
        var collection = Explorers.collection
        var other = RequestDefinition()
        other.url = "http://h/?seconds=1"
        other.headers = [Field("X-API-Key", "")]
        collection.items.append(Explorers.item("other.yml", other))
        var state = Explorers.state(collection, columns: 100, rows: 30)
        state.press(.enter, "a")
        state.type("s")
        #expect(state.openCompletion?.rows.map(\.text) == ["seconds"] && state.screen.contains("Tab next field"))
        state.press(.tab)
        state.type("1")
        let parameter = state.session?.draft.content.definition.queryRows.last?.field
        #expect(parameter?.name == "s" && parameter?.value == "1")
        state.press(.escape, "]", "a")
        state.type("X-A")
        #expect(state.openCompletion?.rows.contains { $0.text == "X-API-Key" } == true)
        state.press(.tab)
        state.type("1")
        #expect(row(state, 2)?.name == "X-A" && row(state, 2)?.value == "1")
    }

    @Test("Tab takes the row that was chosen, then leads to the value, whose usual ones are listed")
    func tab() {
        var state = headers()
        state.type("content-ty")
        state.press(.down)
        #expect(state.screen.contains("Tab take"))
        state.press(.tab)
        #expect(row(state, 2)?.name == "Content-Type" && state.context == .edit)
        state.press(.tab)
        state.type("application/j")
        #expect(state.screen.contains("application/json"))
        state.press(.down, .enter)
        #expect(row(state, 2)?.value == "application/json" && state.context == .edit)
    }

    @Test("Enter keeps what was typed unless a row was chosen")
    func enter() {
        var state = headers()
        state.type("Acc")
        state.press(.enter)
        #expect(row(state, 2)?.name == "Acc" && state.context == .request)
    }

    @Test("a name that is typed whole is left by Tab, though others begin with it")
    func whole() {
        var state = headers()
        state.type("Accept")
        #expect(state.openCompletion != nil)
        state.press(.tab)
        #expect(row(state, 2)?.name == "Accept" && state.edit?.field == .cell(.headers, row: 2, .value))
    }

    @Test("Down asks in an empty field, Up goes to the last row, Down round to the first")
    func asked() {
        var state = headers()
        state.press(.down)
        #expect(state.openCompletion?.selected == nil)
        state.press(.up)
        #expect(state.openCompletion?.selected == (state.openCompletion?.rows.count ?? 0) - 1)
        state.press(.down)
        #expect(state.openCompletion?.selected == 0)
    }

    @Test("the last item of a list of values is completed")
    func listValue() {
        var state = headers()
        state.type("Accept-Encoding")
        state.press(.tab)
        state.type("gzip, b")
        state.press(.down, .tab)
        #expect(row(state, 2)?.value == "gzip, br")
    }

    @Test("other requests' names and values are offered, secrets never")
    func inUse() {
        var collection = Explorers.collection
        var other = RequestDefinition()
        other.url = "http://h/?page=1&per_page=5&pe-s3cr3t-value&ghp_0123456789abcdefghijABCDEFGHIJ012345"
        other.headers = [
            Field("X-Team", "blue"), Field("X-Auth-Token", "s3cret-value"),
            Field("X-Team", "ghp_0123456789abcdefghijABCDEFGHIJ012345"),
        ]
        collection.items.append(Explorers.item("other.yml", other))
        var state = Explorers.state(collection, columns: 100, rows: 30)
        state.secrets.insert(["pe-s3cr3t-value"])
        state.press(.enter, "]", "a")
        state.type("x-tea")
        #expect(state.openCompletion?.rows.map(\.text) == ["X-Team"])
        state.press(.down, .tab, .tab)
        state.type("b")
        #expect(state.openCompletion?.rows.map(\.text) == ["blue"])
        state.press(.escape, .escape, "a")
        state.type("X-Auth-Token")
        state.press(.tab, .down)
        #expect(state.openCompletion == nil && !state.screen.contains("s3cret"))
        state.press(.escape, "[", "a")
        state.type("pe")
        #expect(state.openCompletion?.rows.map(\.text) == ["per_page"])
        state.press(.control("u"))
        state.type("gh")
        #expect(state.openCompletion == nil)
    }

    @Test("two braces list the variables with value and origin, dots for secrets; Tab closes the braces")
    func holes() {
        var state = Explorers.state(columns: 120, rows: 30)
        state.press(.enter, "i")
        state.type("/{{")
        #expect(state.screen.contains("baseUrl") && state.screen.contains("http://127.0.0.1:8642"))
        #expect(state.screen.contains("environment local"))
        let token = state.screen.split(separator: "\n").first { $0.contains("│ token") }
        #expect(token?.contains("••••") == true && !state.screen.contains("t0p-secret"))
        state.type("$gu")
        #expect(state.screen.contains("generated for each request"))
        state.press(.tab)
        #expect(state.session?.draft.content.definition.url.hasSuffix("/{{$guid}}") == true)
        state.type("{{")
        #expect(state.openCompletion?.tabStep == .goOn, "what of all of them is meant, nobody has said")
        state.type("bas")
        state.press(.left)
        #expect(state.openCompletion == nil, "moving on closes the list")
    }

    @Test("what closes the braces already stays once")
    func closed() {
        var state = Explorers.state(columns: 120, rows: 30)
        state.press("j", .enter, "]", "]", .down, .down, .enter, KeyStroke(.end, .control))
        state.type("{{}}")
        state.press(.left, .left)
        state.type("ba")
        state.press(.tab)
        #expect(state.bodyText.hasSuffix("{{baseUrl}}"))
    }

    @Test("within a hole, the name that is taken stands in the place of all that was its name")
    func within() {
        var state = Explorers.state(columns: 120, rows: 30)
        state.press("j", .enter, "]", "]", .down, .down, .enter, KeyStroke(.end, .control))
        state.type("{{token}}")
        for _ in "token}}" { state.press(.left) }
        state.type("ba")
        state.press(.tab)
        #expect(state.bodyText.hasSuffix("}{{baseUrl}}"))
        state.press(KeyStroke(.home))
        state.type("{{ba")
        state.press(.tab)
        #expect(state.bodyText.hasSuffix("{{baseUrl}}}{{baseUrl}}"), "what is no name stays")
    }

    @Test("in a body, Tab still indents and the arrows still move where no list is open")
    func body() {
        var state = Explorers.state()
        state.press("j", .enter, "]", "]", .down, .down, .enter)
        state.press(.tab)
        #expect(state.bodyText.hasPrefix("  {"))
        state.press(.down)
        #expect(state.edit?.editor.buffer.cursor.line == 1)
    }

    /// Returns a state in the field for the path of a body that is a file.
    private func atBodyFile() -> ExplorerState {
        var state = Explorers.state(columns: 100, rows: 30)
        state.press("j", .enter)
        state.session?.draft.change { $0.request.definition.body.kind = .file }
        state.press("]", "]", "a")
        return state
    }

    private func path(_ state: ExplorerState) -> String? {
        state.session?.draft.content.definition.body.files.first?.path
    }

    @Test("files are listed below the collection, directories first, hidden ones after a dot")
    func files() {
        var state = atBodyFile()
        let files: [String: [ListedFiles.Entry]] = [
            "": [
                .init(name: "data.bin", isDirectory: false), .init(name: "dir", isDirectory: true),
                .init(name: ".hidden", isDirectory: false),
            ],
            "dir/": [.init(name: "one.json", isDirectory: false), .init(name: "one.jsonl", isDirectory: false)],
        ]
        state.typeAndWork("d", files: files)
        #expect(state.openCompletion?.rows.map(\.text) == ["dir/", "data.bin"])
        state.typeAndWork("i", files: files)
        state.work(state.press(.tab), files: files)
        #expect(path(state) == "dir/")
        #expect(state.openCompletion?.rows.map(\.text) == ["one.json", "one.jsonl"])
        var behindDirectory = state
        behindDirectory.work(behindDirectory.press(.tab), files: files)
        #expect(path(behindDirectory) == "dir/one.json")
        state.typeAndWork("o", files: files)
        state.work(state.press(.tab), files: files)
        #expect(path(state) == "dir/one.json")
        state.press(.control("u"))
        state.typeAndWork(".", files: files)
        #expect(state.openCompletion?.rows.map(\.text) == [".hidden"])
    }

    @Test("Tab completes a path as far as it is clear and lists what there is, then chooses the first, then takes it")
    func ambiguousFiles() {
        var state = atBodyFile()
        let files: [String: [ListedFiles.Entry]] = [
            "": [.init(name: "home", isDirectory: true), .init(name: "home2", isDirectory: true)],
            "home/": [.init(name: "one.json", isDirectory: false)],
        ]
        state.typeAndWork("ho", files: files)
        #expect(state.screen.contains("Tab complete"))
        state.work(state.press(.tab), files: files)
        #expect(path(state) == "home" && state.openCompletion?.rows.map(\.text) == ["home/", "home2/"])
        #expect(state.screen.contains("Tab choose"))
        state.work(state.press(.tab), files: files)
        #expect(path(state) == "home" && state.openCompletion?.selected == 0)
        state.work(state.press(.tab), files: files)
        #expect(path(state) == "home/" && state.openCompletion?.rows.map(\.text) == ["one.json"])
        state.work(state.press(.tab), files: files)
        #expect(path(state) == "home/one.json" && state.context == .edit)
    }

    @Test("a file whose whole name another one goes on from is not left by Tab before it is chosen")
    func fileWithinAnother() {
        var state = atBodyFile()
        let files = ["": ["data", "data2"].map { ListedFiles.Entry(name: $0, isDirectory: false) }]
        state.typeAndWork("data", files: files)
        state.work(state.press(.tab), files: files)
        #expect(state.context == .completion && state.openCompletion?.selected == 0)
        state.work(state.press(.tab), files: files)
        #expect(state.context == .edit && path(state) == "data")
    }

    @Test("of more files than are listed at once, those that go on from what is typed are asked for with each letter")
    func manyFiles() {
        var state = atBodyFile()
        let files = ["": ["a", "ab", "abc", "b", "bc"].map { ListedFiles.Entry(name: $0, isDirectory: false) }]
        state.typeAndWork("a", files: files, most: 2)
        #expect(state.openCompletion?.rows.map(\.text) == ["a", "ab"])
        state.typeAndWork("bc", files: files, most: 2)
        #expect(state.openCompletion == nil, "all of its name is typed")
        state.work(state.press(KeyStroke(.backspace)), files: files, most: 2)
        #expect(state.openCompletion?.rows.map(\.text) == ["ab", "abc"])
        state.work(state.press(.control("u")), files: files, most: 2)
        state.typeAndWork("b", files: files, most: 2)
        #expect(state.openCompletion?.rows.map(\.text) == ["b", "bc"])
    }

    @Test("the list stands above the line where there is no room below", arguments: [Size(columns: 80, rows: 24)])
    func above(size: Size) {
        var state = Explorers.state(columns: size.columns, rows: size.rows)
        state.press(.enter, "]", "z", "a")
        for _ in 0..<14 {
            state.type("X-More")
            state.press(.escape, "a")
        }
        state.type("accept")
        let rows = state.screen.split(separator: "\n", omittingEmptySubsequences: false)
        let field = rows.lastIndex { $0.contains("] accept") } ?? 0
        let list = rows.firstIndex { $0.contains("Accept-Language") } ?? .max
        #expect(list < field)
    }
}
