import MicroClient

extension URLSessionProtocol where Self == TransportSession {
    /// Sends over libcurl, written `NetworkConfiguration(session: .curl(), baseURL: url)`. Default: ``CurlTransport/shared``.
    public static func curl(_ transport: CurlTransport = .shared) -> TransportSession { .transport(transport) }
}
