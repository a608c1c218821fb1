import Foundation

extension HAR {
    /// One request and its answer; a redirect and what it leads to are two entries.
    public struct Entry: Sendable, Hashable {
        /// The ``Page/id`` of its page; nil without one.
        public var pageref: String?
        /// When the request began; 1970 where the archive does not say.
        public var startedDateTime: Date
        /// In milliseconds: the sum of the timings that apply.
        public var time: Double
        /// What was sent.
        public var request: Request
        /// What came back; its status is 0 when nothing did.
        public var response: Response
        /// What a browser had of it already.
        public var cache: Cache
        /// How long each phase took.
        public var timings: Timings
        /// Nil when unknown.
        public var serverIPAddress: String?
        /// An id of the connection; here, as in some browsers, the server's port.
        public var connection: String?
        /// For people.
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        /// `time` is the sum of the timings unless given.
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

    /// How long each phase took, in milliseconds; -1: the phase does not apply; nil: nothing is said.
    public struct Timings: Sendable, Hashable {
        /// Waiting for a connection.
        public var blocked: Double?
        /// Looking up the name.
        public var dns: Double?
        /// TCP and TLS together.
        public var connect: Double?
        /// Sending the request.
        public var send: Double
        /// From the request sent to the first byte of the answer.
        public var wait: Double
        /// From the first byte of the answer to the last.
        public var receive: Double
        /// TLS alone: a part of ``connect``.
        public var ssl: Double?
        /// For people.
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        /// In milliseconds.
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

        /// What ``Entry/time`` has to be: all that apply, TLS only once; to a nanosecond, so that it has no more digits than they have.
        public var sum: Double {
            let sum = [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + max($1 ?? 0, 0) }
            return (sum * 1_000_000).rounded() / 1_000_000
        }
    }

    /// What a browser's cache had of the answer.
    public struct Cache: Sendable, Hashable {
        /// Nil when unknown.
        public var beforeRequest: CacheState?
        /// Nil when unknown.
        public var afterRequest: CacheState?
        /// For people.
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        /// Nothing is known.
        public init() {}
    }

    /// One state of the cache; dates stay as the archive has them.
    public struct CacheState: Sendable, Hashable {
        /// When the entry of the cache expires.
        public var expires: String?
        /// When it was last used.
        public var lastAccess: String?
        /// Its `ETag`.
        public var eTag: String?
        /// How often it was used.
        public var hitCount: Int?
        /// For people.
        public var comment: String?
        /// Members that the format does not name.
        public var other = Members()

        /// Nothing is known.
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
