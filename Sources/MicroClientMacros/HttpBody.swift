#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What can be the body of a request, and how it is sent.
///
/// By default it is encoded as JSON, which takes nothing but the conformance:
/// ```swift
/// struct NewUser: HttpBody {
///     let name: String
/// }
/// ```
/// `Data`, `String` and `MultipartForm` go out as they are. Types that are only `Encodable` are bodies too, as JSON.
public protocol HttpBody: Encodable, Sendable {
    /// Puts the body into the request, with the header fields that describe it. Default: JSON.
    ///
    /// - Parameters:
    ///   - request: has its URL and method; its own header fields come later and win.
    ///   - encoder: the client's.
    /// - Throws: any error; the caller gets `NetworkClientError.encodingError` around it, and nothing is sent.
    func modify(_ request: inout URLRequest, using encoder: JSONEncoder) throws
}

extension HttpBody {
    public func modify(_ request: inout URLRequest, using encoder: JSONEncoder) throws {
        request.setBody(try encoder.encode(self), type: "application/json")
    }
}

extension Data: HttpBody {
    /// The bytes as they are, `application/octet-stream`.
    public func modify(_ request: inout URLRequest, using encoder: JSONEncoder) {
        request.setBody(self, type: "application/octet-stream")
    }
}

extension String: HttpBody {
    /// The text in UTF-8, `text/plain`.
    public func modify(_ request: inout URLRequest, using encoder: JSONEncoder) {
        request.setBody(Data(utf8), type: "text/plain; charset=utf-8")
    }
}

extension URLRequest {
    /// The content type only where none is said.
    mutating func setBody(_ data: Data, type: String) {
        httpBody = data
        if value(forHTTPHeaderField: "Content-Type") == nil { setValue(type, forHTTPHeaderField: "Content-Type") }
    }
}

/// A body that may be too large for memory: a `URLRequest` is not shown its bytes.
protocol StreamedBody: HttpBody {
    var contentType: String { get }
    func source() throws -> BodySource
}
