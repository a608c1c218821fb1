import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Error {
    /// The exchange until this error; nil if nothing was prepared, or the error is not from a client.
    public var exchange: Exchange? {
        switch self {
        case let failure as NetworkClientError.ExchangeFailure: failure.recordedExchange
        case let error as NetworkClientError: error.response?.exchange ?? error.underlying?.exchange
        default: nil
        }
    }

    /// The transport's error inside this one; nil if there is none.
    public var transferError: TransferError? { innermost(as: TransferError.self) }

    /// The first error of a type in the chain of underlying errors, this one included.
    ///
    /// `error.innermost(as: DecodingError.self)` finds what ``NetworkClientError/decodingError(_:)`` wraps together with the exchange.
    public func innermost<Wanted: Error>(as type: Wanted.Type) -> Wanted? {
        if let found = self as? Wanted { return found }
        return switch self {
        case let failure as NetworkClientError.ExchangeFailure: failure.underlying.innermost(as: type)
        case let failure as NetworkClientError.InterceptorFailure: failure.underlying.innermost(as: type)
        case let error as NetworkClientError: error.underlying?.innermost(as: type)
        case let error as TransferError: error.urlError as? Wanted
        default: nil
        }
    }
}

extension NetworkClientError {
    /// The error inside; nil for those that have none.
    public var underlying: (any Error)? {
        switch self {
        case .transportError(let error), .decodingError(let error), .encodingError(let error): error
        case .unknown(let error): error
        case .malformedURL, .unacceptableStatusCode: nil
        }
    }

    fileprivate var response: ExchangeURLResponse? {
        guard case .unacceptableStatusCode(_, let response, _) = self else { return nil }
        return response as? ExchangeURLResponse
    }
}

/// An `HTTPURLResponse` that carries its exchange, so that a status error can carry it.
///
/// `@unchecked Sendable` like its superclass; the exchange never changes.
final class ExchangeURLResponse: HTTPURLResponse, CustomReflectable, @unchecked Sendable {
    let exchange: Exchange?
    /// Whether an interceptor has accepted or refused it; nil if none decided.
    let acceptance: Bool?

    /// A description such as "200 OK from http://host/path", secrets in the URL masked; Foundation's would contain the whole URL and every field.
    override var description: String {
        "\(ResponseHead(status: statusCode).statusText) from \(Redaction.url(url?.absoluteString ?? ""))"
    }

    override var debugDescription: String { description }

    var customMirror: Mirror {
        Mirror(self, children: ["description": description], ancestorRepresentation: .suppressed)
    }

    init?(_ head: ResponseHead, url: URL, exchange: Exchange, acceptance: Bool? = nil) {
        self.exchange = exchange
        self.acceptance = acceptance
        super.init(
            url: url, statusCode: head.status, httpVersion: head.httpVersion.map { "HTTP/" + $0 },
            headerFields: head.joinedHeaders)
    }

    required init?(coder: NSCoder) {
        exchange = nil
        acceptance = nil
        super.init(coder: coder)
    }
}

extension ResponseHead {
    /// The header fields with those of one name joined, as `HTTPURLResponse` expects them.
    ///
    /// - Source: RFC 9110, section 5.3.
    fileprivate var joinedHeaders: [String: String] {
        var joined: [String: String] = [:]
        var spelling: [String: String] = [:]
        for field in headers {
            let name = spelling[field.name.lowercased()] ?? field.name
            spelling[field.name.lowercased()] = name
            joined[name] = joined[name].map { $0 + ", " + field.value } ?? field.value
        }
        return joined
    }
}
