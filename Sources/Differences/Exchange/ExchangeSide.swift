public import BodyStore

/// What one send came to, as far as it is compared.
public struct ExchangeSide: Sendable {
    public enum Outcome: Sendable {
        case answer(Answer)
        /// Why there is none, in one line: "could not resolve host".
        case failure(String)
    }

    public struct Answer: Sendable {
        public var status: Int
        /// Empty where the protocol has none.
        public var reason: String
        /// "HTTP/1.1"; nil: it is not known.
        public var version: String?
        /// In the order in which they came, equal names as often as they came.
        public var headers: [HeaderField]
        /// Nil: it was not kept, so that nothing is said about it.
        public var body: BodyStore?
        /// What the body is, where none of ``headers`` says so. Default: nil, not known.
        public var bodyType: String?
        /// SHA-256 of the whole body as it came, in hexadecimal, where it is known: it says of two that were not kept whole whether they are
        /// the same. Default: nil, not known.
        public var bodyHash: String?

        public init(
            status: Int, reason: String = "", version: String? = nil, headers: [HeaderField] = [], body: BodyStore?
        ) {
            (self.status, self.reason, self.version) = (status, reason, version)
            (self.headers, self.body) = (headers, body)
        }

        /// Of the first `Content-Type` field.
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

/// How long the parts of a send took.
public struct ExchangeTiming: Sendable, Hashable {
    public struct Phase: Sendable, Hashable {
        /// "wait"
        public var name: String
        public var duration: Duration

        public init(_ name: String, _ duration: Duration) { (self.name, self.duration) = (name, duration) }
    }

    public var phases: [Phase]
    /// Nil: nobody measured it.
    public var total: Duration?

    public init(_ phases: [Phase] = [], total: Duration? = nil) {
        self.phases = phases
        self.total = total ?? (phases.isEmpty ? nil : phases.reduce(.zero) { $0 + $1.duration })
    }
}

extension ExchangeSide.Outcome {
    var isAnswer: Bool { if case .answer = self { true } else { false } }
}
