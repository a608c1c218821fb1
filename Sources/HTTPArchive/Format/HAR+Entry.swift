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
    init(reading members: inout HAR.Members) throws {
        pageref = try members.takeString("pageref")
        startedDateTime = try members.takeDate("startedDateTime") ?? Date(timeIntervalSince1970: 0)
        guard let request: HAR.Request = try members.takeValue("request") else {
            throw HARError("expected an object, found nothing", path: "request")
        }
        self.request = request
        response = try members.takeValue("response") ?? HAR.Response(status: 0)
        cache = try members.takeValue("cache") ?? HAR.Cache()
        timings = try members.takeValue("timings") ?? HAR.Timings()
        time = try members.takeDouble("time") ?? timings.sum
        serverIPAddress = try members.takeString("serverIPAddress")
        connection = try members.takeString("connection")
        comment = try members.takeString("comment")
    }

    func write(to members: inout HAR.Members) {
        members.put("pageref", pageref)
        members.put("startedDateTime", startedDateTime)
        members.put("time", time)
        members.put("request", request)
        members.put("response", response)
        members.put("cache", cache)
        members.put("timings", timings)
        members.put("serverIPAddress", serverIPAddress)
        members.put("connection", connection)
        members.put("comment", comment)
    }
}

extension HAR.Timings: ArchiveValue {
    init(reading members: inout HAR.Members) throws {
        blocked = try members.takeDouble("blocked")
        dns = try members.takeDouble("dns")
        connect = try members.takeDouble("connect")
        send = try members.takeDouble("send") ?? 0
        wait = try members.takeDouble("wait") ?? 0
        receive = try members.takeDouble("receive") ?? 0
        ssl = try members.takeDouble("ssl")
        comment = try members.takeString("comment")
    }

    func write(to members: inout HAR.Members) {
        members.put("blocked", blocked)
        members.put("dns", dns)
        members.put("connect", connect)
        members.put("send", send)
        members.put("wait", wait)
        members.put("receive", receive)
        members.put("ssl", ssl)
        members.put("comment", comment)
    }
}

extension HAR.Cache: ArchiveValue {
    init(reading members: inout HAR.Members) throws {
        beforeRequest = try members.takeValue("beforeRequest")
        afterRequest = try members.takeValue("afterRequest")
        comment = try members.takeString("comment")
    }

    func write(to members: inout HAR.Members) {
        members.put("beforeRequest", beforeRequest)
        members.put("afterRequest", afterRequest)
        members.put("comment", comment)
    }
}

extension HAR.CacheState: ArchiveValue {
    init(reading members: inout HAR.Members) throws {
        expires = try members.takeString("expires")
        lastAccess = try members.takeString("lastAccess")
        eTag = try members.takeString("eTag")
        hitCount = try members.takeInt("hitCount")
        comment = try members.takeString("comment")
    }

    func write(to members: inout HAR.Members) {
        members.put("expires", expires)
        members.put("lastAccess", lastAccess)
        members.put("eTag", eTag)
        members.put("hitCount", hitCount)
        members.put("comment", comment)
    }
}
