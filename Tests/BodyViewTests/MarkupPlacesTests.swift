import Testing

@testable import BodyView

@Suite("Places and folds in XML and HTML")
struct MarkupPlacesTests {
    private static let feed =
        "<feed><!-- x --><title>A</title><entry><id>1</id></entry><entry>text<id>2</id><id/></entry></feed>"
    //  0 feed 1 comment 2 title 3 entry 4 id 5 /entry 6 entry 7 id 8 id 9 /entry 10 /feed
    private static let list = "<ul><li>a<li><b>b</b><p>c<p>d</ul><div>e"
    //  0 ul 1 li 2 li 3 p 4 p 5 /ul 6 div

    private static func finding(_ text: String, _ kind: BodyKind, _ line: Int, _ goal: BodyGoal) -> BodyFinding? {
        var search = BodySearch(document(text, kind), line: line, goal: goal)
        return search.run()
    }

    @Test(
        "a line's path counts the elements of its name",
        arguments: [
            (0, "/feed", "/feed"), (1, "/feed", "/feed"), (2, "/feed/title", "/feed/title[1]"),
            (4, "/feed/entry/id", "/feed/entry[1]/id[1]"), (8, "/feed/entry[2]/id[2]", "/feed/entry[2]/id[2]"),
            (9, "/feed/entry[2]", "/feed/entry[2]"), (10, "/feed", "/feed"),
        ])
    func paths(line: Int, text: String, xpath: String) {
        let path = Self.finding(Self.feed, .xml, line, .place)?.place.path
        #expect(path?.text == text && path?.xpath == xpath)
    }

    @Test(
        "parent, child, siblings and the matching tag",
        arguments: [
            (8, BodyGoal.parent, BodyFinding.Result.line(6)), (0, .parent, .nothing), (3, .child, .line(4)),
            (3, .nextSibling, .line(6)), (6, .nextSibling, .nothing), (6, .previousSibling, .line(3)),
            (2, .previousSibling, .line(1)), (3, .bracket, .line(5)), (10, .bracket, .line(0)), (4, .bracket, .nothing),
            (4, .fold, .fold(BodyFold(openLine: 3, closeLine: 5, itemCount: 1))),
            (6, .fold, .fold(BodyFold(openLine: 6, closeLine: 9, itemCount: 2))),
        ])
    func places(line: Int, goal: BodyGoal, result: BodyFinding.Result) {
        #expect(Self.finding(Self.feed, .xml, line, goal)?.result == result)
    }

    @Test(
        "elements of HTML end where others begin, or with the body",
        arguments: [
            (1, BodyGoal.nextSibling, BodyFinding.Result.line(2)), (2, .nextSibling, .nothing),
            (3, .nextSibling, .line(4)),
            (2, .fold, .fold(BodyFold(openLine: 2, closeLine: 4, itemCount: 2))), (1, .fold, .nothing),
            (0, .bracket, .line(5)), (5, .bracket, .line(0)), (4, .parent, .line(2)), (0, .nextSibling, .line(6)),
        ])
    func html(line: Int, goal: BodyGoal, result: BodyFinding.Result) {
        #expect(Self.finding(Self.list, .html, line, goal)?.result == result)
    }

    @Test("the value of a line is its element, tags and all")
    func values() {
        let body = document(Self.feed, .xml)
        for (line, text) in [(4, "<id>1</id>"), (5, "<entry><id>1</id></entry>"), (3, "<entry><id>1</id></entry>")] {
            guard case .value(let range)? = Self.finding(Self.feed, .xml, line, .value(limit: 1000))?.result else {
                Issue.record("no value in line \(line)")
                continue
            }
            #expect(String(decoding: body.store.copy(range), as: UTF8.self) == text)
        }
        #expect(Self.finding(Self.feed, .xml, 0, .value(limit: 10))?.result == .tooLarge)
    }

    @Test("a level is folded everywhere, and again in the next body by paths")
    func folds() throws {
        let body = document(Self.feed, .xml)
        let folded = try #require(BodyLevels(body, depth: 1).run())
        let lines = body.lines(ofRows: 0..<20, folding: folded.folding).map(\.text)
        #expect(
            lines == [
                "<feed>", "  <!-- x -->", "  <title>A</title>", "  <entry>… 1 child", "  <entry>text… 2 children",
                "</feed>",
            ])
        var rules = BodyFoldRules()
        rules.folded = [BodyPath([.child("feed", 1), .child("entry", 2)])]
        rules.cursor = BodyPath([.child("feed", 1), .child("entry", 2), .child("id", 1)])
        let next = document("<feed><entry/><new/><entry><id>2</id></entry></feed>", .xml)
        let refolded = try #require(BodyRefolding(next, rules: rules).run())
        #expect(refolded.folding.fold(at: 3)?.closeLine == 5 && refolded.cursorLine == 4)
    }

    @Test("every line's way up and down agree, in any HTML")
    func invariants() {
        for row in MarkupLayoutTests.html + MarkupLayoutTests.xml {
            let body = document(row.source + row.source, .html)
            for line in 0..<body.lineCount {
                guard case .line(let child)? = Self.finding(row.source + row.source, .html, line, .child)?.result,
                    case .fold(let fold)? = Self.finding(row.source + row.source, .html, line, .fold)?.result,
                    fold.openLine == line
                else { continue }
                #expect(
                    Self.finding(row.source + row.source, .html, child, .parent)?.result == .line(line),
                    "\(row.name) \(line)")
                #expect(fold.closeLine > line && fold.closeLine < body.lineCount)
            }
        }
    }
}
