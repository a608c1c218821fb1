import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session that a client sends with: `URLSession`, a test double of it, or a session with a transport of its own.
public protocol URLSessionProtocol: Sendable {
    /// Returns the whole response to one request.
    func data(for request: URLRequest) async throws -> (Data, URLResponse)

    /// The transport of each hop. Default: a ``URLSessionTransport`` over this session.
    var transport: any Transport { get }
}

extension URLSessionProtocol {
    public var transport: any Transport { URLSessionTransport(session: self) }
}

extension URLSession: URLSessionProtocol {
    #if canImport(FoundationNetworking)
        public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
            try await data(for: request, delegate: nil)
        }
    #endif
}

extension URLSessionProtocol where Self == URLSession {
    /// The shared `URLSession`, written `session: .shared`.
    public static var shared: URLSession { URLSession.shared }
}
