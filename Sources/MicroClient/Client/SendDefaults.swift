/// The settings that all sends of a client share, taken from its configuration once: a configuration is large to copy, and every send
/// reads them.
final class SendDefaults: Sendable {
    let transport: any Transport
    let clock: ClientClock
    let random: @Sendable () -> Double
    let retry: RetryPolicy
    let redirects: RedirectPolicy
    let cookies: CookieJar?
    let authenticator: BearerAuthenticator?
    let interceptors: [any WireInterceptor]
    let logger: (any Logger)?
    let logLevel: LogLevel

    init(_ configuration: NetworkConfiguration) {
        transport = configuration.transport
        clock = configuration.clock
        random = configuration.random
        retry = configuration.retryStrategy.policy
        redirects = configuration.redirects
        cookies = configuration.cookies
        authenticator = configuration.authenticator
        interceptors = configuration.wireInterceptors
        logger = configuration.logger
        logLevel = configuration.logLevel
    }
}
