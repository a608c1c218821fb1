#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A type that can be the body of a request, and how it is sent.
///
/// By default it is encoded as JSON, which requires only the conformance:
/// ```swift
/// struct NewUser: HttpBody {
///     let name: String
/// }
/// ```
/// `Data`, `String` and `MultipartForm` are sent as they are. Types that are only `Encodable` are bodies too, as JSON.
public protocol HttpBody: Encodable, Sendable {
    /// Sets the body of the request, and the header fields that describe it. Default: JSON.
    ///
    /// - Parameters:
    ///   - request: The request with its URL and method; its own header fields are set later and take precedence.
    ///   - encoder: The encoder of the client.
    /// - Throws: Any error; the caller gets `NetworkClientError.encodingError` around it, and nothing is sent.
    func modify(_ request: inout URLRequest, using encoder: JSONEncoder) throws
}

extension HttpBody {
    public func modify(_ request: inout URLRequest, using encoder: JSONEncoder) throws {
        request.setBody(try encoder.encode(self), type: "application/json")
    }
}

extension Data: HttpBody {
    /// Sets the bytes unchanged, as `application/octet-stream`.
    public func modify(_ request: inout URLRequest, using encoder: JSONEncoder) {
        request.setBody(self, type: "application/octet-stream")
    }
}

extension String: HttpBody {
    /// Sets the text in UTF-8, as `text/plain`.
    public func modify(_ request: inout URLRequest, using encoder: JSONEncoder) {
        request.setBody(Data(utf8), type: "text/plain; charset=utf-8")
    }
}

extension URLRequest {
    /// Sets the body, and its content type if there is none yet.
    mutating func setBody(_ data: Data, type: String) {
        httpBody = data
        if value(forHTTPHeaderField: "Content-Type") == nil { setValue(type, forHTTPHeaderField: "Content-Type") }
    }
}

/// A body that may be too large for memory: its bytes are not put into a `URLRequest`.
protocol StreamedBody: HttpBody {
    var contentType: String { get }
    func source() throws -> BodySource
}
