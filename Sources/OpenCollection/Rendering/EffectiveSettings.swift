/// Settings with the format's defaults filled in.
struct EffectiveSettings {
    let encodesURL: Bool
    let timeout: Duration?
    let followsRedirects: Bool
    let maximumRedirects: Int
    let forwardsAuthorization: Bool?

    init(_ settings: RequestSettings) {
        encodesURL = settings.effectiveEncodesURL
        let milliseconds = settings.timeoutInMilliseconds ?? 0
        timeout = milliseconds > 0 ? .milliseconds(milliseconds) : nil
        followsRedirects = settings.followsRedirects ?? true
        let maximum = settings.maximumRedirects ?? 5
        maximumRedirects = maximum < 0 ? 5 : maximum
        forwardsAuthorization = settings.forwardsAuthorization
    }
}

extension RequestSettings {
    /// Whether the URL is encoded: off without a `settings` block, on with a block that does not say.
    public var effectiveEncodesURL: Bool { encodesURL ?? isPresent }
}
