// A stand-in for swift-log, AsyncHTTPClient and the like: a module whose names this library has, too.

public struct HTTPMethod: Sendable { public init() {} }
public final class HTTPClient { public init() {} }
public struct Logger { public init() {} }
