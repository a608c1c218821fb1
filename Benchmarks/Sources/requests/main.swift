// Sends GETs over kept connections, one after the other or several at once, and prints the microseconds of one, wall clock and
// processor:
//
//   requests client-curl | client-curl-thread | client-urlsession | curl | urlsession  URL  COUNT  [AT-ONCE, default 1]

import Foundation
import MicroClientCurl
import Senders

/// Runs the body where the sender of this name belongs: on the thread of libcurl's transport, or on the shared ones.
func run(_ name: String, _ body: sending () async throws -> Void) async throws {
    guard #available(macOS 15, *), name.hasSuffix("-thread") else { return try await body() }
    try await withTaskExecutorPreference(CurlTransport.shared.taskExecutor) { try await body() }
}

func sendAll(_ count: Int, atOnce: Int, _ send: @escaping Sender) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<atOnce { group.addTask { try await sendAll(count / atOnce, send) } }
        try await group.waitForAll()
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 4 || arguments.count == 5, let url = URL(string: arguments[2]), let count = Int(arguments[3]),
    let atOnce = arguments.count == 5 ? Int(arguments[4]) : 1, atOnce > 0, count >= atOnce,
    let send = sender(arguments[1], to: url)
else {
    print("requests client-curl|client-curl-thread|client-urlsession|curl|urlsession URL COUNT [AT-ONCE]")
    exit(2)
}
try await run(arguments[1]) {
    try await sendAll(100 * atOnce, atOnce: atOnce, send)
    let watch = Stopwatch()
    try await sendAll(count, atOnce: atOnce, send)
    let sent = Double(count / atOnce * atOnce)
    print(watch.wall / sent, watch.processor / sent)
}
