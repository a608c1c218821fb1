import BodyStore
import ExchangeStore
import Exchanges
import Foundation
import MicroClient

/// Exchanges as a week of work leaves them: the same few requests, mostly well, with responses of their own.
struct SampleExchange {
    var exchange: StoredExchange
    var bodies: [BodyStore]

    /// - Parameters:
    ///   - number: The number of the exchange: another number is another exchange, sent a minute later.
    ///   - bodyLength: The length of the response's body, in bytes.
    init(_ number: Int, bodyLength: Int = 900, limits: HistoryLimits) throws {
        let request = number % 200
        let isSlow = number % 50 == 7
        let status = number % 20 == 3 ? 500 + number % 4 : 200
        let body = BodyStore(Data(Self.response(number, length: bodyLength).utf8))
        let start = Date(timeIntervalSince1970: Double(1_700_000_000 + number % 1_000_000 * 60))
        let sent = Self.request(number)
        let head = ResponseHead(
            status: status, reason: "OK", httpVersion: "1.1", headers: Self.responseFields(number, bodyLength))
        let duration = Duration.milliseconds(isSlow ? 2_400 : 35 + number % 60)
        let origin = RecordedExchange.Origin(
            collection: "/apis/api-\(request / 100)", requestPath: "folder-\(request / 10)/request-\(request).yml",
            environment: number.isMultiple(of: 3) ? "staging" : "production", wasDraft: number % 11 == 0)
        exchange = StoredExchange(
            id: UUID(), origin: origin, source: number.isMultiple(of: 4) ? .commandLine : .screen, sentAt: start,
            exchange: Exchange(request: sent, startedAt: start, attempts: [], duration: duration))
        exchange.exchange.attempts = [Self.attempt(sent, head, duration, bodyLength)]
        exchange.head = head
        if number % 40 == 9 {
            exchange.failure = RecordedFailure(
                stage: .init(.receive), message: "timed out after 2 s", advice: "Allow it more time.")
        }
        exchange.assertions = [
            RecordedAssertion(expression: "res.status", operator: "eq", value: "200", outcome: .passed)
        ]
        exchange.variableNames = ["host", "token"]
        exchange.markers = [SecretPlaceholder(name: "token", place: .header(3), offset: 7, spelling: .plain)]
        exchange.responseBody = try limits.kept(body)?.facts
        bodies = [body]
    }

    private static func request(_ number: Int) -> Exchange.SentRequest {
        let place = "https://api-\(number % 5).example.com/v2/accounts/\(number % 1000)/orders"
        return Exchange.SentRequest(
            method: number % 7 == 0 ? .post : .get, url: "\(place)?page=\(number % 30)&limit=50&order=created",
            headers: HeaderFields([
                HeaderField("User-Agent", "Microscope/1.0"), HeaderField("Accept", "application/json"),
                HeaderField("Accept-Encoding", "gzip, br"), HeaderField("Authorization", "Bearer {{token}}"),
                HeaderField("X-Request-Id", "r-\(number)-\(number &* 7_919)"),
            ]))
    }

    private static func responseFields(_ number: Int, _ length: Int) -> HeaderFields {
        HeaderFields([
            HeaderField("Date", "Tue, 14 Nov 2023 22:13:20 GMT"), HeaderField("Server", "nginx/1.22.1"),
            HeaderField("Content-Type", "application/json; charset=utf-8"), HeaderField("Content-Length", "\(length)"),
            HeaderField("Cache-Control", "private, max-age=0, must-revalidate"),
            HeaderField("ETag", "W/\"\(number)-abc\""),
            HeaderField("Strict-Transport-Security", "max-age=31536000; includeSubDomains"),
            HeaderField("X-Trace-Id", "trace-\(number &* 104_729)"),
        ])
    }

    private static func attempt(_ sent: Exchange.SentRequest, _ head: ResponseHead, _ duration: Duration, _ length: Int)
        -> Exchange.Attempt
    {
        var timings = Transfer.Timings()
        timings.wait = duration * 8 / 10
        timings.download = duration / 10
        timings.total = duration
        let wire = Exchange.WireLog([
            Exchange.WireLog.Part(.requestHead, .bytes(text(sent.headers, "GET /v2 HTTP/1.1"))),
            Exchange.WireLog.Part(.responseHead, .bytes(text(head.headers, "HTTP/1.1 200 OK"))),
        ])
        let connection = ConnectionFacts(
            remoteAddress: "203.0.113.7", remotePort: 443, isReused: true, tlsVersion: "TLSv1.3",
            tlsCipher: "TLS_AES_256_GCM_SHA384", certificates: chain)
        let hop = Exchange.Hop(
            startedAfter: .microseconds(310), request: sent, response: head, connection: connection, timings: timings,
            bodyBytesOnWire: Int64(length), bodyBytes: Int64(length), wire: wire)
        return Exchange.Attempt(
            number: 1, startedAfter: .microseconds(120), request: sent, hops: [hop],
            outcome: .response(status: head.status))
    }

    private static func text(_ fields: HeaderFields, _ line: String) -> Data {
        Data((line + "\r\n" + fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n").utf8)
    }

    private static let chain = (0..<3).map { place in
        ConnectionFacts.Certificate(
            subject: "CN=api.example.com,O=Example \(place)", issuer: "CN=Example Authority,O=Example",
            alternativeNames: (0..<12).map { "DNS:host-\($0).example.com" },
            notBefore: Date(timeIntervalSince1970: 1_690_000_000), notAfter: Date(timeIntervalSince1970: 1_720_000_000),
            serialNumber: "04F3A9\(place)", fingerprint: Data(repeating: UInt8(place), count: 32))
    }

    /// JSON with words of its own.
    private static func response(_ number: Int, length: Int) -> String {
        var text = "{\"id\": \(number), \"token\": \"needle-\(number)x\", \"items\": ["
        var place = number
        while text.utf8.count < length - 20 {
            place = (place &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
            text += "{\"name\": \"item\(place % 5_000)\", \"price\": \(place % 900)}, "
        }
        return text + "null]}"
    }
}
