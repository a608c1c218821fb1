public import MicroClient
public import OpenCollection

/// The files, cookies, logins and the browser that a send may use besides the request itself.
public struct SendDependencies: Sendable {
    /// The files that bodies and keys are read from. Default: none may be.
    public var files: RequestFiles
    /// The cookies of its environment. Default: none are sent, none kept.
    public var cookies: CookieJar.Use
    /// The way to the person who agrees in a browser, for tokens that need it. Default: nobody is there.
    public var authorizationUI: AuthorizationUI
    /// Names of the secret header fields of a request that a person has agreed to send along to the origin of a redirect. Default: none.
    public var forwardedFields: @Sendable (_ request: RenderedRequest, _ origin: String) -> [String] = { _, _ in [] }
    /// The login after a response 401. Default: none.
    public var login: LoginStrategy?

    public init(
        files: RequestFiles = .none, cookies: CookieJar.Use = .off, authorizationUI: AuthorizationUI = .closed,
        login: LoginStrategy? = nil
    ) {
        self.files = files
        self.cookies = cookies
        self.authorizationUI = authorizationUI
        self.login = login
    }
}
