import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClient {
    // MARK: Bytes

    /// Sends a value, encoded by ``Configs/bodyEncoder``, which also sets the `Content-Type` unless the request has one.
    @_disfavoredOverload
    public func body(_ value: sending some Encodable) -> NetworkClient { body(Locked(value), as: .kept) }

    /// Sends values of any type by their names, encoded as an object by ``Configs/bodyEncoder``; nil is encoded as null.
    public func body(_ values: [String: (any Encodable & Sendable)?]) -> NetworkClient {
        body(Locked(NamedParameters(values)), as: .kept)
    }

    /// Sends bytes as they are, as `application/octet-stream` unless the request sets another type.
    public func body(_ data: Data) -> NetworkClient { body(data, as: .data) }

    /// Sends text as it is, as `text/plain; charset=utf-8` unless the request sets another type.
    public func body(_ text: String) -> NetworkClient { body(text, as: .text) }

    /// Sends the bytes that a closure makes from the configs. It sets no `Content-Type`.
    public func body(_ data: @escaping @Sendable (Configs) throws -> Data) -> NetworkClient {
        appendingStep { request, configs in
            try request.setBody(configs.encoding { try data($0) }, &configs, type: nil)
        }
    }

    /// Sends a value, encoded by a serializer.
    public func body<Value: Sendable>(_ value: Value, as serializer: ContentSerializer<Value>) -> NetworkClient {
        appendingStep { request, configs in
            let data = try configs.encoding { try serializer.serialize(value, $0) }
            request.setBody(data, &configs, type: serializer.contentType(configs))
        }
    }

    // MARK: Streams

    /// Sends a file, which is read while it is sent, whatever its size.
    public func bodyStream(file: URL) -> NetworkClient { bodyStream(.file(file)) }

    /// Sends a Foundation stream, which can be read once: the request is not repeated.
    public func bodyStream(_ stream: InputStream) -> NetworkClient { bodyStream(BodySource.Stream(stream)) }

    /// Sends a stream that can be created again for each attempt.
    ///
    /// - Parameters:
    ///   - length: The length in bytes; nil when unknown.
    ///   - makeStream: Called when an attempt sends its body.
    public func bodyStream(
        length: Int64? = nil, _ makeStream: @escaping @Sendable () throws -> InputStream
    ) -> NetworkClient {
        bodyStream(
            BodySource.Stream(length: length, isReplayable: true) {
                try BodySource.Stream(makeStream(), length: length).open()
            })
    }

    /// Sends a body that is produced while it is sent.
    public func bodyStream(_ stream: BodySource.Stream) -> NetworkClient { bodyStream(.stream(stream)) }

    /// Sends a value, encoded when the request is made, piece by piece.
    @_disfavoredOverload
    public func bodyStream(_ value: sending some Encodable) -> NetworkClient { bodyStream(Locked(value), as: .kept) }

    /// Sends a value, encoded by a serializer, piece by piece.
    public func bodyStream<Value: Sendable>(
        _ value: Value, as serializer: ContentSerializer<Value>
    ) -> NetworkClient {
        appendingStep { request, configs in
            let data = try configs.encoding { try serializer.serialize(value, $0) }
            let type = serializer.contentType(configs)
            request.setBody(.stream(BodySource.Stream(pieces: data)), &configs, type: type)
        }
    }

    private func bodyStream(_ source: BodySource) -> NetworkClient {
        body(type: "application/octet-stream") { source }
    }

    /// Sends the body that a closure returns when the request is made.
    ///
    /// - Parameter type: The content type of the body, for a request that sets none itself.
    package func body(type: String, _ source: @escaping @Sendable () throws -> BodySource) -> NetworkClient {
        appendingStep { request, configs in
            let source = try configs.encoding { _ in try source() }
            request.setBody(source, &configs, type: type)
        }
    }
}

extension URLRequest {
    fileprivate mutating func setBody(_ data: Data, _ configs: inout NetworkClient.Configs, type: String?) {
        setBody(BodySource.none, &configs, type: type)
        httpBody = data
    }

    fileprivate mutating func setBody(
        _ source: BodySource, _ configs: inout NetworkClient.Configs, type: String?
    ) {
        httpBody = nil
        configs.bodySource = source
        configs.contentType = type
    }
}

extension NetworkClient.Configs {
    /// - Throws: ``NetworkClientError/encodingError(_:)``.
    fileprivate func encoding<Encoded>(_ encode: (Self) throws -> Encoded) throws -> Encoded {
        do {
            return try encode(self)
        } catch let error as NetworkClientError {
            throw error
        } catch {
            throw NetworkClientError.encodingError(error)
        }
    }
}

extension BodySource.Stream {
    private static let pieceBytes = 64 << 10

    /// Creates a stream that gives existing bytes in pieces.
    fileprivate init(pieces data: Data) {
        self.init(length: Int64(data.count), isReplayable: true) {
            let rest = Locked(data)
            return {
                rest.withLock { rest in
                    guard !rest.isEmpty else { return nil }
                    let piece = rest.prefix(Self.pieceBytes)
                    rest = rest.dropFirst(Self.pieceBytes)
                    return piece
                }
            }
        }
    }
}
