import TestSupport
import Testing
import TextGrid

@Suite("Story: a body of ten megabytes", .serialized)
struct TenMegabyteBody {
    @Test("its first lines, the next page, and its end are shown")
    func bigJSON() throws {
        let session = try StoryPlace().start(size: .small)
        try session.send("formats/big-json", named: "Big JSON", until: "✓ 200 OK")
        try session.waitForResponse("10 MB")
        try session.type("3")
        try session.waitFor("its first lines") { $0.bodyNumbers.first == 1 && $0.bodyNumbers.count >= 12 }
        let shown = session.screen.bodyNumbers
        try session.press(.pageDown)
        try session.waitFor("the next page") { $0.bodyNumbers.first.map { $0 > shown.count / 2 } == true }
        // The last line known so far, until the last of all is known.
        for _ in 0..<10_000 {
            if session.screen.bodyEnds(with: "]") { break }
            try session.step("G")
        }
        try session.waitFor("the end") { $0.bodyEnds(with: "]") }
        let last = try #require(session.screen.bodyNumbers.last)
        #expect(last > 700_000)
        try session.type("g")
        try session.waitFor("the beginning") { $0.bodyNumbers.first == 1 }
        try session.type("G")
        try session.waitFor("the same end") { $0.bodyNumbers.last == last }
        #expect(try session.quit() == 0)
    }

    @Test("every key works while a body comes in, bit by bit")
    func drip() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment,
            "drip.yml": Fixture.request("Drip", url: "{{baseUrl}}/drip?chunks=100000&interval=0.05"),
            "other.yml": Fixture.request("Other", url: "{{baseUrl}}/users/3"),
        ])
        let session = try place.start(size: .large)
        try session.showRequest("drip.yml", named: "Drip")
        try session.type("s")
        try session.waitFor("chunk 3 of 100000")
        #expect(session.screen.responseTitle.contains("… running"))
        try session.type("?")
        try session.waitFor("(current)")
        try session.press(.escape)
        try session.waitFor("the help closed") { !$0.contains("(current)") }
        try session.type("2")
        try session.type("i")
        try session.waitFor("the URL open") { $0.cursor != nil }
        try session.type("&more=1")
        try session.waitFor("→ \(place.server.baseURL)/drip?chunks=100000&interval=0.05&more=1")
        try session.press(.escape)
        try session.waitFor("the URL closed") { $0.cursor == nil }
        // Another request is sent meanwhile, and gets its response.
        try session.send("other.yml", named: "Other", until: "✓ 200 OK")
        try session.showRequest("drip.yml", named: "Drip")
        try session.waitForResponse("… running")
        let before = session.screen.bodyNumbers.last ?? 0
        try session.type("3G")
        try session.waitFor("more lines") { ($0.bodyNumbers.last ?? 0) > before }
        try session.press(.escape)
        try session.waitForResponse("✗ cancelled")
    }
}

extension VirtualScreen {
    /// Whether the last numbered line is this alone.
    func bodyEnds(with text: String) -> Bool {
        bodyNumbers.last.map { contains("│ \($0) \(text)\n") } ?? false
    }

    /// The line numbers of the body shown.
    var bodyNumbers: [Int] {
        guard let title = place(of: " 3 Response ") else { return [] }
        return (title.row + 2..<size.rows).compactMap { row in
            let cells = (title.column - 1..<size.columns).map { self[column: $0, row: row].text }
            return Int(cells.joined().split(separator: " ", maxSplits: 1).first ?? "")
        }
    }
}
