import Foundation

/// A typed request: what is sent, and what its answer is decoded to. Whatever is nil is the client's configuration's.
///
/// `RequestModel` is encoded as JSON; `Data` and `String` go out as they are; ``VoidRequest`` sends no body. `ResponseModel` is decoded from
/// JSON; `Data` and `String` get the body as it came; ``VoidResponse`` ignores it; an `Optional` is nil for an empty body.
public struct NetworkRequest<RequestModel, ResponseModel> where RequestModel: Encodable, ResponseModel: Decodable {
    /// Joined to the base URL with exactly one slash between; may carry a query of its own. Nil: the base URL itself.
    public let path: String?
    /// Any token; sent as it is.
    public let method: HTTPMethod
    /// Appended to the query of base URL and path, in order; items without a value are left out.
    public let queryItems: [URLQueryItem]?
    /// Sent as the body, `application/x-www-form-urlencoded`; wins over ``body``.
    public let formItems: [URLFormItem]?
    /// Replaces the configuration's.
    public let baseURL: URL?
    /// Nil sends no body.
    public let body: RequestModel?
    /// Replaces the configuration's.
    public let decoder: JSONDecoder?
    /// Replaces the configuration's.
    public let encoder: JSONEncoder?
    /// Replace fields of the same name that the client would add.
    public let additionalHeaders: [String: String]?
    /// Replaces the configuration's. Given here, `.retry(count:)` repeats POST and PATCH too.
    public let retryStrategy: RetryStrategy?
    /// Run instead of the configuration's ``NetworkConfiguration/interceptors``; an empty array runs none.
    public let interceptors: [any NetworkRequestInterceptor]?
    /// Run instead of the configuration's ``NetworkConfiguration/responseInterceptors``; an empty array runs none.
    public let responseInterceptors: [any NetworkResponseInterceptor]?
    /// Replaces the configuration's.
    public let options: TransferOptions?

    /// A request that is repeated as the configuration says.
    public init(
        path: String? = nil, method: HTTPMethod, queryItems: [URLQueryItem]? = nil, formItems: [URLFormItem]? = nil,
        baseURL: URL? = nil, body: RequestModel? = nil, decoder: JSONDecoder? = nil, encoder: JSONEncoder? = nil,
        additionalHeaders: [String: String]? = nil, interceptors: [any NetworkRequestInterceptor]? = nil,
        responseInterceptors: [any NetworkResponseInterceptor]? = nil, options: TransferOptions? = nil
    ) {
        self.init(
            path: path, method: method, queryItems: queryItems, formItems: formItems, baseURL: baseURL, body: body,
            decoder: decoder, encoder: encoder, additionalHeaders: additionalHeaders,
            retryStrategy: RetryStrategy?.none, interceptors: interceptors,
            responseInterceptors: responseInterceptors, options: options)
    }

    /// The same with a retry strategy; not optional, so that `.none` means no retries.
    public init(
        path: String? = nil, method: HTTPMethod, queryItems: [URLQueryItem]? = nil, formItems: [URLFormItem]? = nil,
        baseURL: URL? = nil, body: RequestModel? = nil, decoder: JSONDecoder? = nil, encoder: JSONEncoder? = nil,
        additionalHeaders: [String: String]? = nil, retryStrategy: RetryStrategy,
        interceptors: [any NetworkRequestInterceptor]? = nil,
        responseInterceptors: [any NetworkResponseInterceptor]? = nil, options: TransferOptions? = nil
    ) {
        self.init(
            path: path, method: method, queryItems: queryItems, formItems: formItems, baseURL: baseURL, body: body,
            decoder: decoder, encoder: encoder, additionalHeaders: additionalHeaders,
            retryStrategy: RetryStrategy?.some(retryStrategy), interceptors: interceptors,
            responseInterceptors: responseInterceptors, options: options)
    }

    /// The same with a retry strategy that may be missing.
    @_disfavoredOverload
    public init(
        path: String? = nil, method: HTTPMethod, queryItems: [URLQueryItem]? = nil, formItems: [URLFormItem]? = nil,
        baseURL: URL? = nil, body: RequestModel? = nil, decoder: JSONDecoder? = nil, encoder: JSONEncoder? = nil,
        additionalHeaders: [String: String]? = nil, retryStrategy: RetryStrategy?,
        interceptors: [any NetworkRequestInterceptor]? = nil,
        responseInterceptors: [any NetworkResponseInterceptor]? = nil, options: TransferOptions? = nil
    ) {
        self.path = path
        self.method = method
        self.queryItems = queryItems
        self.formItems = formItems
        self.baseURL = baseURL
        self.body = body
        self.decoder = decoder
        self.encoder = encoder
        self.additionalHeaders = additionalHeaders
        self.retryStrategy = retryStrategy
        self.interceptors = interceptors
        self.responseInterceptors = responseInterceptors
        self.options = options
    }
}

extension NetworkRequest: Sendable where RequestModel: Sendable {}

/// No request body.
public struct VoidRequest: Encodable, Sendable, Hashable {
    /// There is but one.
    public init() {}
}

/// One field of a form.
public struct URLFormItem: Sendable, Hashable {
    /// As it stands in the form, before it is encoded.
    public let name: String
    /// Nil: the field is left out.
    public let value: String?

    /// A field as it is before it is encoded.
    public init(name: String, value: String?) {
        self.name = name
        self.value = value
    }
}
