/// Whether and how redirects are followed.
///
/// 301, 302 and 303 become GET without a body for every method but HEAD; 307 and 308 keep method and body, and are followed only
/// if the body can be sent again. A redirect that is not followed is the response.
/// - Source: RFC 9110, section 15.4; the change to GET is what every browser does (Fetch, section 4.4).
public struct RedirectPolicy: Sendable, Hashable {
    /// How many redirects are followed within one attempt; the next one is the response. 0 follows none. Default: 5.
    public var maximum: Int
    /// Names dropped when scheme, host or port change. Default: Authorization, Proxy-Authorization, Cookie.
    public var droppedAcrossOrigins = ["Authorization", "Proxy-Authorization", "Cookie"]

    public init(maximum: Int = 5) { self.maximum = maximum }

    /// Every redirect is the response.
    public static let none = RedirectPolicy(maximum: 0)
    /// Up to `maximum` redirects.
    public static func follow(maximum: Int = 5) -> RedirectPolicy { RedirectPolicy(maximum: maximum) }
}
