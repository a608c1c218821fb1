#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request as a client sends it, before its middlewares.
struct BuiltRequest {
    var wire: WireRequest
    var cachePolicy: URLRequest.CachePolicy?

    /// - Throws: `NetworkClientError.malformedURL`, `NetworkClientError.encodingError`, and the errors of `write(to:)`.
    init(_ request: some HttpRequest, client: NetworkClient) throws {
        var writer = RequestWriter()
        try request.write(to: &writer)
        guard !writer.path.hasDotSegment else { throw NetworkClientError.malformedURL }
        let url = try client.url(path: writer.path, queryItems: writer.queryItems)
        wire = WireRequest(method: writer.method, url: url, options: client.configuration.options)
        cachePolicy = writer.cachePolicy
        if let body = writer.body { try wire.set(body, encoder: client.configuration.defaultEncoder) }
        wire.set(writer.headers)
        if let timeout = writer.timeout { wire.options.idleTimeout = timeout }
        if cachePolicy?.passesCachesOver == true, !wire.headers.contains(named: "Cache-Control") {
            wire.headers.append("Cache-Control", "no-cache")
        }
    }
}

extension WireRequest {
    fileprivate mutating func set(_ body: any Encodable, encoder: JSONEncoder) throws {
        do {
            switch body {
            case let body as any StreamedBody:
                self.body = try body.source()
                headers.append("Content-Type", body.contentType)
            case let body as any HttpBody: try set(custom: body, encoder: encoder)
            default:
                self.body = .bytes(try encoder.encode(body))
                headers.append("Content-Type", "application/json")
            }
        } catch let error as NetworkClientError {
            throw error
        } catch {
            throw NetworkClientError.encodingError(error)
        }
    }

    /// Sets a custom body; only the body and the header fields of the modified request are used.
    private mutating func set(custom body: any HttpBody, encoder: JSONEncoder) throws {
        var request = try shownRequest()
        try body.modify(&request, using: encoder)
        let changed = try replaced(by: request)
        self.body = changed.body
        headers = changed.headers
    }

    /// Sets fields; the first of a name replaces that of the body, further ones are sent in addition.
    fileprivate mutating func set(_ fields: [HeaderField]) {
        for field in fields { headers.removeAll(named: field.name) }
        for field in fields { headers.append(field.name, field.value) }
    }
}
