import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// One name for async and synchronous closures: a synchronous closure matches the first, any other the second, so the
// two are not ambiguous.
// swift-format-ignore: AmbiguousTrailingClosureOverload
extension NetworkClient {
    /// Passes the finished request and configs to a closure: every call is built on this.
    ///
    /// - Throws: The errors of ``request()``, and those of the closure.
    public func withRequest<Value>(_ body: (URLRequest, Configs) throws -> Value) throws -> Value {
        let (request, configs) = try built()
        return try body(request, configs)
    }

    /// Passes the finished request and configs to an async closure.
    public func withRequest<Value>(_ body: (URLRequest, Configs) async throws -> Value) async throws -> Value {
        let (request, configs) = try built()
        return try await body(request, configs)
    }
}
