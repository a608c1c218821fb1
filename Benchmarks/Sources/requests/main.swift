// Sends GETs one after the other over one kept connection and prints the microseconds of one, wall clock and processor:
//
//   requests client-curl | client-urlsession | curl | urlsession  URL  COUNT

import Foundation
import MicroClient
import MicroClientCurl

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What sends, by its name on the command line: the library over each transport, and what is beneath it alone.
func sender(_ name: String, to url: URL) -> (() async throws -> Int)? {
    let request = WireRequest(url: url.absoluteString)
    let overCurl = NetworkClient(configuration: NetworkConfiguration(session: .curl(), baseURL: url))
    let overURLSession = NetworkClient(configuration: NetworkConfiguration(session: .shared, baseURL: url))
    switch name {
    case "client-curl": return { try await overCurl.send(request).collect().count }
    case "client-urlsession": return { try await overURLSession.send(request).collect().count }
    case "curl": return { try await bytes(of: request, over: CurlTransport.shared) }
    case "urlsession": return { try await URLSession.shared.data(from: url).0.count }
    default: return nil
    }
}

func bytes(of request: WireRequest, over transport: CurlTransport) async throws -> Int {
    var count = 0
    for try await event in transport.transfer(request) {
        if case .body(let data) = event { count += data.count }
    }
    return count
}

/// Processor time of this process so far, all threads, in microseconds.
func processorMicroseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

func measure(_ send: () async throws -> Int, count: Int) async throws -> (wall: Double, processor: Double) {
    for _ in 0..<100 { _ = try await send() }
    let (start, processorStart) = (ContinuousClock.now, processorMicroseconds())
    for _ in 0..<count {
        guard try await send() > 0 else { throw URLError(.zeroByteResource) }
    }
    let wall = (ContinuousClock.now - start) / .microseconds(1)
    return (wall / Double(count), (processorMicroseconds() - processorStart) / Double(count))
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let url = URL(string: arguments[2]), let count = Int(arguments[3]), count > 0,
    let send = sender(arguments[1], to: url)
else {
    print("requests client-curl|client-urlsession|curl|urlsession URL COUNT")
    exit(2)
}
let result = try await measure(send, count: count)
print(result.wall, result.processor)
