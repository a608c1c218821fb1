extension Endpoints {
    static let events: [Route] = [
        Route(
            method: "GET", pattern: "/events",
            summary: "count=10 server-sent events, one every interval=0.5 seconds, among them named ones and a comment"
        ) { try events($0) }
    ]

    private static func events(_ call: Call) throws -> Reply {
        let count = try call.number("count", default: 10, in: 1...1_000_000)
        let interval = try call.seconds("interval", default: 0.5, upTo: 3600)
        let stream = EventDrip(count: count, interval: .seconds(interval))
        return Reply(
            type: "text/event-stream", fields: [(name: "Cache-Control", value: "no-store")], body: .stream(stream))
    }
}

/// Events that come one by one: the first at once, each other after the interval.
private final class EventDrip: ByteStream {
    let length: Int? = nil
    private let count: Int
    private let interval: Duration
    private var sent = 0
    private var hasWaited = true
    /// The rest of a block for which there was no room.
    private var rest: ArraySlice<UInt8> = []

    init(count: Int, interval: Duration) {
        self.count = count
        self.interval = interval
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> StreamStep {
        if rest.isEmpty {
            guard sent < count else { return .end }
            guard hasWaited || interval == .zero else {
                hasWaited = true
                return .wait(interval)
            }
            sent += 1
            hasWaited = false
            rest = Array(block.utf8)[...]
        }
        let piece = rest.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return .wrote(piece.count)
    }

    /// The first one says how long to wait before asking again; each third is named, each fifth has a comment before it.
    private var block: String {
        let lead = sent == 1 ? "retry: 3000\n" : sent % 5 == 0 ? ": \(sent) of \(count)\n\n" : ""
        let name = sent % 3 == 0 ? "event: price\n" : ""
        let data =
            sent % 4 == 0 ? "data: event \(sent)\ndata: in two lines\n" : "data: {\"number\":\(sent),\"of\":\(count)}\n"
        return "\(lead)id: \(sent)\n\(name)\(data)\n"
    }
}
