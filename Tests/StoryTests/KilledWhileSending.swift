import Foundation
import TestSupport
import Testing

/// `MICROSCOPE_KILL_ROUNDS` says how often, `MICROSCOPE_FUZZ_SEED` at which moments.
@Suite("Story: killed while it sends, the history has what was kept before, whole", .serialized)
struct KilledWhileSending {
    /// Counts the requests that got a response, lets a test wait for a number of them, and says which get none.
    private final class Counter: Sendable {
        private let condition = NSCondition()
        nonisolated(unsafe) private var count = 0
        nonisolated(unsafe) private var last = requestCount

        /// Sets the last request of a round that gets a response; those after it wait for one until they are killed.
        func respond(upTo number: Int) { condition.withLock { last = number } }

        func responds(_ number: Int) -> Bool { condition.withLock { number % 10 <= last } }

        func add() {
            condition.withLock {
                count += 1
                condition.broadcast()
            }
        }

        /// Waits for a number of requests, half a minute at most.
        func wait(for wanted: Int) -> Bool {
            let deadline = Date(timeIntervalSinceNow: 30)
            return condition.withLock {
                while count < wanted { guard condition.wait(until: deadline) else { return false } }
                return true
            }
        }

        var now: Int { condition.withLock { count } }
    }

    private static let requestCount = 8

    /// Returns a request's own number, many times: a third of the bodies are too long for the database alone.
    private static func body(_ number: Int) -> String {
        String(repeating: "\(number) ", count: number % 3 == 0 ? 60_000 : 40)
    }

    private static func server(_ counter: Counter) throws -> RawServer {
        try RawServer { connection, _ in
            guard let number = connection.readHead().flatMap({ self.number(in: $0) }) else { return }
            guard counter.responds(number) else {
                _ = connection.read(1)
                return
            }
            let body = body(number)
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            )
            counter.add()
        }
    }

    /// Returns the number of the request with this URL, or this first line of its head.
    private static func number(in text: String) -> Int? {
        text.firstMatch(of: /\/([0-9]+)(?: |$)/).flatMap { Int($0.1) }
    }

    /// Creates a place whose requests have other numbers in each round.
    private static func place() throws -> StoryPlace {
        var files = ["opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment]
        for number in 1...requestCount {
            files["r\(number).yml"] = Fixture.request("R\(number)", url: "{{baseUrl}}/{{round}}\(number)")
        }
        return try StoryPlace(files)
    }

    @Test("each exchange that is listed can be shown with the very bytes that were answered, and sending goes on")
    func killed() throws {
        let counter = Counter()
        let server = try Self.server(counter)
        let place = try Self.place()
        var random = SeededGenerator(seed: LongRun.seed)
        var checked: Set<String> = []
        for round in 0..<LongRun.rounds(orJust: 6) {
            let last = Int.random(in: 1..<Self.requestCount, using: &random)
            counter.respond(upTo: last)
            let before = counter.now
            let run = try ProgramRun(["run", "."] + Self.values(server, round), at: place)
            #expect(counter.wait(for: before + last))
            if round == 0 {
                // The responses are kept while the next one is still waited for.
                try run.wait { (try? list(at: place).count) == last }
            } else {
                // Somewhere within what is done with the responses.
                usleep(UInt32.random(in: 0...60_000, using: &random))
            }
            run.send(signal: SIGKILL)
            #expect(run.status == SIGKILL)
            let listed = try list(at: place)
            for (id, url) in listed where checked.insert(id).inserted {
                let shown = try ProgramRun(["history", "show", id, "--body"], at: place)
                #expect(shown.status == 0, "round \(round), seed \(LongRun.seed): \(shown.errors)")
                let number = try #require(Self.number(in: url), "\(url)")
                #expect(shown.output == Self.body(number), "round \(round), seed \(LongRun.seed)")
            }
            #expect(
                checked.isSubset(of: listed.keys), "what was there is gone: round \(round), seed \(LongRun.seed)")
        }
        #expect(!checked.isEmpty, "nothing was kept: seed \(LongRun.seed)")
        counter.respond(upTo: Self.requestCount)
        let sent = try ProgramRun(["send", "r1"] + Self.values(server, 0), at: place)
        #expect(sent.status == 0, "\(sent.errors)")
        #expect(try list(at: place).count == checked.count + 1)
    }

    private static func values(_ server: RawServer, _ round: Int) -> [String] {
        ["--env", "local", "--var", "baseUrl=\(server.baseURL)", "--var", "round=\(round)"]
    }

    private struct List: Decodable {
        let exchanges: [Row]

        struct Row: Decodable {
            let id: String
            let url: String
        }
    }

    /// - Returns: the URL of each exchange, by its id.
    private func list(at place: StoryPlace) throws -> [String: String] {
        let listed = try ProgramRun(["history", "list", "-n", "0", "--json"], at: place)
        #expect(listed.status == 0, "\(listed.errors)")
        let rows = try JSONDecoder().decode(List.self, from: listed.outputBytes).exchanges
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.url) })
    }
}
