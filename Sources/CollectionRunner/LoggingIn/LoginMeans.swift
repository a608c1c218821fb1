public import OpenCollection

/// A request as it goes out, with what is done with its answer.
public typealias RenderedSend = (request: RenderedRequest, checks: AnswerChecks)

/// How a send logs in when it is answered 401. What is sent for it has passed the same questions as any other send.
public struct LoginMeans: Sendable {
    /// Of the request that logs in.
    public var path: ItemPath
    /// ``LoginKeeper/count(for:)`` when the request was rendered: logins after that are news to it. Nil: as of when its send begins.
    public var known: Int?
    /// Names of the variables that it captures. A request that lacks the value of one logs in before it is sent.
    public var captures: Set<String>
    /// The request that logs in. Throws ``LoginRefusal`` when it may not or cannot be sent.
    public var login: @Sendable () async throws -> RenderedSend
    /// The request that was refused, made anew with what logging in kept. Throws as ``login``.
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

/// Why nothing was sent to log in, or again after it.
public struct LoginRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// For a person, without secrets: "password has no value".
    public var reason: String

    public init(_ reason: String) { self.reason = reason }

    public var description: String { reason }
}

/// What logins are told apart by.
public struct LoginKey: Sendable, Hashable {
    /// The collection's root directory.
    public var collection: String?
    /// The environment's name.
    public var environment: String?
    /// Of the request that logs in.
    public var path: ItemPath

    public init(collection: String?, environment: String?, path: ItemPath) {
        self.collection = collection
        self.environment = environment
        self.path = path
    }
}
