// What interceptors and an observer add to a GET: sends in turns without, with ten interceptors, with an observer, with both, and
// prints for each, in this order, the microseconds of one, wall clock and processor: the medians of all turns.
//
//   additions URL TURNS

import Foundation
import MicroClient
import MicroClientCurl
import Senders

/// Sets a header field, which is the most that most interceptors do.
struct Marking: WireInterceptor {
    let number: Int

    func intercept(_ request: WireRequest) async throws -> WireRequest {
        var request = request
        request.headers["X-Mark"] = "\(number)"
        return request
    }
}

/// Looks at each event.
final class Counting: @unchecked Sendable {  // Its state is touched under its lock only.
    private let lock = NSLock()
    private var count = 0

    func take(_ event: Exchange.Event) { lock.withLock { count += 1 } }
}

func senders(to url: URL) -> [Sender] {
    let marked = WireRequest(url: url.absoluteString, headers: [HeaderField("X-Mark", "0")])
    let ten = SendOptions(interceptors: (0..<10).map(Marking.init))
    let observer = Counting()
    return [
        over(.curl(), marked, url),
        over(.curl(), marked, url, options: ten),
        over(.curl(), marked, url, observer: { observer.take($0) }),
        over(.curl(), marked, url, options: ten, observer: { observer.take($0) }),
    ]
}

struct Times {
    var wall: [Double] = []
    var processor: [Double] = []

    mutating func measure(_ send: Sender) async throws {
        let watch = Stopwatch()
        try await sendAll(100, send)
        wall.append(watch.wall / 100)
        processor.append(watch.processor / 100)
    }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func times(of senders: [Sender], turns: Int) async throws -> [Times] {
    var times = senders.map { _ in Times() }
    for send in senders { try await sendAll(100, send) }
    for _ in 0..<turns {
        for index in senders.indices { try await times[index].measure(senders[index]) }
    }
    return times
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let url = URL(string: arguments[1]), let turns = Int(arguments[2]), turns > 0 else {
    print("additions URL TURNS")
    exit(2)
}
for time in try await times(of: senders(to: url), turns: turns) { print(median(time.wall), median(time.processor)) }
