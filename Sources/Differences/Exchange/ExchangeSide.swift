public import BodyStore

/// The result of one send, as far as it is compared.
public struct ExchangeSide: Sendable {
    public enum Outcome: Sendable {
        case response(Response)
        /// There is no response, for this reason in one line: "could not resolve host".
        case failure(String)
    }

    public struct Response: Sendable {
        public var status: Int
        /// The reason phrase; empty if the protocol has none.
        public var reason: String
        /// The HTTP version: "HTTP/1.1"; nil if it is not known.
        public var version: String?
        /// The header fields in order, including those with equal names.
        public var headers: [HeaderField]
        /// The body; nil if it was not kept, so that it is not compared.
        public var body: BodyStore?
        /// The media type of the body, if none of ``headers`` names it. Default: nil, not known.
        public var bodyType: String?
        /// The SHA-256 of the whole body as it arrived, in hexadecimal, if it is known: it decides whether two bodies that were not kept whole are
        /// equal. Default: nil, not known.
        public var bodyHash: String?

        public init(
            status: Int, reason: String = "", version: String? = nil, headers: [HeaderField] = [], body: BodyStore?
        ) {
            (self.status, self.reason, self.version) = (status, reason, version)
            (self.headers, self.body) = (headers, body)
        }

        /// The value of the first `Content-Type` field.
        var contentType: String? { headers.first { $0.name.lowercased() == "content-type" }?.value ?? bodyType }
    }

    public struct HeaderField: Sendable, Hashable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    public var outcome: Outcome
    public var timing: ExchangeTiming

    public init(_ outcome: Outcome, timing: ExchangeTiming = ExchangeTiming()) {
        (self.outcome, self.timing) = (outcome, timing)
    }
}

/// The durations of the phases of a send.
public struct ExchangeTiming: Sendable, Hashable {
    public struct Phase: Sendable, Hashable {
        /// The name of the phase: "wait".
        public var name: String
        public var duration: Duration

        public init(_ name: String, _ duration: Duration) { (self.name, self.duration) = (name, duration) }
    }

    public var phases: [Phase]
    /// The total time; nil if it was not measured.
    public var total: Duration?

    public init(_ phases: [Phase] = [], total: Duration? = nil) {
        self.phases = phases
        self.total = total ?? (phases.isEmpty ? nil : phases.reduce(.zero) { $0 + $1.duration })
    }
}

extension ExchangeSide.Outcome {
    var isResponse: Bool { if case .response = self { true } else { false } }
}
