public import MicroClient
public import OpenCollection

/// The files, cookies, logins and the browser that a send may use besides the request itself.
public struct SendMeans: Sendable {
    /// The files that bodies and keys are read from. Default: none may be.
    public var files: RequestFiles
    /// The cookies of its environment. Default: none are sent, none kept.
    public var cookies: CookieJar.Use
    /// The way to the person who agrees in a browser, for tokens that need it. Default: nobody is there.
    public var door: AuthorizationDoor
    /// Names of the secret header fields of a request that a person has agreed to send along to the origin of a redirect. Default: none.
    public var forwardedFields: @Sendable (_ request: RenderedRequest, _ origin: String) -> [String] = { _, _ in [] }
    /// The login after a response 401. Default: none.
    public var login: LoginMeans?

    public init(
        files: RequestFiles = .none, cookies: CookieJar.Use = .off, door: AuthorizationDoor = .closed,
        login: LoginMeans? = nil
    ) {
        self.files = files
        self.cookies = cookies
        self.door = door
        self.login = login
    }
}
