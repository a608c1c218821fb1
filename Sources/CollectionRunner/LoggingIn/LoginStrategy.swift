public import OpenCollection

/// A request as it is sent, with the checks on its response.
public typealias RenderedSend = (request: RenderedRequest, checks: ResponseChecks)

/// Describes how a send logs in after a response 401. The requests for it have been approved like those of any other send.
public struct LoginStrategy: Sendable {
    /// The path of the request that logs in.
    public var path: ItemPath
    /// ``LoginKeeper/count(for:)`` when the request was rendered: later logins are new to it. nil: the count when its send begins.
    public var known: Int?
    /// Names of the variables that it captures. A request that lacks the value of one logs in before it is sent.
    public var captures: Set<String>
    /// Returns the request that logs in. Throws ``LoginRefusal`` when it may not or cannot be sent.
    public var login: @Sendable () async throws -> RenderedSend
    /// Returns the refused request, rendered again with the values that logging in captured. Throws like ``login``.
    public var renew: @Sendable (CapturedValues) async throws -> RenderedSend

    public init(
        path: ItemPath, known: Int? = nil, captures: Set<String> = [],
        login: @escaping @Sendable () async throws -> RenderedSend,
        renew: @escaping @Sendable (CapturedValues) async throws -> RenderedSend
    ) {
        self.path = path
        self.known = known
        self.captures = captures
        self.login = login
        self.renew = renew
    }
}

/// The reason why no request was sent to log in, or again after the login.
public struct LoginRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason for a person, without secrets: "password has no value".
    public var reason: String

    public init(_ reason: String) { self.reason = reason }

    public var description: String { reason }
}

/// The key of a login; sends with the same key share it.
public struct LoginKey: Sendable, Hashable {
    /// The collection's root directory.
    public var collection: String?
    /// The environment's name.
    public var environment: String?
    /// The path of the request that logs in.
    public var path: ItemPath

    public init(collection: String?, environment: String?, path: ItemPath) {
        self.collection = collection
        self.environment = environment
        self.path = path
    }
}
