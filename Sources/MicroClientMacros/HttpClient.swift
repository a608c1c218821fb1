#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client that performs declared requests: ``Client``, or a double of it in tests. Not to be confused with `HTTPClient`, the builder's sender.
public protocol HttpClient: Sendable {
    /// Sends the request and decodes its response.
    func perform<Value: Decodable>(
        _ request: some HttpRequest, onProgress: ProgressHandler?
    ) async throws -> Response<Value>

    /// Sends the request and ignores the response's body.
    @discardableResult
    func perform(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Void>

    /// Sends the request and returns the response's body as received.
    func performRaw(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Data>
}

extension HttpClient {
    /// Sends the request and decodes its response.
    public func perform<Value: Decodable>(_ request: some HttpRequest) async throws -> Response<Value> {
        try await perform(request, onProgress: nil)
    }

    /// Sends the request and ignores the response's body.
    @discardableResult
    public func perform(_ request: some HttpRequest) async throws -> Response<Void> {
        try await perform(request, onProgress: nil)
    }

    /// Sends the request and returns the response's body as received.
    public func performRaw(_ request: some HttpRequest) async throws -> Response<Data> {
        try await performRaw(request, onProgress: nil)
    }
}

/// The response to a declared request.
public struct Response<Value> {
    /// The body, decoded or as received; `Void` if it is ignored.
    public let data: Value
    /// The status of the last hop, or as an interceptor left it.
    public let statusCode: Int
    /// The header fields in their order, spelling and number, as far as the transport reports them.
    public let headers: HeaderFields
    /// The response as Foundation's type.
    public let response: URLResponse
    /// The exchange with every attempt and hop; nil only in responses created by a test.
    public let exchange: Exchange?

    /// Creates a response, for a test double.
    public init(
        data: Value, statusCode: Int = 200, headers: HeaderFields = [], response: URLResponse? = nil,
        exchange: Exchange? = nil
    ) {
        self.data = data
        self.statusCode = statusCode
        self.headers = headers
        self.response = response ?? Self.noResponse
        self.exchange = exchange
    }

    /// The target of the `Location` field as an absolute URL; nil if there is none.
    public var location: URL? { response.location }

    private static var noResponse: URLResponse {
        URLResponse(
            url: URL(fileURLWithPath: "/"), mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
    }
}

extension Response: Sendable where Value: Sendable {}
