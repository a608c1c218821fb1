import Foundation
import TestSupport
import Testing
import Text

@testable import MicroClient

/// `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED` which.
@Suite(.timeLimit(.minutes(60))) struct URLFuzzTests {
    private static let pieces = [
        "http", "https", "HTTP", ":", "//", "/", "\\", "@", "?", "#", "[", "]", "[::1]", "::", "one.test", "two.test",
        "u:p",
        "80", "99999", "%40", "%2F", "%5C", "%C3%BC", "%", "ü", "。", "／", "\u{338}", "\u{301}", "\u{AD}", "\u{200D}",
        ".", "..",
        "-", "xn--", " ", "\t", "&", "=", ";", "a", "file", "1", "0x7f", "|", "<", "\"", "{", "^", "`", "'", "*", "😀",
    ]

    private func texts(_ count: Int, seed: UInt64, start: [String]) -> [String] {
        var numbers = SeededGenerator(seed: LongRun.seed &* 3 &+ seed)
        return (0..<count).map { _ in
            let length = Int.random(in: 1...7, using: &numbers)
            let tail = (0..<length).compactMap { _ in Self.pieces.randomElement(using: &numbers) }
            return (start.randomElement(using: &numbers) ?? "") + tail.joined()
        }
    }

    @Test(
        "a URL that is sent has one host, for this library and for Foundation alike, and is not changed a second time")
    func oneHost() {
        var sent = 0
        let chance = texts(
            LongRun.inputs(orJust: 6000), seed: 1,
            start: ["http://", "https://", "http://one.test", "http://u@", "http:", ""])
        for text in ["http://[::%40]", "http://[fe80::1%25eth0]/"] + chance {
            guard let url = URLReference.sendable(text) else { continue }
            sent += 1
            #expect(URLReference.sendable(url) == url, "\(text)")
            guard let seen = URL(string: url), let host = seen.host(percentEncoded: true), !host.isEmpty else {
                continue
            }
            let own = URLReference(url).host?.trimmingCharacters(in: ["[", "]"])
            // The zone of an IPv6 address may begin with `%25` (RFC 6874) or, as curl and Foundation read it too, with `%` alone.
            let spellings = [host, seen.host(percentEncoded: false) ?? host].map {
                $0.lowercased().trimmingCharacters(in: ["[", "]"])
            }
            #expect(own.map(spellings.contains) == true, "\(text)")
            #expect(URLReference(url).port == seen.port, "\(text)")
        }
        #expect(sent > 300)
    }

    @Test("whatever a Location says, credentials are sent only where Foundation, too, sees the same origin")
    func credentials() {
        let request = WireRequest(
            url: "http://one.test/a", headers: [HeaderField("Authorization", "t")])
        var kept = 0
        for text in texts(
            LongRun.inputs(orJust: 6000), seed: 2,
            start: ["http://one.test", "//one.test", "/", "", "http://", "//two.test"])
        {
            var machine = RedirectMachine(policy: RedirectPolicy())
            let head = ResponseHead(status: 302, headers: [HeaderField("Location", text)])
            guard case .follow(let next) = machine.received(head, to: request) else { continue }
            guard next.headers.contains(named: "Authorization") else { continue }
            kept += 1
            guard let seen = URL(string: next.url) else { continue }
            #expect(seen.host?.lowercased() == "one.test" && seen.scheme?.lowercased() == "http", "\(text)")
            #expect(seen.port ?? 80 == 80, "\(text)")
        }
        #expect(kept > 300)
    }

    @Test("no text makes a reader of cookies trap, and none makes a cookie that breaks out of its field")
    func cookies() {
        let words = [
            "a=", "b", "; ", ";", ",", "=", "Expires=", "Wed, 09 Jun 2021 10:18:14 GMT", "Max-Age=", "-",
            "99999999999999999999",
            "Domain=", ".", "one.test", "test", "Path=", "/", "Secure", "\u{0}", "\r\n", "ü", "__Host-", "\"", " ",
            "\t", "0",
        ]
        var numbers = SeededGenerator(seed: LongRun.seed &* 3 &+ 3)
        let jar = CookieJar([])
        for _ in 0..<LongRun.inputs(orJust: 4000) {
            let length = Int.random(in: 1...8, using: &numbers)
            let field = (0..<length).compactMap { _ in words.randomElement(using: &numbers) }.joined()
            _ = CookieDate.parse(field)
            _ = SetCookie.parted(field)
            jar.receive([field], from: "https://www.one.test/x/y")
        }
        var request = jar.adding(to: WireRequest(url: "https://www.one.test/x/y"))
        #expect(throws: Never.self) { try request.makeSendable() }
        #expect(jar.cookies.allSatisfy { "www.one.test".isWithin(domain: $0.domain) && $0.domain != "test" })
        #expect(!jar.cookies.isEmpty)
    }
}
