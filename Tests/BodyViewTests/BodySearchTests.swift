import BodyStore
import Testing

@testable import BodyView

/// Places in JSON.
@Suite struct BodySearchTests {
    private func result(_ document: BodyDocument, _ line: Int, _ goal: BodyGoal) -> BodyFinding.Result? {
        var search = BodySearch(document, line: line, goal: goal)
        return search.run()?.result
    }

    @Test("finds paths, parents, siblings, brackets and folds like a plain tree of the lines", arguments: 0..<60)
    func differential(seed: Int) throws {
        let document = document(FoldingTests.text(seed), .json)
        let plain = PlainLines(document)
        for (number, line) in plain.lines.enumerated() {
            var search = BodySearch(document, line: number, goal: .place)
            let found = search.run()
            let finding = try #require(found)
            try #require(finding.place.path?.steps == line.path)
            try #require(result(document, number, .parent) == (line.parent.map { .line($0) } ?? .nothing))
            try #require(result(document, number, .bracket) == (line.partner.map { .line($0) } ?? .nothing))
            try #require(result(document, number, .child) == (line.opens ? .line(number + 1) : .nothing))
            let open = line.opens ? number : line.partner ?? line.parent
            let fold = open.flatMap { open in
                plain.lines[open].partner.map {
                    BodyFold(openLine: open, closeLine: $0, itemCount: plain.lines[open].items)
                }
            }
            try #require(result(document, number, .fold) == (fold.map { .fold($0) } ?? .nothing))
            let items = plain.lines.indices.filter { item in
                plain.lines[item].parent == line.parent && (plain.lines[item].opens || plain.lines[item].partner == nil)
            }
            let own = line.opens ? number : line.partner ?? number
            let at = try #require(items.firstIndex(of: own))
            let next: BodyFinding.Result = at + 1 < items.count ? .line(items[at + 1]) : .nothing
            try #require(result(document, number, .nextSibling) == next)
            try #require(result(document, number, .previousSibling) == (at > 0 ? .line(items[at - 1]) : .nothing))
        }
    }

    @Test("a search that was cancelled hands on how far it came, and the next one goes on from there")
    func keptTrail() throws {
        let items = (0..<400_000).map { "{\"n\":\($0)}" }.joined(separator: ",")
        let document = document("[\(items)]", .json)
        let line = document.lineCount - 3
        var first = BodySearch(document, line: line, goal: .place)
        var asked = 0
        let nothing = first.run {
            asked += 1
            return asked > 3
        }
        #expect(nothing == nil && first.anchors.anchors.count >= 2)
        func pieces(_ anchors: BodyAnchors) -> (count: Int, path: BodyPath?) {
            var search = BodySearch(document, line: line, goal: .place)
            search.follow(anchors)
            var count = 0
            let finding = search.run {
                count += 1
                return false
            }
            return (count, finding?.place.path)
        }
        let (fresh, goingOn) = (pieces(BodyAnchors()), pieces(first.anchors))
        #expect(goingOn.count < fresh.count && goingOn.path == fresh.path && fresh.path?.jq == ".[399999].n")
    }

    @Test("the bytes of a value are those that were sent, without its name and comma")
    func values() {
        let text = #" {"a" :  [1, {"b":"x\"y"} ] , "n": 1.50 ,"e":{ }, "s":"" }"#
        let document = document(text, .json)
        let values = (0..<document.lineCount).map { line -> String in
            guard case .value(let range)? = result(document, line, .value(limit: 100)) else { return "?" }
            return String(decoding: document.store.copy(range), as: UTF8.self)
        }
        let list = #"[1, {"b":"x\"y"} ]"#
        let whole = text.trimmingPrefix(" ")
        #expect(
            values == [
                String(whole), list, "1", #"{"b":"x\"y"}"#, #""x\"y""#, #"{"b":"x\"y"}"#, list, "1.50", "{ }", #""""#,
                String(whole),
            ])
        #expect(result(document, 1, .value(limit: 17)) == .tooLarge)
        #expect(result(document, 1, .value(limit: 18)) != .tooLarge)
        #expect(result(document, 4, .value(limit: 3)) == .tooLarge)
    }

    @Test("a value is hidden when its path means one that follows")
    func hidden() {
        let text = #" {"a":1,"l":[{"x":1,"y":{"x":2},"\u0078":3},4],"e":{"a":2},"a":[5],"a":{"a":6}} "#
        let document = document(text, .json)
        let hidden = (0..<document.lineCount).filter { line in
            var search = BodySearch(document, line: line, goal: .value(limit: 100))
            return search.run()?.isHidden == true
        }
        let shown = document.lines(0..<document.lineCount).map(\.text)
        #expect(
            hidden.map { shown[$0].trimmingPrefix { $0 == " " } }
                == [#""a": 1,"#, #""x": 1,"#, #""a": ["#, "5", "],"])
    }

    @Test("what is not there yet has no end, and is found once it came")
    func growing() {
        let store = BodyStore()
        func grow(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { try? store.append($0) } }
        var document = BodyDocument(store: store, kind: .json)
        grow(#"{"a":[1,2"#)
        document.index.extend(over: store)
        #expect(result(document, 1, .fold) == .noEnd)
        #expect(result(document, 1, .bracket) == .noEnd)
        #expect(result(document, 3, .parent) == .line(1))
        #expect(BodyLevels(document, depth: 1).run()?.folding.isEmpty == true)
        grow("],")
        document.index.extend(over: store)
        #expect(result(document, 1, .fold) == .fold(BodyFold(openLine: 1, closeLine: 4, itemCount: 2)))
        #expect(BodyLevels(document, depth: 1).run()?.folding.fold(at: 1)?.closeLine == 4)
    }

    @Test("broken JSON has places up to the fault, and none behind it")
    func broken() {
        let document = document(#"{"a":[1,2],"b":;} text"#, .json)
        #expect(result(document, 1, .bracket) == .line(4))
        #expect(result(document, 0, .fold) == .noEnd)
        #expect(result(document, document.lineCount - 1, .place) == nil)
    }

    @Test("each of JSON lines is a sibling of the next")
    func lines() {
        let document = document("{\"a\":1}\n[2]\n3\n", .jsonLines)
        #expect(result(document, 0, .nextSibling) == .line(3))
        #expect(result(document, 6, .previousSibling) == .line(3))
        #expect(result(document, 0, .parent) == .nothing)
        #expect(BodyLevels(document, depth: 0).run()?.folding.count == 2)
    }

    @Test("places deep in a long body are counted from the trail, with the same result")
    func anchors() throws {
        let text = "[" + (0..<400_000).map { "{\"k\":\($0)}" }.joined(separator: ",") + "]"
        let document = document(text, .json)
        var first = BodySearch(document, line: 1_100_000, goal: .place)
        let run = first.run()
        let found = try #require(run)
        #expect(found.anchors.anchors.count >= 3)
        let line = 900_001
        var again = BodySearch(document, line: line, goal: .previousSibling, anchors: found.anchors)
        var fresh = BodySearch(document, line: line, goal: .previousSibling)
        var asked = 0
        let near = again.run {
            asked += 1
            return false
        }
        let far = fresh.run()
        #expect(near?.result == far?.result && near?.place == far?.place)
        #expect(near?.place.path?.jq == ".[300000]")
        #expect(asked <= 2)
    }

    @Test("a search ends when it is cancelled, and one line of megabytes is passed over at once")
    func cancelled() {
        let long = document("[\"" + String(repeating: "x", count: 3 << 20) + "\",1]", .json)
        #expect(result(long, 0, .bracket) == .line(3))
        #expect(result(long, 1, .value(limit: 1 << 20)) == .tooLarge)
        #expect(result(long, 1, .nextSibling) == .line(2))
        var search = BodySearch(long, line: 2, goal: .bracket)
        #expect(search.run { true } == nil)
        #expect(BodyLevels(long, depth: 0).run { true } == nil)
    }

    @Test("nesting of a hundred thousand levels is folded and left, without a path")
    func deep() {
        let depth = 100_000
        let document = document(
            String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth), .json)
        #expect(result(document, depth / 2, .bracket) == .line(2 * depth - depth / 2))
        var search = BodySearch(document, line: depth / 2, goal: .parent)
        let finding = search.run()
        #expect(finding?.place.path == nil)
        #expect(finding?.result == .line(depth / 2 - 1))
    }

    @Test("a body is folded by the paths of its folds as it was folded by hand", arguments: 0..<100)
    func refolded(seed: Int) throws {
        let document = document(FoldingTests.text(seed), .json)
        let plain = PlainLines(document)
        var random = Seeded(seed)
        var rules = BodyFoldRules()
        var folded: Set<Int> = []
        for open in plain.containers where Int.random(in: 0..<3, using: &random) == 0 {
            // Of equal names the last one counts: a path says no more.
            let path = BodyPath(plain.lines[open].path)
            guard plain.containers.filter({ plain.lines[$0].path == path.steps }).count == 1 else { continue }
            rules.folded.insert(path)
            folded.insert(open)
        }
        let cursor = plain.lines.indices.randomElement(using: &random).flatMap {
            plain.lines[$0].partner == nil ? $0 : nil
        }
        rules.cursor = cursor.map { BodyPath(plain.lines[$0].path) }
        let found = BodyRefolding(document, rules: rules).run()
        let refolded = try #require(found)
        let rows = plain.visible(folded)
        try #require(refolded.folding.rowCount(ofLines: plain.lines.count) == rows.count)
        #expect(rows.indices.map { refolded.folding.line(ofRow: $0) } == rows)
        if let cursor, let line = refolded.cursorLine { #expect(plain.lines[line].path == plain.lines[cursor].path) }
        #expect((cursor == nil) == (refolded.cursorLine == nil))
        #expect(BodyRefolding(document, rules: rules).run { true } == nil)
    }

    @Test("rules of a level are kept, but for what was unfolded")
    func levels() {
        let document = document(#"{"a":[1],"b":{"c":[2]},"d":[3]}"#, .json)
        var rules = BodyFoldRules()
        rules.level = 1
        rules.unfolded = [BodyPath([.member("b")])]
        rules.folded = [BodyPath([.member("b"), .member("c")]), BodyPath([.member("gone"), .element(3)])]
        let folding = BodyRefolding(document, rules: rules).run()?.folding
        let lines = folding.map { document.lines(ofRows: 0..<20, folding: $0).map(\.text) }
        #expect(
            lines == [
                "{", #"  "a": […] 1 item"#, #"  "b": {"#, #"    "c": […] 1 item"#, "  },", #"  "d": […] 1 item"#, "}",
            ])
    }

    @Test(
        "paths are written for jq and as JSON pointers",
        arguments: [
            ([], ".", ""), ([.member("items"), .element(3), .member("price")], ".items[3].price", "/items/3/price"),
            ([.element(0)], ".[0]", "/0"), ([.member("a b"), .member("1x")], #".["a b"]["1x"]"#, "/a b/1x"),
            ([.member("a/~")], #".["a/~"]"#, "/a~1~0"), ([.member("")], #".[""]"#, "/"),
            ([.member("q\"\\(\n\u{1}é")], #".["q\"\\(\n\u0001é"]"#, "/q\"\\(\n\u{1}é"),
            ([.member("a/\u{301}~\u{301}")], ".[\"a/\u{301}~\u{301}\"]", "/a~1\u{301}~0\u{301}"),
        ] as [([BodyPath.Step], String, String)])
    func spelled(steps: [BodyPath.Step], jq: String, pointer: String) {
        #expect(BodyPath(steps).jq == jq)
        #expect(BodyPath(steps).pointer == pointer)
    }
}
