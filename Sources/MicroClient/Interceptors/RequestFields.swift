import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An interceptor that sets the `Content-Type` of the body, replacing any other. A request without a body is unchanged.
public struct ContentTypeInterceptor: HeaderFieldInterceptor {
    /// The name `Content-Type`.
    public let fieldName = "Content-Type"
    /// The media type, such as "application/vnd.api+json".
    public let contentType: String

    /// Creates an interceptor that sets a media type, with its parameters if any.
    public init(_ contentType: String) { self.contentType = contentType }

    public func fieldValue() -> String? { contentType }

    public func intercept(_ request: URLRequest) -> URLRequest {
        // A streamed body is not part of the `URLRequest`, but its content type shows that there is one.
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

/// An interceptor that sets the media types that the response may have.
///
/// - Source: RFC 9110, section 12.5.1.
public struct AcceptInterceptor: HeaderFieldInterceptor {
    /// The name `Accept`.
    public let fieldName = "Accept"
    /// The media types in the order of preference; `q` as written: "text/html;q=0.5".
    public let contentTypes: [String]

    /// Creates an interceptor that sets media types in the order of preference.
    public init(_ contentTypes: String...) { self.contentTypes = contentTypes }

    public func fieldValue() -> String? { contentTypes.joined(separator: ", ") }
}

/// An interceptor that sets the name of the program that sends the request.
///
/// - Source: RFC 9110, section 10.1.5.
public struct UserAgentInterceptor: HeaderFieldInterceptor {
    /// The name `User-Agent`.
    public let fieldName = "User-Agent"
    /// The value, such as "Weather/2.1 (build 42)".
    public let userAgent: String

    /// Creates an interceptor that sets a value as it is sent.
    public init(_ userAgent: String) { self.userAgent = userAgent }

    public func fieldValue() -> String? { userAgent }
}

/// An interceptor that adds an id to every attempt, by which it is found in the server's log.
public struct RequestIDInterceptor: HeaderFieldInterceptor {
    /// The name of the field. Default: `X-Request-ID`.
    public let fieldName: String
    private let makeID: @Sendable () -> String

    /// Creates an interceptor that adds an id.
    ///
    /// - Parameters:
    ///   - fieldName: The name of the field for the id.
    ///   - makeID: Called before every attempt. Default: a random UUID.
    public init(
        fieldName: String = "X-Request-ID", makeID: @escaping @Sendable () -> String = { UUID().uuidString }
    ) {
        self.fieldName = fieldName
        self.makeID = makeID
    }

    public func fieldValue() -> String? { makeID() }
}

/// An interceptor that sets the directives for caches between client and server.
///
/// - Source: RFC 9111, section 5.2.1.
public struct CacheControlInterceptor: HeaderFieldInterceptor {
    /// The name `Cache-Control`.
    public let fieldName = "Cache-Control"
    /// The directives, such as "no-cache", "max-age=60".
    public let directives: [String]

    /// Creates an interceptor that sets directives, joined by commas.
    public init(_ directives: String...) { self.directives = directives }

    public func fieldValue() -> String? { directives.joined(separator: ", ") }
}

/// An interceptor that ends every hop after a silence of this length: ``TransferOptions/idleTimeout``, a `URLRequest`'s `timeoutInterval`.
public struct TimeoutInterceptor: NetworkRequestInterceptor, WireInterceptor {
    /// The longest silence.
    public let timeout: Duration

    /// Creates an interceptor that sets the longest silence that is allowed.
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
