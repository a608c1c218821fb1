import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The decoded answer to a ``NetworkRequest``.
public struct NetworkResponse<ResponseModel> {
    /// What the body was decoded to.
    public let value: ResponseModel
    /// An `HTTPURLResponse` with the final status and the header fields, those of one name joined.
    public let response: URLResponse
    /// Every attempt and hop; nil only in answers that a test made.
    public let exchange: Exchange?

    /// An answer that a double gives.
    public init(value: ResponseModel, response: URLResponse, exchange: Exchange? = nil) {
        self.value = value
        self.response = response
        self.exchange = exchange
    }
}

extension NetworkResponse {
    /// Where the `Location` field leads, as an absolute URL; nil without one.
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

/// An answer whose body does not matter, an empty one included.
public struct VoidResponse: Decodable, Sendable, Hashable {
    /// There is but one.
    public init() {}
    public init(from decoder: any Decoder) {}
}
