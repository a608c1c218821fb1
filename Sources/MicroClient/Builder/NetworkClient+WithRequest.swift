import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// One name for closures that wait and closures that do not: a closure that does not is taken by the first, any other by the second, so the
// two are no ambiguity.
// swift-format-ignore: AmbiguousTrailingClosureOverload
extension NetworkClient {
    /// Hands the finished request and configs to a closure: every call is made of this.
    ///
    /// - Throws: as ``request()``, and what the closure throws.
    public func withRequest<Value>(_ body: (URLRequest, Configs) throws -> Value) throws -> Value {
        let (request, configs) = try built()
        return try body(request, configs)
    }

    /// The same for a closure that waits.
    public func withRequest<Value>(_ body: (URLRequest, Configs) async throws -> Value) async throws -> Value {
        let (request, configs) = try built()
        return try await body(request, configs)
    }
}
