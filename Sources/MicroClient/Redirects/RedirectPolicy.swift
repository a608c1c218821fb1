/// The rules for whether and how redirects are followed.
///
/// Only 301, 302, 303, 307 and 308 with one `Location` that leads to http or https are followed, and only if a body that is kept can be
/// sent again. A redirect that is not followed is the response, also the one after the last that is allowed: a loop ends there, with
/// every hop in the exchange.
///
/// When scheme, host or port change, these are dropped, and not restored if a later hop returns: the header fields of
/// ``droppedAcrossOrigins`` without those of ``SendOptions/forwardedFields``, `Host`, user information in the URL,
/// ``TransferOptions/authentication`` (with the field Authorization), the client certificate, the Unix socket. Other options are kept: proxy,
/// addresses, certificate verification, trusted authorities, timeouts, limits. User information in a `Location` is never used.
/// - Source: RFC 9110, section 15.4; Fetch, section 4.4.
public struct RedirectPolicy: Sendable, Hashable {
    /// The number of redirects that are followed within one attempt; the next one is the response. 0 follows none. Default: 5.
    public var maximum: Int
    /// The header fields dropped when scheme, host or port change. Default: Authorization, Proxy-Authorization, Cookie.
    public var droppedAcrossOrigins = ["Authorization", "Proxy-Authorization", "Cookie"]
    /// Whether a body is never sent to another origin, because it contains credentials: a redirect that would do so is the response then.
    /// Default: false.
    public var keepsBodyFromOtherOrigins = false
    /// The redirects that change the method to GET. Default: ``MethodChange/likeBrowsers``.
    public var methodChange = MethodChange.likeBrowsers
    /// Whether a redirect from https to http is followed. Default: false, since a server could otherwise have confidential data sent
    /// unencrypted.
    public var allowsDowngrade = false

    /// Creates a policy with a number of redirects, everything else by default.
    public init(maximum: Int = 5) { self.maximum = maximum }

    /// The policy that follows no redirect: each is the response.
    public static let none = RedirectPolicy(maximum: 0)
    /// Returns a policy that follows up to `maximum` redirects.
    public static func follow(maximum: Int = 5) -> RedirectPolicy { RedirectPolicy(maximum: maximum) }

    /// The redirects after which a request becomes a GET without a body. 307 and 308 never change one, and HEAD stays HEAD.
    public enum MethodChange: Sendable, Hashable {
        /// After 301 and 302 a POST becomes a GET, after 303 every method.
        case likeBrowsers
        /// After 301, 302 and 303 every method becomes a GET.
        case everyMethod
        /// After 303 every method becomes a GET; a POST stays one after 301 and 302.
        case seeOtherOnly
    }
}

extension RedirectPolicy.MethodChange {
    package func makesGET(of method: HTTPMethod, after status: Int) -> Bool {
        guard method != .head, status <= 303 else { return false }
        switch self {
        case .likeBrowsers: return status == 303 || method == .post
        case .everyMethod: return true
        case .seeOtherOnly: return status == 303
        }
    }
}
