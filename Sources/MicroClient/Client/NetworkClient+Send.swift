import Foundation

extension NetworkClient {
    /// Sends a request and returns when the head of the final response is there: retries and redirects are over, the body streams to
    /// the reader.
    ///
    /// - Parameters:
    ///   - request: The request, sent as it is after the interceptors, except for a percent-encoded host, which is decoded, a host that is not
    ///     ASCII, which is converted (UTS 46; Foundation of macOS 13 and iOS 16 cannot), and the cookies of the jar. It is checked first for
    ///     characters that could break out of their field.
    ///   - options: The overrides of the configuration for this send.
    ///   - observer: Receives every event in order; the last carries the finished exchange, also after a failure or a cancellation.
    /// - Throws: ``NetworkClientError/malformedURL``, ``NetworkClientError/transportError(_:)``, ``NetworkClientError/unknown(_:)`` from an
    ///   interceptor, with `error.exchange`; `CancellationError`. A status is never an error here.
    public func send(
        _ request: WireRequest, options: SendOptions = SendOptions(), observer: Exchange.Observer? = nil
    ) async throws -> WireResponse {
        try await sending(request, options: options, observer: observer).respond()
    }

    /// Creates a raw send, ready to be performed.
    func sending(_ request: WireRequest, options: SendOptions, observer: Exchange.Observer?) -> Sending {
        let interceptors = defaults.interceptors + options.interceptors
        guard !interceptors.isEmpty else {
            return sending(request, options: options, observer: observer, prepare: nil)
        }
        return sending(request, options: options, observer: observer) { try await $0.intercepted(by: interceptors) }
    }

    /// - Parameter prepare: Makes the request of each attempt from the one given; nil leaves it as it is.
    func sending(
        _ request: WireRequest, options: SendOptions, observer: Exchange.Observer?,
        prepare: (@Sendable (WireRequest) async throws -> WireRequest)?
    ) -> Sending {
        let recorder = SendRecorder(request, by: defaults, observer: observing(options, observer))
        return Sending(recorder, by: defaults, options: options, prepare: prepare)
    }

    /// Returns the caller's observer and the logger as one observer; nil if there is neither.
    private func observing(_ options: SendOptions, _ observer: Exchange.Observer?) -> Exchange.Observer? {
        guard let logger = options.logger ?? defaults.logger else { return observer }
        let log = ExchangeLogger(
            logger: logger, level: options.logLevel ?? defaults.logLevel,
            maximumRetries: (options.retry ?? defaults.retry).maximumRetries)
        guard let observer else { return { log.take($0) } }
        return { event in
            // The observer first, so that it can assign the log lines that follow to this attempt.
            observer(event)
            log.take(event)
        }
    }
}

extension WireRequest {
    func intercepted(by interceptors: [any WireInterceptor]) async throws -> WireRequest {
        var request = self
        for interceptor in interceptors {
            do {
                request = try await interceptor.intercept(request)
            } catch  where !error.isCancellation {
                throw NetworkClientError.InterceptorFailure(error, interceptor: "\(type(of: interceptor))")
            }
        }
        return request
    }
}
