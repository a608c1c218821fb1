extension Endpoints {
    static let behaviour: [Route] = [
        Route(method: "ANY", pattern: "/status/:code", summary: "that status, 200 to 599") { try status($0) },
        Route(
            method: "ANY", pattern: "/flaky",
            summary:
                "fails fails=2 times with status=503 and Retry-After (retryAfter=1 or none), then answers; counts per key="
        ) { try flaky($0) },
        Route(method: "ANY", pattern: "/slow", summary: "answers after seconds=1") { try slow($0) },
        Route(method: "GET", pattern: "/drip", summary: "chunks=10 lines, one every interval=0.5 seconds") {
            try drip($0)
        },
    ]

    private static func status(_ call: Call) throws -> Reply {
        guard let code = Int(call.parameters["code"] ?? ""), (200...599).contains(code) else {
            throw Refusal(status: 400, message: "the status must be a number from 200 to 599", hint: "GET /status/404")
        }
        if code == 204 || code == 304 { return .empty(status: code) }
        return .json(.object([("status", .integer(code))]), status: code)
    }

    private static func flaky(_ call: Call) throws -> Reply {
        let fails = try call.number("fails", default: 2, in: 0...1000)
        let code = try call.number("status", default: 503, in: 400...599)
        let retryAfter =
            call.query("retryAfter") == "none" ? nil : try call.number("retryAfter", default: 1, in: 0...3600)
        let key = call.query("key") ?? ""
        let failure = call.state.failures.withLock { nextFailure(&$0, key: key, fails: fails) }
        guard let failure else {
            return .json(.object([("answeredAtAttempt", .integer(fails + 1)), ("key", .string(key))]))
        }
        throw Refusal(
            status: code, message: "failure \(failure) of \(fails)", hint: "try again",
            fields: retryAfter.map { [("Retry-After", "\($0)")] } ?? [])
    }

    /// Returns the number of the failure to give now; nil when it is time to succeed, and the count starts afresh.
    private static func nextFailure(_ counts: inout [String: Int], key: String, fails: Int) -> Int? {
        let given = counts[key] ?? 0
        guard given < fails else {
            counts[key] = nil
            return nil
        }
        // Keys are the caller's: a bound keeps memory small.
        if counts.count >= 10_000 { counts = [:] }
        counts[key] = given + 1
        return given + 1
    }

    private static func slow(_ call: Call) throws -> Reply {
        let seconds = try call.seconds("seconds", default: 1, upTo: 3600)
        var reply = Reply.json(.object([("waitedSeconds", .raw("\(seconds)"))]))
        reply.delay = .seconds(seconds)
        return reply
    }

    private static func drip(_ call: Call) throws -> Reply {
        let chunks = try call.number("chunks", default: 10, in: 1...100_000)
        let interval = try call.seconds("interval", default: 0.5, upTo: 3600)
        let stream = Drip(chunks: chunks, interval: .seconds(interval))
        return Reply(type: "text/plain; charset=utf-8", body: .stream(stream))
    }
}

/// Lines that come one by one: the first at once, each other after the interval.
private final class Drip: ByteStream {
    let length: Int? = nil
    private let chunks: Int
    private let interval: Duration
    private var sent = 0
    private var hasWaited = true

    init(chunks: Int, interval: Duration) {
        self.chunks = chunks
        self.interval = interval
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> StreamStep {
        guard sent < chunks else { return .end }
        guard hasWaited || interval == .zero else {
            hasWaited = true
            return .wait(interval)
        }
        sent += 1
        hasWaited = false
        let line = "chunk \(sent) of \(chunks)\n".utf8.prefix(buffer.count)
        buffer.copyBytes(from: line)
        return .wrote(line.count)
    }
}
