import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session that is a transport: `NetworkConfiguration(session: .transport(mine), baseURL: url)`.
public struct TransportSession: URLSessionProtocol {
    public let transport: any Transport

    /// Creates a session that sends over this transport.
    public init(_ transport: any Transport) { self.transport = transport }

    /// Sends over the transport as `URLSession` would: redirects are followed, any status is a response.
    ///
    /// - Throws: The errors of ``NetworkClient/send(_:options:observer:)``.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        guard let url = request.url else { throw NetworkClientError.malformedURL }
        let response = try await NetworkClient(transport: transport).send(WireRequest(request))
        let body = try await response.collect()
        guard let urlResponse = ExchangeURLResponse(response.head, url: url, exchange: response.exchange()) else {
            throw NetworkClientError.unknown(nil)
        }
        return (body, urlResponse)
    }
}

extension URLSessionProtocol where Self == TransportSession {
    /// Returns a session that sends over this transport, written `session: .transport(mine)`.
    public static func transport(_ transport: any Transport) -> TransportSession { TransportSession(transport) }
}
