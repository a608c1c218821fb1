import MicroClient

extension URLSessionProtocol where Self == TransportSession {
    /// Returns a session that sends over libcurl, written `NetworkConfiguration(session: .curl(), baseURL: url)`. Default: ``CurlTransport/shared``.
    public static func curl(_ transport: CurlTransport = .shared) -> TransportSession { .transport(transport) }
}
