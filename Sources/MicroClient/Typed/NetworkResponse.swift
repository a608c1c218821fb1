import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The decoded response to a ``NetworkRequest``.
public struct NetworkResponse<ResponseModel> {
    /// The value that the body was decoded to.
    public let value: ResponseModel
    /// The `HTTPURLResponse` with the final status and the header fields, those of one name joined.
    public let response: URLResponse
    /// The exchange with every attempt and hop; nil only in responses created by a test.
    public let exchange: Exchange?

    /// Creates a response, for a test double.
    public init(value: ResponseModel, response: URLResponse, exchange: Exchange? = nil) {
        self.value = value
        self.response = response
        self.exchange = exchange
    }
}

extension NetworkResponse {
    /// The target of the `Location` field as an absolute URL; nil if there is none.
    public var location: URL? { response.location }
}

extension URLResponse {
    /// - Source: RFC 9110, section 10.2.2: a relative reference is resolved against the URL of the request.
    package var location: URL? {
        (self as? HTTPURLResponse)?.value(forHTTPHeaderField: "Location").flatMap {
            URL(string: $0, relativeTo: url)?.absoluteURL
        }
    }
}

extension NetworkResponse: Sendable where ResponseModel: Sendable {}

/// A response whose body is ignored; it may be empty.
public struct VoidResponse: Decodable, Sendable, Hashable {
    /// Creates a response without content.
    public init() {}
    public init(from decoder: any Decoder) {}
}
