import Foundation
import MicroClient
import TestSupport
import Testing

// The samples of the page "Timings", word for word.

func waterfall(of exchange: Exchange) -> [String] {
    exchange.attempts.flatMap { attempt in
        attempt.hops.map { hop in
            let phases: [(String, Duration?)] = [
                ("lookup", hop.timings.nameLookup), ("connect", hop.timings.connect), ("tls", hop.timings.tls),
                ("send", hop.timings.send), ("wait", hop.timings.wait), ("download", hop.timings.download),
            ]
            let parts = phases.compactMap { name, time in time.map { "\(name) \($0)" } }
            return "\(attempt.number) +\(hop.startedAfter) \(hop.request.url): \(parts.joined(separator: ", "))"
        }
    }
}

func daysLeft(of exchange: Exchange, at now: Date) -> Int? {
    guard let certificate = exchange.attempts.last?.hops.last?.connection?.certificates.first else { return nil }
    return Int(certificate.notAfter.timeIntervalSince(now) / 86_400)
}

func compression(of hop: Exchange.Hop) -> Double? {
    guard let received = hop.bodyBytesOnWire, received > 0 else { return nil }
    return Double(hop.bodyBytes) / Double(received)
}

func requestLine(of hop: Exchange.Hop) -> String? {
    guard case .bytes(let head)? = hop.wire?[.requestHead]?.content else { return nil }
    return String(decoding: head.prefix { $0 != 0x0D }, as: UTF8.self)
}

@Suite("The samples of the page on timings")
struct TimingsSamplesTests {
    private var exchange: Exchange {
        let request = Exchange.SentRequest(method: .get, url: "http://one.test/", headers: [])
        var timings = Transfer.Timings()
        timings.connect = .milliseconds(3)
        timings.wait = .milliseconds(20)
        let certificate = ConnectionFacts.Certificate(
            subject: "CN=one.test", issuer: "CN=one.test", alternativeNames: ["DNS:one.test"],
            notBefore: Date(timeIntervalSince1970: 0), notAfter: Date(timeIntervalSince1970: 10 * 86_400),
            serialNumber: "01", fingerprint: Data(count: 32))
        let hop = Exchange.Hop(
            startedAfter: .milliseconds(1), request: request,
            connection: ConnectionFacts(certificates: [certificate]), timings: timings, bodyBytesOnWire: 100,
            bodyBytes: 400)
        return Exchange(
            request: request, startedAt: Date(timeIntervalSince1970: 0),
            attempts: [Exchange.Attempt(number: 1, startedAfter: .zero, request: request, hops: [hop])])
    }

    @Test("a waterfall leaves out what did not happen")
    func phases() {
        #expect(
            waterfall(of: exchange) == ["1 +0.001 seconds http://one.test/: connect 0.003 seconds, wait 0.02 seconds"])
    }

    @Test("days left are counted from the moment given")
    func certificate() {
        #expect(daysLeft(of: exchange, at: Date(timeIntervalSince1970: 4 * 86_400)) == 6)
    }

    @Test("compression is what was read by what was received")
    func sizes() throws {
        let hop = try #require(exchange.attempts.first?.hops.first)
        #expect(compression(of: hop) == 4)
    }

    @Test("the request's first line is what was sent")
    func wire() throws {
        var hop = try #require(exchange.attempts.first?.hops.first)
        #expect(requestLine(of: hop) == nil)
        let head = Data("GET / HTTP/1.1\r\nHost: one.test\r\n\r\n".utf8)
        hop.wire = Exchange.WireLog([Exchange.WireLog.Part(.requestHead, .bytes(head))])
        #expect(requestLine(of: hop) == "GET / HTTP/1.1")
    }
}
