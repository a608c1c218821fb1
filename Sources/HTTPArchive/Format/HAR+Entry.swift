import Foundation

extension HAR {
    /// One request and its response; a redirect and its target are two entries.
    public struct Entry: Sendable, Hashable {
        /// The ``Page/id`` of its page; nil if there is none.
        public var pageref: String?
        /// The time when the request began; 1970 if the archive has none.
        public var startedDateTime: Date
        /// The total time in milliseconds: the sum of the timings that apply.
        public var time: Double
        /// The request that was sent.
        public var request: Request
        /// The response that was received; its status is 0 when there was none.
        public var response: Response
        /// The state of the browser's cache.
        public var cache: Cache
        /// The duration of each phase.
        public var timings: Timings
        /// The address of the server; nil when unknown.
        public var serverIPAddress: String?
        /// An id of the connection; here, as in some browsers, the server's port.
        public var connection: String?
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define.
        public var other = Members()

        /// Creates an entry; `time` is the sum of the timings unless given.
        public init(
            startedDateTime: Date, request: Request, response: Response, timings: Timings = Timings(),
            time: Double? = nil
        ) {
            self.startedDateTime = startedDateTime
            self.request = request
            self.response = response
            self.timings = timings
            self.time = time ?? timings.sum
            cache = Cache()
        }
    }

    /// The duration of each phase, in milliseconds; -1 if the phase does not apply, nil if the archive does not say.
    public struct Timings: Sendable, Hashable {
        /// The time to wait for a connection.
        public var blocked: Double?
        /// The time to look up the name.
        public var dns: Double?
        /// The time for TCP and TLS together.
        public var connect: Double?
        /// The time to send the request.
        public var send: Double
        /// The time from the request sent to the first byte of the response.
        public var wait: Double
        /// The time from the first byte of the response to the last.
        public var receive: Double
        /// The time for TLS alone, a part of ``connect``.
        public var ssl: Double?
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define.
        public var other = Members()

        /// Creates timings, in milliseconds.
        public init(
            blocked: Double? = nil, dns: Double? = nil, connect: Double? = nil, send: Double = 0, wait: Double = 0,
            receive: Double = 0, ssl: Double? = nil
        ) {
            self.blocked = blocked
            self.dns = dns
            self.connect = connect
            self.send = send
            self.wait = wait
            self.receive = receive
            self.ssl = ssl
        }

        /// The value for ``Entry/time``: the sum of all that apply, TLS only once; rounded to a nanosecond, so that it has no more digits than
        /// they have.
        public var sum: Double {
            let sum = [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + max($1 ?? 0, 0) }
            return (sum * 1_000_000).rounded() / 1_000_000
        }
    }

    /// The state of a browser's cache for the response.
    public struct Cache: Sendable, Hashable {
        /// The state before the request; nil when unknown.
        public var beforeRequest: CacheState?
        /// The state after the request; nil when unknown.
        public var afterRequest: CacheState?
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define.
        public var other = Members()

        /// Creates a cache without states.
        public init() {}
    }

    /// A state of the cache; dates are kept as written in the archive.
    public struct CacheState: Sendable, Hashable {
        /// The date when the entry of the cache expires.
        public var expires: String?
        /// The date when it was last used.
        public var lastAccess: String?
        /// The `ETag` of the entry.
        public var eTag: String?
        /// The number of times that it was used.
        public var hitCount: Int?
        /// A comment by the user or the program.
        public var comment: String?
        /// The members that the format does not define.
        public var other = Members()

        /// Creates a state without facts.
        public init() {}
    }
}

extension HAR.Entry: ArchiveValue {
    static var blank: Self { Self(startedDateTime: Date(timeIntervalSince1970: 0), request: .blank, response: .blank) }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("pageref", &pageref)
        coder.code("startedDateTime", &startedDateTime)
        var given: Double? = coder.isReading ? nil : time
        coder.code("time", &given)
        coder.require("request", &request, HARError("expected an object, found nothing", path: "request"))
        coder.code("response", &response)
        coder.code("cache", &cache)
        coder.code("timings", &timings)
        time = given ?? timings.sum
        coder.code("serverIPAddress", &serverIPAddress)
        coder.code("connection", &connection)
        coder.code("comment", &comment)
    }
}

extension HAR.Timings: ArchiveValue {
    static var blank: Self { Self() }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("blocked", &blocked)
        coder.code("dns", &dns)
        coder.code("connect", &connect)
        coder.code("send", &send)
        coder.code("wait", &wait)
        coder.code("receive", &receive)
        coder.code("ssl", &ssl)
        coder.code("comment", &comment)
    }
}

extension HAR.Cache: ArchiveValue {
    static var blank: Self { Self() }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("beforeRequest", &beforeRequest)
        coder.code("afterRequest", &afterRequest)
        coder.code("comment", &comment)
    }
}

extension HAR.CacheState: ArchiveValue {
    static var blank: Self { Self() }

    mutating func code(_ coder: inout MemberCoder) {
        coder.code("expires", &expires)
        coder.code("lastAccess", &lastAccess)
        coder.code("eTag", &eTag)
        coder.code("hitCount", &hitCount)
        coder.code("comment", &comment)
    }
}
