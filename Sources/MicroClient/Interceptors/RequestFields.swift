import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Says what the body is, whatever the client would have said. A request without a body is left alone.
public struct ContentTypeInterceptor: HeaderFieldInterceptor {
    /// Always `Content-Type`.
    public let fieldName = "Content-Type"
    /// "application/vnd.api+json".
    public let contentType: String

    /// A media type, with its parameters if any.
    public init(_ contentType: String) { self.contentType = contentType }

    public func fieldValue() -> String? { contentType }

    public func intercept(_ request: URLRequest) -> URLRequest {
        // A body that streams is not in the `URLRequest`; that it has a type shows that there is one.
        let isEmpty = request.httpBody == nil && request.httpBodyStream == nil
        guard !isEmpty || request.value(forHTTPHeaderField: fieldName) != nil else { return request }
        var request = request
        request.setValue(contentType, forHTTPHeaderField: fieldName)
        return request
    }

    public func intercept(_ request: WireRequest) -> WireRequest {
        if case .none = request.body { return request }
        var request = request
        request.headers[fieldName] = contentType
        return request
    }
}

/// Says which answers are wanted.
///
/// - Source: RFC 9110, section 12.5.1.
public struct AcceptInterceptor: HeaderFieldInterceptor {
    /// Always `Accept`.
    public let fieldName = "Accept"
    /// In the order of preference; `q` as written: "text/html;q=0.5".
    public let contentTypes: [String]

    /// Media types in the order of preference.
    public init(_ contentTypes: String...) { self.contentTypes = contentTypes }

    public func fieldValue() -> String? { contentTypes.joined(separator: ", ") }
}

/// Says which program asks.
///
/// - Source: RFC 9110, section 10.1.5.
public struct UserAgentInterceptor: HeaderFieldInterceptor {
    /// Always `User-Agent`.
    public let fieldName = "User-Agent"
    /// "Weather/2.1 (build 42)".
    public let userAgent: String

    /// A text as it is sent.
    public init(_ userAgent: String) { self.userAgent = userAgent }

    public func fieldValue() -> String? { userAgent }
}

/// Gives every attempt an id, by which it is found in the server's log.
public struct RequestIDInterceptor: HeaderFieldInterceptor {
    /// Default: `X-Request-ID`.
    public let fieldName: String
    private let makeID: @Sendable () -> String

    /// - Parameters:
    ///   - fieldName: where the id stands.
    ///   - makeID: asked before every attempt. Default: a random UUID.
    public init(
        fieldName: String = "X-Request-ID", makeID: @escaping @Sendable () -> String = { UUID().uuidString }
    ) {
        self.fieldName = fieldName
        self.makeID = makeID
    }

    public func fieldValue() -> String? { makeID() }
}

/// Says how caches on the way may answer.
///
/// - Source: RFC 9111, section 5.2.1.
public struct CacheControlInterceptor: HeaderFieldInterceptor {
    /// Always `Cache-Control`.
    public let fieldName = "Cache-Control"
    /// "no-cache", "max-age=60".
    public let directives: [String]

    /// Directives, joined by commas.
    public init(_ directives: String...) { self.directives = directives }

    public func fieldValue() -> String? { directives.joined(separator: ", ") }
}

/// Ends every hop after a silence of this length: ``TransferOptions/idleTimeout``, a `URLRequest`'s `timeoutInterval`.
public struct TimeoutInterceptor: NetworkRequestInterceptor, WireInterceptor {
    /// The longest silence.
    public let timeout: Duration

    /// The longest silence that is allowed.
    public init(_ timeout: Duration) { self.timeout = timeout }

    public func intercept(_ request: URLRequest) -> URLRequest {
        var request = request
        request.timeoutInterval = timeout.seconds
        return request
    }

    public func intercept(_ request: WireRequest) -> WireRequest {
        var request = request
        request.options.idleTimeout = timeout
        return request
    }
}
