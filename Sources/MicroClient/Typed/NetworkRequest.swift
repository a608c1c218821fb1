import Foundation

/// A typed request: what to send, and the type that its response is decoded to. The configuration replaces values that are nil.
///
/// `RequestModel` is encoded as JSON; `Data` and `String` are sent as they are; ``VoidRequest`` sends no body. `ResponseModel` is decoded from
/// JSON; `Data` and `String` get the body as received; ``VoidResponse`` ignores it; an `Optional` is nil for an empty body.
public struct NetworkRequest<RequestModel, ResponseModel> where RequestModel: Encodable, ResponseModel: Decodable {
    /// The path, appended to the base URL with exactly one slash between; may contain a query. Nil: the base URL itself.
    public let path: String?
    /// The method: any token, sent as it is.
    public let method: HTTPMethod
    /// The items appended to the query of base URL and path, in order; items without a value are left out.
    public let queryItems: [URLQueryItem]?
    /// The fields sent as an `application/x-www-form-urlencoded` body; they take precedence over ``body``.
    public let formItems: [URLFormItem]?
    /// The base URL; nil uses the configuration's.
    public let baseURL: URL?
    /// The body; nil sends none.
    public let body: RequestModel?
    /// The decoder of the response; nil uses the configuration's.
    public let decoder: JSONDecoder?
    /// The encoder of the body; nil uses the configuration's.
    public let encoder: JSONEncoder?
    /// The header fields; they replace fields of the same name that the client would add.
    public let additionalHeaders: [String: String]?
    /// The retry strategy; nil uses the configuration's. Here, `.retry(count:)` repeats POST and PATCH too.
    public let retryStrategy: RetryStrategy?
    /// The interceptors that replace the configuration's ``NetworkConfiguration/interceptors``; an empty array runs none.
    public let interceptors: [any NetworkRequestInterceptor]?
    /// The interceptors that replace the configuration's ``NetworkConfiguration/responseInterceptors``; an empty array runs none.
    public let responseInterceptors: [any NetworkResponseInterceptor]?
    /// The transfer options; nil uses the configuration's.
    public let options: TransferOptions?

    /// Creates a request with the configuration's retry strategy.
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

    /// Creates a request with a retry strategy; not optional, so that `.none` means no retries.
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

    /// Creates a request with an optional retry strategy.
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

/// A request body that is never sent.
public struct VoidRequest: Encodable, Sendable, Hashable {
    /// Creates a request body that is never sent.
    public init() {}
}

/// One field of a form.
public struct URLFormItem: Sendable, Hashable {
    /// The name before it is encoded.
    public let name: String
    /// The value before it is encoded; nil leaves the field out.
    public let value: String?

    /// Creates a field from text that is not encoded yet.
    public init(name: String, value: String?) {
        self.name = name
        self.value = value
    }
}
