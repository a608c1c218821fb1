import Foundation
import MicroClient
import MicroClientCurl

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends one GET, reads its response to the end and returns the length of its body, in bytes.
public typealias Sender = @Sendable () async throws -> Int

/// Returns a sender by its name on the command line: the library over each transport, and what is beneath it alone.
public func sender(_ name: String, to url: URL) -> Sender? {
    let request = WireRequest(url: url.absoluteString)
    switch name {
    case "client-curl", "client-curl-thread": return over(.curl(), request, url)
    case "client-urlsession": return over(.shared, request, url)
    case "curl": return { try await bytes(of: request, over: CurlTransport.shared) }
    case "urlsession": return { try await URLSession.shared.data(from: url).0.count }
    default: return nil
    }
}

/// Returns a sender with the client over a transport.
public func over(
    _ session: any URLSessionProtocol, _ request: WireRequest, _ url: URL, options: SendOptions = SendOptions(),
    observer: Exchange.Observer? = nil
) -> Sender {
    let client = NetworkClient(configuration: NetworkConfiguration(session: session, baseURL: url))
    return { try await client.send(request, options: options, observer: observer).collect().count }
}

private func bytes(of request: WireRequest, over transport: CurlTransport) async throws -> Int {
    var count = 0
    for try await event in transport.transfer(request) {
        if case .body(let data) = event { count += data.count }
    }
    return count
}

/// Sends a number of requests, one after the other.
public func sendAll(_ count: Int, _ send: Sender) async throws {
    for _ in 0..<count {
        guard try await send() > 0 else { throw URLError(.zeroByteResource) }
    }
}
