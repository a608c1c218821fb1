import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClientCaller where Response == Data, Result == () async throws -> Value {
    /// The caller that sends the request and serializes the response's body in memory.
    public static var http: NetworkClientCaller {
        NetworkClientCaller { request, configs, serialize in
            { try await configs.value(of: configs.httpClient.data(request, configs), serialize) }
        } mock: { value in
            { value }
        }
    }

    /// The caller that sends the request's own body; POST when the request is a GET.
    public static var httpUpload: NetworkClientCaller { uploading(nil) }

    /// Returns a caller that sends a body in place of the request's own; POST when the request is a GET.
    public static func httpUpload(_ body: BodySource) -> NetworkClientCaller { uploading(body) }

    private static func uploading(_ body: BodySource?) -> NetworkClientCaller {
        NetworkClientCaller { request, configs, serialize in
            let (request, configs) = configs.uploading(body, request)
            return { try await configs.value(of: configs.httpClient.data(request, configs), serialize) }
        } mock: { value in
            { value }
        }
    }
}

extension NetworkClientCaller where Response == Data, Result == () async throws -> NetworkResponse<Value> {
    /// The caller that sends the request as ``http`` does, and returns the value with its response and exchange.
    public static var httpResponse: NetworkClientCaller {
        NetworkClientCaller { request, configs, serialize in
            {
                let received = try await configs.httpClient.data(request, configs)
                return NetworkResponse(
                    value: try configs.value(of: received, serialize), response: received.1,
                    exchange: received.1.recordedExchange)
            }
        } mock: { value in
            { NetworkResponse(value: value, response: .ofMock) }
        }
    }
}

extension NetworkClientCaller where Response == URL, Result == () async throws -> Value {
    /// The caller that sends the request and saves the response's body to a new file of any size, which its caller owns.
    ///
    /// A body that breaks off is a failed attempt like any other. Response interceptors are not run.
    public static var httpDownload: NetworkClientCaller {
        NetworkClientCaller { request, configs, serialize in
            { try await configs.value(of: configs.httpClient.download(request, configs), serialize) }
        } mock: { value in
            { value }
        }
    }
}

extension URLResponse {
    /// The response of a mocked call, for which nothing was sent.
    fileprivate static var ofMock: URLResponse {
        URLResponse(url: .noBase, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
    }
}

extension BodySource {
    /// Returns a body of bytes in memory, as ``bytes(_:)``.
    public static func data(_ data: Data) -> BodySource { .bytes(data) }
    /// Returns a body from a Foundation stream, which can be read once: the request is not repeated.
    public static func stream(_ stream: InputStream, length: Int64? = nil) -> BodySource {
        .stream(Stream(stream, length: length))
    }
}

extension NetworkClient.Configs {
    fileprivate func uploading(_ body: BodySource?, _ request: URLRequest) -> (URLRequest, NetworkClient.Configs) {
        var (request, configs) = (request, self)
        if ["GET", nil].contains(request.httpMethod) { request.httpMethod = "POST" }
        guard let body else { return (request, configs) }
        request.httpBody = nil
        configs.bodySource = body
        if request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        return (request, configs)
    }

    /// Validates and serializes a response.
    func value<Value>(
        of received: (body: Data, response: HTTPURLResponse), _ serialize: (Data, NetworkClient.Configs) throws -> Value
    ) throws -> Value {
        let configs = receiving(received.response)
        try configs.validate(received.response, received.body)
        do {
            return try serialize(received.body, configs)
        } catch {
            throw configs.errorDecoder.decode(received.body, configs) ?? configs.decodingFailure(error)
        }
    }

    /// Validates and serializes a mock as a response 200, ``errorDecoder`` included: `Data` is its body, any other type has none.
    func value<Response, Value>(
        ofMock mock: Response, _ serialize: (Response, NetworkClient.Configs) throws -> Value
    ) throws -> Value {
        let url = configuration.baseURL
        guard let head = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil) else {
            throw NetworkClientError.malformedURL
        }
        return try value(of: (mock as? Data ?? Data(), head)) { try serialize(mock, $1) }
    }

    fileprivate func value<Value>(
        of received: (body: HTTPClient.Downloaded, response: HTTPURLResponse),
        _ serialize: (URL, NetworkClient.Configs) throws -> Value
    ) throws -> Value {
        let configs = receiving(received.response)
        switch received.body {
        case .file(let file):
            do {
                return try serialize(file, configs)
            } catch {
                // The caller never gets its URL.
                try? FileManager.default.removeItem(at: file)
                throw configs.decodingFailure(error)
            }
        case .refused(let data):
            try configs.validate(received.response, data)
            throw NetworkClientError.unacceptableStatusCode(
                statusCode: received.response.statusCode, response: received.response, data: data)
        }
    }

    private func receiving(_ response: HTTPURLResponse) -> NetworkClient.Configs {
        var configs = self
        configs.response = response
        return configs
    }

    private func validate(_ response: HTTPURLResponse, _ body: Data) throws {
        do {
            try httpResponseValidator.validate(response, body, self)
        } catch {
            throw errorDecoder.decode(body, self) ?? error
        }
    }

    private func decodingFailure(_ error: any Error) -> any Error {
        guard error is DecodingError else { return error }
        let exchange = response?.recordedExchange
        return NetworkClientError.decodingError(
            exchange.map { NetworkClientError.ExchangeFailure(error, exchange: $0) } ?? error)
    }
}
