import ExchangeStore
import Exchanges
import Foundation
import MicroClient
import TestSupport
import Testing
import TextGrid

@Suite("Story: since when it is slow", .serialized)
struct LatencyOverTime {
    /// A place with a history of forty sends in local and twenty in prod; locally, the last fifteen waited longer.
    private static func place() throws -> StoryPlace {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment,
            "environments/prod.yml": Fixture.environment.edited("name: local", "name: prod"),
            "stock.yml": Fixture.request("Stock", url: "{{baseUrl}}/stock"),
        ])
        let store = try HistoryStore(directory: place.home.appendingPathComponent("state/history"))
        for number in 0..<40 {
            try store.keep(exchange(number, "local", waits: number < 25 ? 80 : 208, at: place), bodies: [])
        }
        for number in 0..<20 { try store.keep(exchange(number, "prod", waits: 40, at: place), bodies: []) }
        return place
    }

    private static func exchange(_ number: Int, _ environment: String, waits: Int, at place: StoryPlace)
        -> StoredExchange
    {
        let sent = Exchange.SentRequest(method: .get, url: "http://a.test/stock", headers: [])
        var timings = Transfer.Timings()
        timings.wait = .milliseconds(waits)
        timings.download = .milliseconds(4)
        timings.connect = number.isMultiple(of: 10) ? .milliseconds(1) : nil
        let hop = Exchange.Hop(
            startedAfter: .zero, request: sent, response: ResponseHead(status: 200, httpVersion: "1.1"),
            timings: timings)
        let attempt = Exchange.Attempt(
            number: 1, startedAfter: .zero, request: sent, hops: [hop], outcome: .response(status: 200))
        // 2026-11-20 12:00:00 UTC, and then every half an hour.
        let time = Date(timeIntervalSince1970: 1_795_176_000 + Double(number) * 1_800)
        var kept = StoredExchange(
            id: UUID(),
            origin: .init(collection: place.collection.path, requestPath: "stock.yml", environment: environment),
            source: .commandLine, sentAt: time,
            exchange: Exchange(
                request: sent, startedAt: time, attempts: [attempt], duration: .milliseconds(waits + 4)))
        kept.head = ResponseHead(status: 200, httpVersion: "1.1")
        return kept
    }

    private func run(_ place: StoryPlace, _ words: String...) throws -> ProgramRun {
        try ProgramRun(["history", "latency"] + words, at: place, environment: ["TZ": "UTC"])
    }

    @Test(
        "t says since when, by how much and in which phase; Enter lists what was sent then; e goes to the other environment"
    )
    func screen() throws {
        let place = try Self.place()
        let session = try place.start(size: .large)
        try session.showRequest("stock.yml", named: "Stock")
        try session.type("3t")
        try session.waitFor("when it changed") {
            $0.contains("p50 84 ms → 212 ms since 2026-11-21 00:30:00 UTC (wait)") && $0.contains("40 exchanges")
        }
        #expect(session.screen.contains("█") && session.screen.contains("new connections"))
        try session.type("N")
        try session.press(.enter)
        try session.waitFor("what was sent then") {
            $0.contains("History of all requests · 1 exchange ") && $0.contains("11-21 00:30") && $0.contains("212 ms")
        }
        try session.press(.escape)
        try session.waitFor("the chart again") { $0.contains("Latency of stock.yml · local") }
        try session.type("e")
        try session.waitFor("the other environment") {
            $0.contains("· prod · 20 exchanges") && $0.contains("No change in latency")
        }
        try session.press(.escape)
        try session.waitFor("the panes") { $0.contains("› Stock ") && !$0.contains("Latency of") }
        #expect(try session.quit() == 0)
    }

    @Test("history latency tells the same without the screen, by the request's name, with a filter, and as JSON")
    func commandLine() throws {
        let place = try Self.place()
        let shown = try run(place, "Stock", "env:local", "--by", "day")
        #expect(shown.status == 0, "\(shown.errors)")
        #expect(shown.output.contains("40 exchanges, 2026-11-20 12:00:00 UTC to 2026-11-21 07:30:00 UTC"))
        #expect(shown.output.contains("p50 84 ms → 212 ms since 2026-11-21 00:30:00 UTC (wait)"))
        #expect(shown.output.contains("2026-11-20    24       0   84 ms   84 ms"))
        let json = try run(place, "env:prod", "--json")
        let object = try #require(try JSONSerialization.jsonObject(with: json.outputBytes) as? [String: Any])
        #expect(object["exchanges"] as? Int == 20 && (object["steps"] as? [Any])?.isEmpty == true)
        let wrong = try run(place, "stok")
        #expect(wrong.status == 2 && wrong.errors.contains("there is no request \"stok\""))
    }
}
