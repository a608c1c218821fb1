extension NetworkClientError {
    /// An error together with what happened on the wire until then, which `exchange` returns as for every error.
    public struct ExchangeFailure: Error, Sendable {
        /// The error that occurred.
        public let underlying: any Error
        let recordedExchange: Exchange

        /// Creates a failure.
        ///
        /// - Parameters:
        ///   - underlying: The error that occurred.
        ///   - exchange: Every attempt and hop until the failure.
        public init(_ underlying: any Error, exchange: Exchange) {
            self.underlying = underlying
            self.recordedExchange = exchange
        }
    }
}

extension NetworkClientError {
    /// The error of an interceptor: nothing was sent, or the response was refused.
    public struct InterceptorFailure: Error, Sendable {
        /// The error that the interceptor threw.
        public let underlying: any Error
        /// The name of the interceptor's type.
        public let interceptor: String
        /// The stage at which it threw. Default: before sending.
        public let stage: Stage

        /// Creates a failure; `interceptor` is the name of its type.
        public init(_ underlying: any Error, interceptor: String, stage: Stage = .request) {
            self.underlying = underlying
            self.interceptor = interceptor
            self.stage = stage
        }

        /// The stage of a send at which an interceptor runs.
        public enum Stage: String, Sendable, Hashable, CaseIterable {
            /// The stage before sending.
            case request
            /// The stage after the response that ended the retries.
            case response
        }
    }
}
