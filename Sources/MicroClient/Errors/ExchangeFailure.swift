extension NetworkClientError {
    /// An error together with what happened on the wire until then, which `exchange` gives as it does for every error.
    public struct ExchangeFailure: Error, Sendable {
        /// What went wrong.
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
}

extension NetworkClientError {
    /// An interceptor threw: nothing was sent, or its answer was refused.
    public struct InterceptorFailure: Error, Sendable {
        /// What the interceptor threw.
        public let underlying: any Error
        /// The interceptor's type.
        public let interceptor: String
        /// When it threw. Default: before sending.
        public let stage: Stage

        /// `interceptor` is the name of its type.
        public init(_ underlying: any Error, interceptor: String, stage: Stage = .request) {
            self.underlying = underlying
            self.interceptor = interceptor
            self.stage = stage
        }

        /// Which side of the wire an interceptor stands on.
        public enum Stage: String, Sendable, Hashable, CaseIterable {
            /// Before sending.
            case request
            /// After the answer that ended the retries.
            case response
        }
    }
}
