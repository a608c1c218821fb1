/// An error together with what happened on the wire until then, which `exchange` gives as it does for every error.
public struct ExchangeFailure: Error, Sendable {
    public let underlying: any Error
    let recordedExchange: Exchange

    /// - Parameters:
    ///   - underlying: what went wrong.
    ///   - exchange: every attempt and hop until the failure.
    public init(_ underlying: any Error, exchange: Exchange) {
        self.underlying = underlying
        self.recordedExchange = exchange
    }
}

/// An interceptor threw, and the request was not sent.
public struct InterceptorFailure: Error, Sendable {
    public let underlying: any Error
    /// The interceptor's type.
    public let interceptor: String

    public init(_ underlying: any Error, interceptor: String) {
        self.underlying = underlying
        self.interceptor = interceptor
    }
}
