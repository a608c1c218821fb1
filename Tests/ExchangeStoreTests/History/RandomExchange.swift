import Exchanges
import Foundation
import MicroClient
import TestSupport

/// Whole exchanges of every shape, the same again with the same seed.
struct RandomExchange {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func next() -> StoredExchange {
        var kept = StoredExchange(id: uuid(), origin: origin(), source: source(), sentAt: date(), exchange: exchange())
        kept.variableNames = list { $0.text() }
        kept.requestBody = maybe { $0.body() }
        kept.head = Bool.random(using: &random) ? kept.exchange.attempts.last?.hops.last?.response : maybe { $0.head() }
        kept.responseBody = maybe { $0.body() }
        kept.failure = maybe {
            RecordedFailure(stage: .init(rawValue: $0.text()), message: $0.text(), advice: $0.maybe { $0.text() })
        }
        kept.captures = list { $0.capture() }
        kept.assertions = list { $0.assertion() }
        kept.auxiliaryExchanges = list { $0.auxiliary() }
        kept.markers = list { $0.marker() }
        return kept
    }

    private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
        Bool.random(using: &random) ? make(&self) : nil
    }

    private mutating func list<Value>(_ make: (inout Self) -> Value) -> [Value] {
        (0..<Int.random(in: 0...2, using: &random)).map { _ in make(&self) }
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }
    private mutating func number() -> Int { pick([0, 1, 7, 65_535, 1 << 40]) }
    private mutating func flag() -> Bool { Bool.random(using: &random) }
    private mutating func text() -> String {
        pick([
            "", "a", "users/get.yml", "Grüße 🜁\r\n", "'); DROP TABLE exchanges; --", "\"\\/{{token}}", "\0", "e\u{301}",
        ])
    }
    private mutating func data() -> Data {
        pick([Data(), Data("GET / HTTP/1.1\r\n\r\n".utf8), Data([0xFF, 0, 0x80]), Data([0xEF, 0xBB, 0xBF, 0x41])])
    }
    private mutating func uuid() -> UUID {
        let (a, b) = (random.next(), random.next())
        return withUnsafeBytes(of: (a, b)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
    private mutating func duration() -> Duration {
        .nanoseconds(Int64.random(in: 0...4_000_000_000_000, using: &random))
    }
    private mutating func date() -> Date {
        Date(timeIntervalSince1970: Double(Int64.random(in: 0...2_000_000_000_000_000, using: &random)) / 1_000_000)
    }

    private mutating func origin() -> RecordedExchange.Origin {
        RecordedExchange.Origin(
            collection: maybe { $0.text() }, requestPath: maybe { $0.text() }, environment: maybe { $0.text() },
            wasDraft: flag())
    }

    private mutating func source() -> StoredExchange.Source {
        pick([.screen, .commandLine, .replay(of: uuid()), .imported(from: text())])
    }

    private mutating func body() -> StoredBody {
        let length = Int64(number())
        return StoredBody(
            hash: text(), length: length, keptLength: pick([length, 5]), wholeHash: maybe { $0.text() },
            isMasked: flag())
    }

    private mutating func fields() -> HeaderFields { HeaderFields(list { HeaderField($0.text(), $0.text()) }) }

    private mutating func head() -> ResponseHead {
        ResponseHead(status: number(), reason: text(), httpVersion: maybe { $0.text() }, headers: fields())
    }

    private mutating func request() -> Exchange.SentRequest {
        Exchange.SentRequest(
            method: HTTPMethod(rawValue: text()), url: text(), headers: fields(),
            bodyLength: maybe { Int64($0.number()) }, body: maybe { $0.data() })
    }

    private mutating func exchange() -> Exchange {
        let sent = request()
        return Exchange(
            request: sent, startedAt: date(), attempts: list { $0.attempt(sent) }, duration: maybe { $0.duration() })
    }

    private mutating func attempt(_ request: Exchange.SentRequest) -> Exchange.Attempt {
        let sent = pick([request, self.request()])
        let outcome: Exchange.Attempt.Outcome = pick([
            .running, .cancelled, .response(status: number()), .failure(failure()),
        ])
        let retry = maybe {
            Exchange.Attempt.Retry(reason: $0.text(), wait: $0.duration(), source: $0.pick([.backoff, .retryAfter]))
        }
        return Exchange.Attempt(
            number: number(), startedAfter: duration(), request: sent, hops: list { $0.hop(sent) }, outcome: outcome,
            retry: retry)
    }

    private mutating func failure() -> Exchange.Failure {
        Exchange.Failure(
            stage: pick(TransferError.Stage.allCases), code: pick([.timedOut, .init(rawValue: text())]), message: text()
        )
    }

    private mutating func hop(_ request: Exchange.SentRequest) -> Exchange.Hop {
        var hop = Exchange.Hop(
            startedAfter: duration(), request: pick([request, self.request()]), response: maybe { $0.head() },
            connection: maybe { $0.connection() }, timings: timings(), bodyBytesOnWire: maybe { Int64($0.number()) },
            bodyBytes: Int64(number()), trailers: fields(), wire: maybe { Exchange.WireLog($0.list { $0.part() }) })
        hop.failure = maybe { $0.failure() }
        return hop
    }

    private mutating func timings() -> Transfer.Timings {
        var timings = Transfer.Timings()
        timings.nameLookup = maybe { $0.duration() }
        timings.connect = maybe { $0.duration() }
        timings.tls = maybe { $0.duration() }
        timings.send = maybe { $0.duration() }
        timings.wait = maybe { $0.duration() }
        timings.download = maybe { $0.duration() }
        timings.total = maybe { $0.duration() }
        return timings
    }

    private mutating func connection() -> ConnectionFacts {
        ConnectionFacts(
            remoteAddress: maybe { $0.text() }, remotePort: maybe { $0.number() }, isReused: maybe { $0.flag() },
            tlsVersion: maybe { $0.text() }, tlsCipher: maybe { $0.text() }, certificates: list { $0.certificate() },
            proxy: maybe { $0.text() })
    }

    private mutating func certificate() -> ConnectionFacts.Certificate {
        ConnectionFacts.Certificate(
            subject: text(), issuer: text(), alternativeNames: list { $0.text() }, notBefore: date(), notAfter: date(),
            serialNumber: text(), fingerprint: data())
    }

    private mutating func part() -> Exchange.WireLog.Part {
        let content: Exchange.WireLog.Content = pick([.bytes(data()), .fields(fields())])
        return Exchange.WireLog.Part(pick(Exchange.WireLog.Part.Kind.allCases), content, length: maybe { $0.number() })
    }

    private mutating func capture() -> RecordedCapture {
        let outcome: RecordedCapture.Outcome = pick([
            .value(json: text()), .undefined, .failed(text()), .notEvaluated(text()),
        ])
        return RecordedCapture(
            variable: text(), expression: text(), outcome: outcome, isSecret: flag(), isBeforeRequest: flag())
    }

    private mutating func assertion() -> RecordedAssertion {
        let outcome: RecordedAssertion.Outcome = pick([
            .passed, .failed(found: text(), expected: text()), .notEvaluated(text()),
        ])
        return RecordedAssertion(
            expression: text(), operator: text(), value: maybe { $0.text() }, outcome: outcome)
    }

    private mutating func auxiliary() -> AuxiliaryExchange {
        var auxiliary = AuxiliaryExchange(
            pick([.token(grant: text()), .login(path: text())]), summary: text(), isDone: flag(), exchange: nil)
        auxiliary.attemptsBefore = number()
        auxiliary.exchange = maybe { $0.exchange() }
        auxiliary.captures = list { $0.capture() }
        return auxiliary
    }

    private mutating func marker() -> SecretPlaceholder {
        let spelling: SecretPlaceholder.Spelling = pick([
            .plain, .percentEncoded, .json, .base64(offset: 2, isURLSafe: flag()), .wholeField, .other,
        ])
        return SecretPlaceholder(
            name: text(), place: pick([.url, .header(number()), .body]), offset: number(), spelling: spelling)
    }
}
