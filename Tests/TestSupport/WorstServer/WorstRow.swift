import Foundation
import MicroClient

/// One row of the table by which the worst server plays: what it does, how it is asked, and what the caller of a client sees.
public struct WorstRow: Sendable, CustomStringConvertible {
    /// What the server does with one request on one connection, which is closed afterwards.
    public typealias Play = @Sendable (WorstScene) -> Void

    /// Where the request goes.
    public enum Target: Sendable {
        case server
        /// `https` to the server, whether it speaks TLS or not; the client trusts ``WorstCertificates/authority``.
        case serverOverTLS
        /// A port at which nobody listens.
        case closedPort
        /// A listener that lets no one in.
        case fullListener
        case unknownHost
    }

    public let id: String
    public let sentence: String
    let play: Play
    /// Every one of these is right.
    public var expected: [Seen]
    public var method = HTTPMethod.get
    public var headers = HeaderFields()
    public var body = BodySource.none
    public var user: String?
    public var options = TransferOptions()
    public var retry = RetryPolicy.none
    public var target = Target.server
    /// How the server speaks TLS; nil when it does not.
    public var tls: (@Sendable (WorstCertificates) throws -> ServerTLS)?
    /// Whether the server plays at once, without a request.
    public var playsUnasked = false
    /// The method of a request that goes before, so that the row's own finds a kept connection; nil when none does.
    public var follows: HTTPMethod?
    public var attempts = 1
    /// In the last attempt.
    public var hops = 1
    /// Whether the connection may be used again.
    public var keepsConnection = false
    /// The caller cancels when so many bytes of the body have come.
    public var cancelsAfter: Int?
    /// Far more bytes come than are to be in memory at any time.
    public var staysFlat = false

    public var description: String { "\(id): \(sentence)" }

    init(_ id: String, _ sentence: String, _ expected: Seen..., play: @escaping Play) {
        self.id = id
        self.sentence = sentence
        self.expected = expected
        self.play = play
        // No row needs it: one that ends by it has failed.
        options.totalTimeout = .seconds(30)
    }

    /// The server answers with these bytes, and then closes, resets or waits.
    init(_ id: String, _ sentence: String, answer: String, then end: WorstEnd = .waits, _ expected: Seen...) {
        self.init(id, sentence, answer: Array(answer.utf8), then: end)
        self.expected = expected
    }

    init(_ id: String, _ sentence: String, answer: [UInt8], then end: WorstEnd = .waits, _ expected: Seen...) {
        self.init(id, sentence) { scene in
            scene.write(answer)
            scene.end(end)
        }
        self.expected = expected
    }

    /// Whether the client's clock ends it, and nothing is to be done until then.
    public var waitsForClock: Bool {
        id.hasPrefix("stall-") || id.hasPrefix("trickle-") || options.totalTimeout == Self.short
    }

    /// The same row with something said differently.
    func with(_ change: (inout WorstRow) -> Void) -> WorstRow {
        var row = self
        change(&row)
        return row
    }
}

/// How a server ends when it has said its part.
public enum WorstEnd: String, Sendable, CaseIterable {
    case closes, resets
    /// Says nothing more until the client has closed.
    case waits
}

/// What the caller of a client sees in the end.
public enum Seen: Sendable, Hashable {
    /// An answer whose body was read to its end. `nil` and -1 stand for any.
    case answer(Int, text: String? = nil, bytes: Int = -1)
    /// `after`: the status of the head that had arrived before; nil when none had.
    case failure(TransferError.Code, TransferError.Stage, after: Int? = nil)
    case cancelled

    public func fits(_ expected: Seen) -> Bool {
        guard case .answer(let status, let text, let bytes) = self,
            case .answer(let wanted, let wantedText, let wantedBytes) = expected
        else { return self == expected }
        return status == wanted && (wantedText == nil || text == wantedText)
            && (wantedBytes < 0 || bytes == wantedBytes)
    }
}
