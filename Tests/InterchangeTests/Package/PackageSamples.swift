import BodyStore
import Exchanges
import Foundation
import MicroClient
import Secrets

@testable import Interchange

/// Exchanges to be shared.
enum PackageSamples {
    static let start = Date(timeIntervalSince1970: 1_795_166_130.5)
    static let directory = FileManager.default.temporaryDirectory

    static func id(_ number: UInt8) -> UUID {
        UUID(uuid: (0xA0, number, 0xDE, 0xF0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
    }

    static func hop(
        _ request: Exchange.SentRequest, after: Duration = .zero, status: Int? = 200, reason: String = "OK",
        headers: HeaderFields = [], bodyBytes: Int64 = 0
    ) -> Exchange.Hop {
        var timings = Transfer.Timings()
        timings.nameLookup = .microseconds(1_250)
        timings.connect = .milliseconds(2)
        timings.tls = .milliseconds(3)
        timings.send = .microseconds(40)
        timings.wait = .milliseconds(70)
        timings.download = .milliseconds(5)
        timings.total = .milliseconds(84)
        var facts = ConnectionFacts(remoteAddress: "192.0.2.7", remotePort: 443, isReused: false)
        (facts.tlsVersion, facts.tlsCipher) = ("TLSv1.3", "TLS_AES_256_GCM_SHA384")
        return Exchange.Hop(
            startedAfter: after, request: request,
            response: status.map { ResponseHead(status: $0, reason: reason, httpVersion: "1.1", headers: headers) },
            connection: facts, timings: timings, bodyBytesOnWire: bodyBytes, bodyBytes: bodyBytes)
    }

    static func record(
        _ request: Exchange.SentRequest, number: UInt8 = 1, hops: [Exchange.Hop], response: String = ""
    ) -> RecordedExchange {
        let attempt = Exchange.Attempt(
            number: 1, startedAfter: .zero, request: request, hops: hops,
            outcome: .response(status: hops.last?.response?.status ?? 200))
        var record = RecordedExchange(
            id: id(number),
            exchange: Exchange(request: request, startedAt: start, attempts: [attempt], duration: .milliseconds(84)),
            origin: .init(collection: "/srv/ann/secret-client", requestPath: "users/get.yml", environment: "prod"),
            sentAt: start)
        record.head = hops.last?.response
        record.responseBody = BodyStore(Array(response.utf8))
        return record
    }

    static func past(_ record: RecordedExchange) throws -> PastExchange {
        let (kept, bodies) = try HistoryMasking(spillDirectory: directory).kept(record, source: .screen)
        func body(_ facts: StoredBody?) -> BodyStore? {
            facts.flatMap { facts in bodies.first { $0.sha256?.hexadecimal == facts.hash } }
        }
        return PastExchange(
            kept, requestBody: body(kept.requestBody), responseBody: body(kept.responseBody))
    }

    /// A POST with a body, a redirect, a retry, markers, checks and all.
    static func rich(_ number: UInt8 = 1) throws -> PastExchange {
        let body = Data(#"{"name": "Ann", "pass": "kn0wn-secret"}"#.utf8)
        let sent = Exchange.SentRequest(
            method: .post, url: "https://api.test/users?page=1&access=kn0wn-secret",
            headers: [
                HeaderField("Host", "api.test"), HeaderField("Authorization", "Bearer kn0wn-secret"),
                HeaderField("Content-Type", "application/json"), HeaderField("X-Two", "a"), HeaderField("x-two", "b"),
            ], bodyLength: Int64(body.count), body: body)
        let response = #"{"id": 7, "note": "ü \"quoted\""}"#
        let busy = Exchange.Attempt(
            number: 1, startedAfter: .zero, request: sent,
            hops: [hop(sent, status: 503, reason: "Busy", headers: [HeaderField("Retry-After", "1")])],
            outcome: .response(status: 503),
            retry: .init(reason: "status 503", wait: .seconds(1), source: .retryAfter))
        let moved = Exchange.SentRequest(method: .get, url: "https://api.test/users/7", headers: [], bodyLength: 0)
        let type: HeaderFields = [
            HeaderField("Content-Type", "application/json"), HeaderField("Set-Cookie", "sid=c00kie-value-1; Path=/"),
            HeaderField("Set-Cookie", "theme=dark; Path=/"),
        ]
        let final = Exchange.Attempt(
            number: 2, startedAfter: .milliseconds(1084), request: sent,
            hops: [
                hop(
                    sent, after: .milliseconds(1084), status: 303, reason: "See Other",
                    headers: [HeaderField("Location", "/users/7")]),
                hop(moved, after: .microseconds(1_200_500), headers: type, bodyBytes: Int64(response.utf8.count)),
            ], outcome: .response(status: 200))
        var record = RecordedExchange(
            id: id(number),
            exchange: Exchange(
                request: sent, startedAt: start, attempts: [busy, final], duration: .milliseconds(1290)),
            origin: .init(
                collection: "/srv/ann/secret-client", requestPath: "users/add.yml", environment: "prod", wasDraft: true
            ),
            sentAt: start)
        record.secrets = SecretSet([NamedSecret(name: "token", value: "kn0wn-secret")])
        record.variableNames = ["token", "baseUrl"]
        record.head = final.hops.last?.response
        record.responseBody = BodyStore(Array(response.utf8))
        record.captures = [
            RecordedCapture(variable: "id", expression: "res.body.id", outcome: .value(json: "7")),
            RecordedCapture(variable: "session", expression: "res.body.x", outcome: .undefined),
        ]
        record.assertions = [
            RecordedAssertion(expression: "res.status", operator: "eq", value: "200", outcome: .passed),
            RecordedAssertion(
                expression: "res.body.id", operator: "eq", value: "8", outcome: .failed(found: "7", expected: "8")),
        ]
        return try past(record)
    }

    static func package(_ exchanges: PastExchange..., note: String? = nil) throws -> SharePackage {
        try SharePackage(exchanges.map { SharedExchange($0, note: note) }, spillDirectory: directory)
    }

    static func text(_ package: SharePackage, _ format: ShareFormat) -> String {
        var bytes: [UInt8] = []
        try? package.write(as: format, creator: ("Microscope", "0.1"), secondsFromGMT: 0) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ArchiveImport {
    /// All of the exchanges; none if one cannot be had.
    var exchanges: [SharedExchange] { (try? ids.indices.map { try exchange(at: $0) }) ?? [] }
}
