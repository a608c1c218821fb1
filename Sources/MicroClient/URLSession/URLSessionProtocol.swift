import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a client sends with: `URLSession`, a double of it in tests, or a session that brings a transport of its own.
public protocol URLSessionProtocol: Sendable {
    /// The whole answer to one request.
    func data(for request: URLRequest) async throws -> (Data, URLResponse)

    /// What carries each hop. Default: a ``URLSessionTransport`` over this session.
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
    /// `URLSession.shared`, written `session: .shared`.
    public static var shared: URLSession { URLSession.shared }
}
