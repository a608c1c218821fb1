import BodyStore
import Exchanges
import Foundation
import HTTPArchive
import MicroClient
import Testing

@testable import Interchange

@Suite("Exchanges as an archive, and back")
struct ArchiveTests {
    private static func imported(_ text: String, _ name: String = "a.har") throws -> ArchiveImport {
        try ArchiveImport(Data(text.utf8), from: name, spillDirectory: PackageSamples.directory)
    }

    private static func text(_ body: BodyStore?) -> String? {
        body.map { String(decoding: $0.copy(0..<$0.count), as: UTF8.self) }
    }

    @Test("an archive that claims any number of markers is imported as fast as another")
    func manyMarkers() throws {
        // One after the other in every spelling, they took half a minute in a release build.
        let names = (0..<200_000).map { "\"n\($0)\"" }.joined(separator: ",")
        let entry = """
            {"startedDateTime":"2026-11-20T09:15:30.000Z","time":1,"cache":{},"timings":{"send":0,"wait":1,"receive":0},
             "request":{"method":"GET","url":"http://h.test/{{n199999}}/{{other}}","httpVersion":"HTTP/1.1","cookies":[],"headers":[],
                        "queryString":[],"headersSize":-1,"bodySize":0},
             "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","cookies":[],"headers":[],
                         "content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":0}}
            """
        let text =
            #"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"_masked":["# + names + #"],"entries":["#
        let imported = try Self.imported(text + entry + "]}}")
        #expect(imported.exchanges.first?.past.kept.exchange.request.url == "http://h.test/{{n199999}}/{{other}}")
    }

    // MARK: The published rules

    /// Members that HAR 1.2 demands, by the object that has them; those that it only allows come after them.
    ///
    /// - Source: HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/
    private static let rules: [String: (demanded: Set<String>, allowed: Set<String>)] = [
        "log": (["version", "creator", "entries"], ["browser", "pages", "comment"]),
        "creator": (["name", "version"], ["comment"]),
        "entries": (
            ["startedDateTime", "time", "request", "response", "cache", "timings"],
            ["pageref", "serverIPAddress", "connection", "comment"]
        ),
        "request": (
            ["method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"],
            ["postData", "comment"]
        ),
        "response": (
            [
                "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
                "bodySize",
            ],
            ["comment"]
        ),
        "cookies": (["name", "value"], ["path", "domain", "expires", "httpOnly", "secure", "comment"]),
        "headers": (["name", "value"], ["comment"]), "queryString": (["name", "value"], ["comment"]),
        "postData": (["mimeType", "params", "text"], ["comment"]),
        "content": (["size", "mimeType"], ["compression", "text", "encoding", "comment"]),
        "cache": ([], ["beforeRequest", "afterRequest", "comment"]),
        "timings": (["send", "wait", "receive"], ["blocked", "dns", "connect", "ssl", "comment"]),
    ]

    private static func check(_ value: Any, named name: String) {
        for value in value as? [Any] ?? [] { check(value, named: name) }
        guard let object = value as? [String: Any], let rule = rules[name] else { return }
        for member in rule.demanded { #expect(object[member] != nil, "\(name) has no \(member)") }
        for (member, value) in object where !member.hasPrefix("_") {
            #expect(rule.demanded.union(rule.allowed).contains(member), "\(name) has \(member)")
            check(value, named: member)
        }
    }

    @Test("it has what HAR 1.2 demands, nothing that it does not name but with an underscore, and times that add up")
    func published() throws {
        let text = PackageSamples.text(try PackageSamples.package(PackageSamples.rich(), note: "seen twice"), .har)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(Array(object.keys) == ["log"])
        let log = try #require(object["log"] as? [String: Any])
        Self.check(log, named: "log")
        #expect(log["version"] as? String == "1.2")
        let entries = try #require(log["entries"] as? [[String: Any]])
        #expect(entries.count == 3)
        for entry in entries {
            let timings = try #require(entry["timings"] as? [String: Any])
            let phases = ["blocked", "dns", "connect", "send", "wait", "receive"].compactMap { timings[$0] as? Double }
            let sum = phases.filter { $0 > 0 }.reduce(0, +)
            #expect(abs(try #require(entry["time"] as? Double) - sum) < 0.001)
            let start = try #require(entry["startedDateTime"] as? String)
            #expect(start.wholeMatch(of: /2026-11-20T09:15:3\d\.\d{3}Z/) != nil)
            let request = try #require(entry["request"] as? [String: Any])
            #expect((request["url"] as? String)?.contains("#") == false)
        }
        #expect(entries.map { $0["_attempt"] as? Int } == [1, 2, 2])
        #expect((entries[0]["_retry"] as? [String: Any])?["source"] as? String == "Retry-After")
        #expect(entries[0]["_note"] as? String == "seen twice")
    }

    // MARK: Read back

    /// Returns an exchange without what the format cannot say, or says less exactly.
    private static func comparable(_ kept: StoredExchange) -> StoredExchange {
        var kept = StoredExchange(
            id: PackageSamples.id(0), origin: kept.origin, source: .screen, sentAt: kept.sentAt,
            exchange: kept.exchange
        ).with(kept)
        kept.origin.collection = nil
        for attempt in kept.exchange.attempts.indices {
            kept.exchange.attempts[attempt].request = kept.exchange.request
            for hop in kept.exchange.attempts[attempt].hops.indices {
                kept.exchange.attempts[attempt].hops[hop].wire = nil
                let request = kept.exchange.attempts[attempt].hops[hop].request
                kept.exchange.attempts[attempt].hops[hop].request = Exchange.SentRequest(
                    method: request.method, url: request.url, headers: request.headers, bodyLength: nil, body: nil)
            }
        }
        return kept
    }

    @Test("attempts, redirects, fields, bodies, markers, checks and notes are there again when it is read")
    func readBack() throws {
        let original = try PackageSamples.rich()
        let package = try PackageSamples.package(original, note: "seen twice")
        let read = try Self.imported(PackageSamples.text(package, .har))
        let exchange = try #require(read.exchanges.first)
        #expect(read.exchanges.count == 1 && exchange.note == "seen twice")
        let (was, now) = (Self.comparable(original.kept), Self.comparable(exchange.past.kept))
        #expect(now == was)
        #expect(exchange.past.kept.source == .imported(from: "a.har"))
        #expect(Self.text(exchange.past.responseBody) == Self.text(original.responseBody))
        #expect(Self.text(exchange.past.requestBody) == Self.text(original.requestBody))
        let filled = try RestoredRequest(exchange.past.kept, body: exchange.past.requestBody) { _ in "kn0wn-secret" }
        #expect(filled.missing.isEmpty)
        #expect(filled.headers["Authorization"] == "Bearer kn0wn-secret")
        #expect(Self.text(filled.body) == #"{"name": "Ann", "pass": "kn0wn-secret"}"#)
    }

    @Test("what was shared again of what was read is the same")
    func twice() throws {
        let first = PackageSamples.text(try PackageSamples.package(PackageSamples.rich()), .har)
        let read = try Self.imported(first)
        let again = PackageSamples.text(
            try SharePackage(read.exchanges, spillDirectory: PackageSamples.directory), .har)
        let (one, other) = (try HAR(data: Data(first.utf8)), try HAR(data: Data(again.utf8)))
        let plain: (HAR.Entry) -> HAR.Entry = { entry in
            var entry = entry
            entry.other["_exchange"] = nil
            return entry
        }
        #expect(one.log.entries.map(plain) == other.log.entries.map(plain))
    }

    @Test("a failure, a cancelled attempt and one that was never sent come back as they were")
    func failures() throws {
        let sent = Exchange.SentRequest(method: .get, url: "http://a.test/", headers: [])
        var hop = PackageSamples.hop(sent, status: nil)
        hop.failure = Exchange.Failure(stage: .connect, code: "refused", message: "connection refused")
        let attempts = [
            Exchange.Attempt(
                number: 1, startedAfter: .zero, request: sent, hops: [hop],
                outcome: .failure(try #require(hop.failure)),
                retry: .init(reason: "connection refused", wait: .milliseconds(200), source: .backoff)),
            Exchange.Attempt(number: 2, startedAfter: .milliseconds(300), request: sent, outcome: .cancelled),
        ]
        var record = PackageSamples.record(sent, hops: [])
        record.exchange.attempts = attempts
        record.head = nil
        record.responseBody = nil
        record.failure = RecordedFailure(stage: .cancelled, message: "cancelled", advice: "s sends it again")
        let original = try PackageSamples.past(record)
        let read = try Self.imported(PackageSamples.text(try PackageSamples.package(original), .har))
        #expect(Self.comparable(try #require(read.exchanges.first).past.kept) == Self.comparable(original.kept))

        record.exchange.attempts = []
        record.failure = RecordedFailure(stage: .token, message: "no token")
        let unsent = try PackageSamples.past(record)
        let again = try Self.imported(PackageSamples.text(try PackageSamples.package(unsent), .har))
        #expect(Self.comparable(try #require(again.exchanges.first).past.kept) == Self.comparable(unsent.kept))
    }

    @Test("a body that was cut is said to be, in every form, and stays so")
    func cut() throws {
        let sent = Exchange.SentRequest(method: .get, url: "http://a.test/", headers: [])
        let record = PackageSamples.record(
            sent, hops: [PackageSamples.hop(sent, bodyBytes: 5000)], response: String(repeating: "long ", count: 1000))
        let limits = HistoryMasking.BodyLimits(whole: 100, beginning: 50)
        let (kept, bodies) = try HistoryMasking(limits: limits).kept(record, source: .screen)
        let package = try PackageSamples.package(PastExchange(kept, responseBody: bodies[0]))
        let archive = PackageSamples.text(package, .har)
        #expect(archive.contains("\"_truncated\": true") && archive.contains("\"size\": 5000"))
        #expect(PackageSamples.text(package, .markdown).contains("Body, 5.0 KB, of which this is the beginning:"))
        let read = try #require(try Self.imported(archive).exchanges.first)
        #expect(read.past.kept.responseBody == kept.responseBody)
    }

    @Test("the set's name and note go along")
    func set() throws {
        let exchanges = try [PackageSamples.rich(1), PackageSamples.rich(2)].map { SharedExchange($0) }
        let package = try SharePackage(
            exchanges, name: "outage", note: "no stock\nsince 17:00", spillDirectory: PackageSamples.directory)
        let read = try Self.imported(PackageSamples.text(package, .har))
        #expect(read.setName == "outage" && read.setNote == "no stock\nsince 17:00" && read.exchanges.count == 2)
        #expect(package.fileName == "outage")
    }

    // MARK: Ids

    @Test("the same entries have the same ids however they are laid out; equal ones in one file are two")
    func ids() throws {
        let text = PackageSamples.text(try PackageSamples.package(PackageSamples.rich()), .har)
        let har = try HAR(data: Data(text.utf8))
        let ids = { (read: ArchiveImport) in read.exchanges.map(\.past.kept.id) }
        let one = ids(try Self.imported(text))
        #expect(one == ids(try Self.imported(String(decoding: har.encoded(isIndented: false), as: UTF8.self), "b.har")))
        var double = har
        double.log.entries += har.log.entries
        let both = ids(try Self.imported(String(decoding: double.encoded(), as: UTF8.self)))
        #expect(both.count == 2 && both[0] == one[0] && both[1] != one[0])
        var other = har
        other.log.entries[0].request.url += "&x=1"
        #expect(ids(try Self.imported(String(decoding: other.encoded(), as: UTF8.self))) != one)
    }
}

extension StoredExchange {
    /// Returns the exchange with everything that its initialiser does not take.
    fileprivate func with(_ other: StoredExchange) -> StoredExchange {
        var kept = self
        kept.variableNames = other.variableNames
        kept.requestBody = other.requestBody
        kept.head = other.head
        kept.responseBody = other.responseBody
        kept.failure = other.failure
        kept.captures = other.captures
        kept.assertions = other.assertions
        kept.auxiliaryExchanges = other.auxiliaryExchanges
        kept.markers = other.markers
        kept.shortSecretNames = other.shortSecretNames
        return kept
    }
}

extension ArchiveTests {
    @Test("what a comparison said is read back, masked")
    func verdict() throws {
        let package = try SharePackage(
            [SharedExchange(PackageSamples.rich(), verdict: "differs at $.stock: changed")],
            spillDirectory: PackageSamples.directory)
        let read = try Self.imported(PackageSamples.text(package, .har))
        #expect(read.exchanges.map(\.verdict) == ["differs at $.stock: changed"])
        let foreign = try Self.imported(
            #"{"log": {"entries": [{"request": {"url": "http://h/"}, "_verdict": "see http://h/?token=f0reign-token"}]}}"#
        )
        #expect(foreign.exchanges.map(\.verdict) == ["see http://h/?token={{token}}"])
    }

    @Test("it is written piece by piece, one exchange after the other")
    func pieces() throws {
        let sent = Exchange.SentRequest(method: .get, url: "http://a.test/", headers: [])
        let pasts = try (1...3).map { number in
            try PackageSamples.past(
                PackageSamples.record(
                    sent, number: number, hops: [PackageSamples.hop(sent)],
                    response: String(repeating: "long ", count: 100_000)))
        }
        let package = try SharePackage(pasts.map { SharedExchange($0) }, spillDirectory: PackageSamples.directory)
        var pieces: [Int] = []
        var written = Data()
        try package.write(as: .har, creator: ("a", "1"), secondsFromGMT: 0) { piece in
            pieces.append(piece.count)
            written.append(contentsOf: piece)
        }
        #expect(pieces.count >= 3 && pieces.allSatisfy { $0 < 1_000_000 }, "\(pieces)")
        #expect(try HAR(data: written).log.entries.count == 3)
        let none = try SharePackage([], spillDirectory: PackageSamples.directory)
        #expect(try HAR(data: Data(PackageSamples.text(none, .har).utf8)).log.entries.isEmpty)
    }

    @Test("a package that is not wanted any more is given up before each of its exchanges")
    func cancelled() throws {
        let sent = Exchange.SentRequest(method: .get, url: "http://a.test/", headers: [])
        let exchanges = try (1...3).map { number in
            let hops = [PackageSamples.hop(sent)]
            let record = PackageSamples.record(sent, number: UInt8(number), hops: hops, response: "x")
            return SharedExchange(try PackageSamples.past(record))
        }
        var count = 0
        _ = try SharePackage(exchanges, spillDirectory: PackageSamples.directory) { count += 1 }
        #expect(count >= 2 * exchanges.count)
        for limit in 1...count {
            var left = limit
            #expect(throws: CancellationError.self) {
                try SharePackage(exchanges, spillDirectory: PackageSamples.directory) {
                    left -= 1
                    if left == 0 { throw CancellationError() }
                }
            }
        }
    }
}
