import OpenCollection
import TestSupport
import Testing
import TextGrid

@testable import Explorer

@Suite("Finding a request")
struct FinderTests {
    private func found(_ state: ExplorerState) -> [String] {
        guard let finder = state.overlays.last as? FinderState, let index = state.finding.requestIndex else {
            return []
        }
        return finder.matches.map { index.entries[$0.index].name }
    }

    @Test("nothing typed lists all requests in the tree's order; letters narrow the list, the best first")
    func narrows() {
        var state = Explorers.state()
        state.press("'")
        #expect(found(state) == ["Get user", "Create user", "Secret"])
        state.type("cr us")
        #expect(found(state) == ["Create user"])
        #expect(state.screen.contains("Requests: 1 of 3") && state.screen.contains("POST    Create user"))
        state.press(
            KeyStroke(.backspace), KeyStroke(.backspace), KeyStroke(.backspace), KeyStroke(.backspace),
            KeyStroke(.backspace))
        #expect(found(state).count == 3)
    }

    @Test(
        "name, folder, method, URL and tags are looked at",
        arguments: [
            ("get user", "Get user"), ("users/cr", "Create user"), ("post", "Create user"), ("private", "Secret"),
            ("nightly", "Tagged"),
        ])
    func fields(typed: String, name: String) {
        var collection = Explorers.collection
        var tagged = RequestDefinition()
        (tagged.name, tagged.tags) = ("Tagged", ["nightly", "slow"])
        collection.items.append(Explorers.item("tagged.yml", tagged))
        var state = Explorers.state(collection)
        state.press("'")
        state.type(typed)
        #expect(found(state).first == name)
    }

    @Test("Enter shows the request and its place in the tree, though its folder was closed")
    func opens() {
        var state = Explorers.state()
        state.tree.expanded = [.root]
        state.press("'")
        state.type("create")
        state.press(.enter)
        #expect(state.overlays.isEmpty && state.shown == "users/create.yml")
        #expect(state.tree.cursor == "users/create.yml" && state.screen.contains("POST Create user"))
    }

    @Test("a list of none says what widens it")
    func nothing() {
        var state = Explorers.state()
        state.press("'")
        state.type("zzzz")
        #expect(state.screen.contains("No matches: Backspace widens the list, Esc closes it."))
    }

    @Test("a filter of the tree that hides what was found gives way")
    func filtered() {
        var state = Explorers.state()
        state.press("/")
        state.type("private")
        state.press(.enter, "'")
        state.type("create")
        state.press(.enter)
        #expect(state.tree.filter == nil && state.tree.cursor == "users/create.yml")
    }

    @Test("Ctrl-R shows and sends at once")
    func sends() {
        var state = Explorers.state()
        state.press("'")
        state.type("create")
        let effects = state.press(.control("r"))
        #expect(state.shown == "users/create.yml" && state.session?.isSending == true)
        #expect(effects.contains { $0.key == .send("users/create.yml") })
    }

    @Test("Ctrl-R of one that is to be read first sends when it is there, unless a key comes before")
    func sendsUnopened() throws {
        var collection = Explorers.collection
        var ping = RequestDefinition()
        (ping.name, ping.url) = ("Ping", "http://127.0.0.1:9/ping")
        collection.items.append(
            CollectionItem(path: "ping.yml", name: "Ping", kind: .unopened(RequestHead(method: "GET", url: ping.url))))
        for isLeft in [false, true] {
            var state = Explorers.state(collection)
            state.press("'")
            state.type("ping")
            let opening = try #require(state.press(.control("r")).first { $0.key == .open("ping.yml") })
            if isLeft { state.press("4") }
            let item = Explorers.item("ping.yml", ping)
            let effects = update(
                &state, opening.reply(OpenedItem.item(item)))
            #expect(effects.contains { $0.key == .send("ping.yml") } == !isLeft)
        }
    }

    @Test(
        "Ctrl-R of one that is to be read first sends nothing after a click, after a paste, or when it cannot be read")
    func leftUnopened() throws {
        var collection = Explorers.collection
        var ping = RequestDefinition()
        (ping.name, ping.method, ping.url) = ("Ping", "DELETE", "http://127.0.0.1:9/ping")
        collection.items.append(
            CollectionItem(
                path: "ping.yml", name: "Ping", kind: .unopened(RequestHead(method: "DELETE", url: ping.url))))
        let broken = CollectionItem(
            path: "ping.yml", name: "Ping", kind: .broken(FileProblem(path: "ping.yml", message: "it is no mapping")))
        let ways: [Event?] = [
            .input(.mouse(MouseEvent(.press, at: Point(column: 40, row: 16)))), .input(.paste("x")), nil,
        ]
        for event in ways {
            var state = Explorers.state(collection)
            state.press("'")
            state.type("ping")
            let opening = try #require(state.press(.control("r")).first { $0.key == .open("ping.yml") })
            _ = update(&state, event ?? opening.reply(OpenedItem.item(broken)))
            #expect(state.current.opened.wanted == nil)
            let item = Explorers.item("ping.yml", ping)
            let effects = update(&state, opening.reply(OpenedItem.item(item)))
            #expect(!effects.contains { $0.key == .send("ping.yml") })
        }
    }

    @Test("while editing another key opens it; what was typed stays a draft")
    func whileEditing() {
        var state = Explorers.state()
        state.press("2", "i")
        state.type("&x=1")
        state.press(.control("t"))
        #expect(state.context == .finder)
        state.type("create")
        state.press(.enter)
        #expect(state.shown == "users/create.yml" && state.edit == nil)
        #expect(state.sessions["users/get.yml"]?.draft.isDirty == true)
    }

    @Test("requests that were worked with stand first, the last one above; those only passed do not")
    func recent() {
        var state = Explorers.state()
        state.press("s", "j", "j", "s", "k")
        state.press("'")
        #expect(found(state) == ["Secret", "Get user", "Create user"])
        #expect(state.screen.contains("recent first"))
    }

    @Test("what was used in an earlier run stands behind what is used now, and is written with it")
    func remembered() throws {
        var state = Explorers.state()
        let first = update(&state, .tick(Explorers.start))
        #expect(!first.contains { $0.key == .recentUses })
        #expect(state.current.generations[.recentUses] != nil)
        let uses = RecentUses(requests: ["secret.yml", "users/create.yml"], actions: ["zoom", "gone"])
        let read = state.handleOutcome(of: .recentUses) {
            $0.take(uses)
            return []
        }
        #expect(!read.contains { $0.key == .recentUses })
        let effects = state.press("s")
        let kept = effects.compactMap { effect -> RecentUses? in
            if case .keepRecentUses(let uses) = effect.order { uses } else { nil }
        }
        #expect(kept.last?.requests == ["users/get.yml", "secret.yml", "users/create.yml"])
        #expect(kept.last?.actions == ["zoom"])
        state.press("'")
        #expect(found(state) == ["Get user", "Secret", "Create user"])
    }

    @Test("other requests are found as soon as the collection has them")
    func follows() {
        var state = Explorers.state()
        state.press("'", .escape)
        var definition = RequestDefinition()
        definition.name = "Fresh"
        state.collection.items.append(Explorers.item("fresh.yml", definition))
        state.press("'")
        state.type("fresh")
        #expect(found(state) == ["Fresh"])
        state.collection.items.removeLast()
        state.press(.escape, "'")
        #expect(found(state) == ["Get user", "Create user", "Secret"])
        state.type("fresh")
        #expect(found(state).isEmpty)
    }

    /// The search of files that was ordered last.
    private func search(_ effects: [Effect]) throws -> (search: CollectionSearch, effect: Effect) {
        let found = effects.compactMap { effect -> (CollectionSearch, Effect)? in
            if case .findTexts(let search, _) = effect.order { (search, effect) } else { nil }
        }
        return try #require(found.last)
    }

    private func line(_ path: ItemPath, _ part: TextReplacement.Part?, _ line: String) throws -> FoundText {
        var content = DraftContent(definition: RequestDefinition())
        if part == .headers { content.definition.headers = [Field(line, "x")] }
        if part == .docs { content.definition.docs = line }
        return try #require(FileTextMatcher(line)?.lines(of: .request(content), at: path).first)
    }

    @Test("from three letters on files are searched; a line is listed with its request, and Enter shows its tab")
    func textsOfFiles() throws {
        var state = Explorers.state()
        state.press("'")
        state.type("ne")
        #expect(state.current.generations[.foundTexts] == nil)
        let (search, effect) = try search(state.type("ed"))
        #expect(search.matcher.text == "need")
        _ = update(&state, effect.reply([try line("secret.yml", .headers, "X-Need")]))
        #expect(state.screen.contains("header  Secret"), "\(state.screen)")
        #expect(state.screen.contains("X-Need: x") && state.screen.contains("Requests: 0 of 3, 1 line of files"))
        state.press(.enter)
        #expect(state.shown == "secret.yml" && state.session?.tab == .headers)
    }

    @Test("requests that have the text as it was typed are above the lines, those of which only letters fit below")
    func order() throws {
        var state = Explorers.state()
        state.press("'")
        let (_, effect) = try search(state.type("user"))
        _ = update(&state, effect.reply([try line("secret.yml", .docs, "of users")]))
        let rows = state.screen.split(separator: "\n").map(String.init)
        let place = { (text: String) in rows.firstIndex { $0.contains(text) } ?? -1 }
        #expect(place("GET     Get user") < place("docs    Secret") && place("GET     Get user") > 0)
        state.press(.escape, "'")
        let (_, other) = try search(state.type("geuse"))
        _ = update(&state, other.reply([try line("secret.yml", .docs, "geuse")]))
        let later = state.screen.split(separator: "\n").map(String.init)
        let lineRow = try #require(later.firstIndex { $0.contains("docs    Secret") })
        #expect(try #require(later.firstIndex { $0.contains("GET     Get user") }) > lineRow)
    }

    @Test("the next letters look only into files that had the letters before; other letters into all")
    func narrowedSearch() throws {
        var state = Explorers.state()
        state.press("'")
        let (first, effect) = try search(state.type("nee"))
        #expect(first.paths.count == 6, "the collection, a folder, three requests, an environment")
        _ = update(&state, effect.reply([try line("secret.yml", .docs, "needle")]))
        let (next, _) = try search(state.type("d"))
        #expect(next.paths == ["secret.yml"])
        #expect(state.screen.contains("needle"), "the line stays while files are searched again")
        state.press(KeyStroke(.backspace), KeyStroke(.backspace))
        #expect(!state.screen.contains("needle"))
        let (other, _) = try search(state.type("w"))
        #expect(other.paths.count == 6)
    }

    @Test("lines of an earlier text come too late")
    func lateLines() throws {
        var state = Explorers.state()
        state.press("'")
        let (_, early) = try search(state.type("nee"))
        state.type("d")
        _ = update(&state, early.reply([try line("secret.yml", .docs, "nee")]))
        #expect(!state.screen.contains("docs    Secret"))
    }

    @Test("drafts are searched as they are edited")
    func draftedTexts() throws {
        var state = Explorers.state()
        state.press("2", "i")
        state.type("&x=1")
        state.press(.enter, .escape, "'")
        let (search, _) = try search(state.type("x=1"))
        #expect(search.drafts.keys.sorted() == ["users/get.yml"])
    }

    @Test("on a wide screen the request with the cursor is shown beside the list; on a narrow one it is not read")
    func preview() throws {
        var state = Explorers.state(columns: 160, rows: 40)
        state.press("'")
        state.type("create")
        #expect(state.screen.contains("POST {{baseUrl}}/users") && state.screen.contains(#""name": "Ada""#))
        #expect(state.screen.contains("│ POST {{baseUrl}}/users"))
        var narrow = Explorers.state()
        narrow.press("'")
        narrow.type("create")
        #expect(!narrow.screen.contains(#""name": "Ada""#) && narrow.current.generations[.preview] == nil)
    }

    @Test("a request that nobody has opened is read for its preview, and stays closed")
    func previewOfUnopened() throws {
        var collection = Explorers.collection
        var ping = RequestDefinition()
        (ping.name, ping.url) = ("Ping", "http://127.0.0.1:9/ping")
        ping.headers = [Field("X-Seen", "in the preview")]
        collection.items.append(
            CollectionItem(path: "ping.yml", name: "Ping", kind: .unopened(RequestHead(method: "GET", url: ping.url))))
        var state = Explorers.state(collection, columns: 160, rows: 40)
        state.press("'")
        let effects = state.type("ping")
        let opening = try #require(effects.first { $0.key == .preview })
        _ = update(&state, opening.reply(OpenedItem.item(Explorers.item("ping.yml", ping))))
        #expect(state.screen.contains("X-Seen: in the preview") && state.sessions["ping.yml"] == nil)
    }

    /// Indexes the requests again, as the program does when items have changed.
    private func reindex(_ state: inout ExplorerState) {
        for effect in update(&state, .tick(Explorers.start)) {
            guard case .indexRequests(let sources, _) = effect.order else { continue }
            _ = update(
                &state,
                effect.reply(RequestIndex(sources)))
        }
    }

    @Test("the cursor stays on its request when others come and go; when it is gone, it stands on the first")
    func staysOnRequest() {
        var state = Explorers.state()
        state.press("'", .down)
        var definition = RequestDefinition()
        definition.name = "Fresh"
        state.collection.items.insert(Explorers.item("fresh.yml", definition), at: 0)
        reindex(&state)
        #expect(found(state) == ["Fresh", "Get user", "Create user", "Secret"])
        var other = state
        other.press(.control("r"))
        #expect(other.shown == "users/create.yml")
        state.collection.items.removeAll { $0.path == "users" }
        reindex(&state)
        state.press(.enter)
        #expect(state.shown == "fresh.yml")
    }

    @Test("of several collections each request tells its own, and choosing shows it there")
    func collections() {
        var state = Explorers.state()
        var ping = RequestDefinition()
        (ping.name, ping.url) = ("Ping", "http://127.0.0.1:9/ping")
        let other = CollectionState(
            OpenCollection.Collection(name: "Other", items: [Explorers.item("ping.yml", ping)]), path: "/other")
        _ = update(&state, .collectionOpened(other, showing: nil))
        state.press("'")
        state.type("sample secret")
        #expect(found(state).first == "Secret")
        state.press(.enter)
        #expect(state.collection.name == "Sample" && state.shown == "secret.yml")
    }

    @Test("running and unsaved ones have their signs")
    func glyphs() {
        var state = Explorers.state()
        state.press("s", "j", .enter, "i")
        state.type("x")
        state.press(.escape, "'")
        let lines = state.screen.split(separator: "\n")
        #expect(lines.contains { $0.contains("Get user") && $0.contains("…") })
        #expect(lines.contains { $0.contains("Create user") && $0.contains("●") })
    }

    @Test("letters that were found are marked, also on the line with the cursor")
    func marked() throws {
        var state = Explorers.state()
        state.press("'")
        state.type("crus")
        let grid = view(state)
        let row = try #require(
            (0..<24).first {
                grid.text(row: $0).contains("POST") && grid.text(row: $0).contains("Create") && $0 > 1
                    && grid.text(row: $0).contains("│")
            })
        let marked = grid.row(row).filter { $0.style == .match }.map(\.grapheme).joined()
        #expect(marked == "Crus")
    }

    @Test("twenty thousand requests are narrowed to one; every letter typed leaves no more than there were")
    func many() {
        var state = Explorers.state(Self.large(20_000), columns: 200, rows: 50)
        state.press("'")
        #expect(found(state).count == 20_000)
        var counts = [20_000]
        for letter in "get 19999" {
            state.type(String(letter))
            counts.append(found(state).count)
        }
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 >= $1 } && counts.last != 20_000)
        #expect(found(state).first == "Get thing 19999" && state.screen.contains("of 20,000"))
    }

    static func large(_ count: Int) -> OpenCollection.Collection {
        let items = (0..<count).map { number -> CollectionItem in
            let head = RequestHead(method: "GET", url: "{{baseUrl}}/api/v2/things/\(number)?verbose=1")
            return CollectionItem(
                path: ItemPath("f\(number / 100)/\(number).yml"), name: "Get thing \(number)", kind: .unopened(head))
        }
        let folders = stride(from: 0, to: count, by: 100).map { start in
            CollectionItem(
                path: ItemPath("f\(start / 100)"), name: "Folder \(start / 100)",
                kind: .folder(FolderDefinition(), Array(items[start..<min(count, start + 100)])))
        }
        return OpenCollection.Collection(name: "Large", items: folders)
    }

    @Test("hostile names, folders and URLs reach no cell raw", arguments: HostileText.allCases)
    func hostile(text: HostileText) {
        var definition = RequestDefinition()
        (definition.name, definition.url, definition.tags) = (text.text, "http://h/\(text.text)", [text.text])
        let folder = CollectionItem(
            path: "f", name: text.text, kind: .folder(FolderDefinition(), [Explorers.item("f/a.yml", definition)]))
        var state = Explorers.state(OpenCollection.Collection(name: text.text, items: [folder]), columns: 200)
        state.press("'")
        for keys in [[], ["h"]] as [[KeyStroke]] {
            for key in keys { state.press(key) }
            let cells = view(state).cells.flatMap { $0.grapheme.unicodeScalars.filter(HostileText.isForbidden) }
            #expect(cells.isEmpty)
        }
        state.press(.enter)
        let cells = view(state).cells.flatMap { $0.grapheme.unicodeScalars.filter(HostileText.isForbidden) }
        #expect(cells.isEmpty)
    }
}
