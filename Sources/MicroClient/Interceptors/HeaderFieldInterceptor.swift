import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sets one header field of every request, through either door: what stood there under that name is replaced.
///
/// A type of one's own needs a name and a value:
/// ```swift
/// struct TenantInterceptor: HeaderFieldInterceptor {
///     let tenant: String
///     var fieldName: String { "X-Tenant" }
///     func fieldValue() async throws -> String? { tenant }
/// }
/// ```
public protocol HeaderFieldInterceptor: NetworkRequestInterceptor, WireInterceptor {
    /// The field that is set, in the spelling in which it is sent; one that is there already is replaced.
    var fieldName: String { get }

    /// Asked before every attempt; nil leaves the field alone.
    ///
    /// - Throws: any error; nothing is sent then, and the caller gets ``NetworkClientError/unknown(_:)`` around it.
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
