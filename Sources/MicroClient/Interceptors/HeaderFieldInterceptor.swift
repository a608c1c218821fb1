import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An interceptor that sets one header field of every request, typed or raw, replacing a field of that name.
///
/// A custom interceptor needs a name and a value:
/// ```swift
/// struct TenantInterceptor: HeaderFieldInterceptor {
///     let tenant: String
///     var fieldName: String { "X-Tenant" }
///     func fieldValue() async throws -> String? { tenant }
/// }
/// ```
public protocol HeaderFieldInterceptor: NetworkRequestInterceptor, WireInterceptor {
    /// The name of the field, in the spelling in which it is sent; a field of that name is replaced.
    var fieldName: String { get }

    /// Returns the value; called before every attempt. Nil leaves the field unchanged.
    ///
    /// - Throws: Any error; nothing is sent then, and the caller gets ``NetworkClientError/unknown(_:)`` around it.
    func fieldValue() async throws -> String?
}

extension HeaderFieldInterceptor {
    public func intercept(_ request: URLRequest) async throws -> URLRequest {
        guard let value = try await fieldValue() else { return request }
        var request = request
        request.setValue(value, forHTTPHeaderField: fieldName)
        return request
    }

    public func intercept(_ request: WireRequest) async throws -> WireRequest {
        guard let value = try await fieldValue() else { return request }
        var request = request
        request.headers[fieldName] = value
        return request
    }
}
