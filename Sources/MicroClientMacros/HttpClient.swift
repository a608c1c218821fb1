#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Performs declared requests: ``Client``, or a double of it in tests. Not to be confused with `HTTPClient`, the builder's one-request sender.
public protocol HttpClient: Sendable {
    /// Sends the request and decodes its answer.
    func perform<Value: Decodable>(
        _ request: some HttpRequest, onProgress: ProgressHandler?
    ) async throws -> Response<Value>

    /// Sends the request; the answer's body does not matter.
    @discardableResult
    func perform(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Void>

    /// Sends the request and gives the answer's body as it came.
    func performRaw(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Data>
}

extension HttpClient {
    /// Sends the request and decodes its answer.
    public func perform<Value: Decodable>(_ request: some HttpRequest) async throws -> Response<Value> {
        try await perform(request, onProgress: nil)
    }

    /// Sends the request; the answer's body does not matter.
    @discardableResult
    public func perform(_ request: some HttpRequest) async throws -> Response<Void> {
        try await perform(request, onProgress: nil)
    }

    /// Sends the request and gives the answer's body as it came.
    public func performRaw(_ request: some HttpRequest) async throws -> Response<Data> {
        try await performRaw(request, onProgress: nil)
    }
}

/// The answer to a declared request.
public struct Response<Value> {
    /// Decoded, or as it came; `Void` where it does not matter.
    public let data: Value
    /// Of the last hop, or as an interceptor left it.
    public let statusCode: Int
    /// In their order, spelling and number, as far as the transport can tell.
    public let headers: HeaderFields
    /// The same as Foundation has it.
    public let response: URLResponse
    /// Every attempt and hop; nil only in answers that a test made.
    public let exchange: Exchange?

    /// An answer that a double gives.
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

    /// Where the `Location` field leads, as an absolute URL; nil without one.
    public var location: URL? { response.location }

    private static var noResponse: URLResponse {
        URLResponse(
            url: URL(fileURLWithPath: "/"), mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
    }
}

extension Response: Sendable where Value: Sendable {}
