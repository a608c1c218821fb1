import Foundation
import MicroClient

/// One row of the table by which the worst server plays: what it does, how it is asked, and what the caller of a client sees.
public struct WorstRow: Sendable, CustomStringConvertible {
    /// The server's part for one request on one connection, which is closed afterwards.
    public typealias Play = @Sendable (WorstScene) -> Void

    /// The target of the request.
    public enum Target: Sendable {
        case server
        /// The server, by `https`, whether it speaks TLS or not; the client trusts ``WorstCertificates/authority``.
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
    /// The results, each of which is right.
    public var expected: [Seen]
    public var method = HTTPMethod.get
    public var headers = HeaderFields()
    public var body = BodySource.none
    public var user: String?
    public var options = TransferOptions()
    public var retry = RetryPolicy.none
    public var target = Target.server
    /// Returns the TLS that the server speaks; nil if it speaks none.
    public var tls: (@Sendable (WorstCertificates) throws -> ServerTLS)?
    /// Whether the server plays at once, without a request.
    public var playsUnasked = false
    /// The method of a request that goes before, so that the row's own finds a kept connection; nil when none does.
    public var follows: HTTPMethod?
    public var attempts = 1
    /// The number of hops in the last attempt.
    public var hops = 1
    /// Whether the connection may be used again.
    public var keepsConnection = false
    /// The number of bytes of the body after which the caller cancels; nil if it does not.
    public var cancelsAfter: Int?
    /// Whether memory must stay flat, as far more bytes come than are to be in memory at any time.
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

    /// Creates a row whose server sends these bytes, and then closes, resets or waits.
    init(_ id: String, _ sentence: String, response: String, then end: WorstEnd = .waits, _ expected: Seen...) {
        self.init(id, sentence, response: Array(response.utf8), then: end)
        self.expected = expected
    }

    init(_ id: String, _ sentence: String, response: [UInt8], then end: WorstEnd = .waits, _ expected: Seen...) {
        self.init(id, sentence) { scene in
            scene.write(response)
            scene.end(end)
        }
        self.expected = expected
    }

    /// Whether the client's clock ends it, and nothing is to be done until then.
    public var waitsForClock: Bool {
        id.hasPrefix("stall-") || id.hasPrefix("trickle-") || options.totalTimeout == Self.short
    }

    /// Returns the row with something said differently.
    func with(_ change: (inout WorstRow) -> Void) -> WorstRow {
        var row = self
        change(&row)
        return row
    }
}

/// The end of a server that has said its part.
public enum WorstEnd: String, Sendable, CaseIterable {
    case closes, resets
    /// Says nothing more until the client has closed.
    case waits
}

/// The result that the caller of a client sees in the end.
public enum Seen: Sendable, Hashable {
    /// A response whose body was read to its end. `nil` and -1 mean any.
    case response(Int, text: String? = nil, bytes: Int = -1)
    /// `after`: the status of the head that had arrived before; nil when none had.
    case failure(TransferError.Code, TransferError.Stage, after: Int? = nil)
    case cancelled

    public func fits(_ expected: Seen) -> Bool {
        guard case .response(let status, let text, let bytes) = self,
            case .response(let wanted, let wantedText, let wantedBytes) = expected
        else { return self == expected }
        return status == wanted && (wantedText == nil || text == wantedText)
            && (wantedBytes < 0 || bytes == wantedBytes)
    }
}
