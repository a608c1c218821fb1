import Foundation
import MicroClient
import MicroClientCurl

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// What a test wants to see of a process of its own: how it sends in its environment, and how much memory it takes.
//
//   transport-probe URL                   fetches, and prints status or error
//   transport-probe stream URL            reads a body chunk by chunk, keeps none, and prints its bytes
//   transport-probe many URL TRANSPORT    sends until one fails, over curl or foundation, and prints why; curl-late: with no descriptor left
//   transport-probe both-ways URL FILE TO saves a body to a file, sends that to another URL, and prints the response
//
// The last two end with a line of the most memory that the process had, in bytes.

func fetch(_ url: String) async throws {
    do {
        for try await event in CurlTransport.shared.transfer(WireRequest(url: url)) {
            if case .head(let head) = event { print(head.status) }
        }
    } catch let error as TransferError {
        print(error.code.rawValue)
    }
}

func stream(_ url: String) async throws {
    var received = 0
    for try await event in CurlTransport.shared.transfer(WireRequest(url: url)) {
        if case .body(let chunk) = event { received += chunk.count }
    }
    print(received)
}

func bothWays(_ url: String, _ file: URL, _ target: String) async throws {
    let client = NetworkClient(transport: CurlTransport.shared)
    _ = try await client.download(WireRequest(url: url), to: file)
    let response = try await client.send(WireRequest(method: .put, url: target, body: .file(file)))
    print(String(decoding: try await response.collect(), as: UTF8.self))
}

func many(_ url: String, _ name: String) async throws {
    var configuration = CurlTransport.Configuration()
    configuration.transfersPerHost = nil
    let session = URLSessionConfiguration.ephemeral
    session.httpMaximumConnectionsPerHost = 200
    // libdispatch needs descriptors for its first timer, and ends the program where it gets none.
    try? await Task.sleep(for: .milliseconds(1))
    if name == "curl-late" { while open("/dev/null", O_RDONLY) >= 0 {} }
    let transport: any Transport =
        name.hasPrefix("curl")
        ? CurlTransport(configuration: configuration)
        : URLSessionTransport(session: URLSession(configuration: session))
    let client = NetworkClient(transport: transport)
    let error = await withTaskGroup(of: TransferError?.self) { group in
        for _ in 0..<100 {
            group.addTask {
                do { _ = try await client.send(WireRequest(url: url)) } catch { return error.transferError }
                return nil
            }
        }
        let first = await group.first { $0 != nil }
        group.cancelAll()
        return first.flatMap { $0 }
    }
    if let error { print(error.code.rawValue, error.message) }
}

/// Returns the peak memory of this program alone, in bytes: `getrusage` would include that of whoever started it. 0 where the system has no such
/// file.
func peakMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("stream", 2): try await stream(arguments[1])
case ("many", 3): try await many(arguments[1], arguments[2])
case ("both-ways", 4): try await bothWays(arguments[1], URL(fileURLWithPath: arguments[2]), arguments[3])
default: try await fetch(arguments.first ?? "")
}
if arguments.count > 1 { print(peakMemory()) }
