import BodyStore
import Exchanges
import Foundation
import Secrets
import Testing

@testable import MicroClient

@Suite("A kept request gets its secrets back")
struct RestoredRequestTests {
    /// Numbers that are the same each time (SplitMix64).
    private struct Chance: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let letters = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    private static let signs = Array(" /+\"\\&<>'%=?#é€😀\u{1}")

    private func secret(_ chance: inout Chance) -> String {
        let length = Int.random(in: 6...30, using: &chance)
        let text = (0..<length).map { _ in
            Int.random(in: 0..<5, using: &chance) == 0
                ? Self.signs.randomElement(using: &chance)! : Self.letters.randomElement(using: &chance)!
        }
        return String(text)
    }

    /// Secrets between words, each spelled in some way that fits the place.
    private func text(_ secrets: [String], _ spellings: [SecretSpelling], _ chance: inout Chance) -> String {
        let words = ["w", "{{token0}}", "x=1", "-", "{{", "}}", "ü"]
        let parts = (0..<Int.random(in: 0..<6, using: &chance)).map { _ -> String in
            guard Bool.random(using: &chance), let secret = secrets.randomElement(using: &chance),
                let bytes = spellings.randomElement(using: &chance)?.bytes(of: secret)
            else { return words.randomElement(using: &chance)! }
            return String(decoding: bytes, as: UTF8.self)
        }
        return parts.joined(separator: "~")
    }

    @Test("whatever the secrets and their spellings: what is put back is what was sent, and nothing of it is kept")
    func roundTrip() throws {
        var chance = Chance(state: 8)
        let everything = SecretSpelling.allCases
        for _ in 0..<300 {
            let secrets = (0..<3).map { _ in secret(&chance) }
            let fields = (0..<3).map { HeaderField("X-\($0)", text(secrets, everything, &chance)) }
            let body = text(secrets, everything, &chance)
            let url = "http://h/" + text(secrets, [.component, .path, .query, .form, .segment, .plain], &chance)
            let request = Exchange.SentRequest(
                method: .post, url: url, headers: HeaderFields(fields), body: Data(body.utf8))
            var record = RecordedExchange(
                id: UUID(), exchange: Exchange(request: request, startedAt: .distantPast), origin: .init(),
                sentAt: .distantPast)
            record.secrets = SecretSet(secrets.enumerated().map { NamedSecret(name: "token\($0)", value: $1) })
            let (kept, bodies) = try HistoryMasking().kept(record, source: .screen)
            let filled = try RestoredRequest(kept, body: bodies.first) { marker in
                record.secrets.named.first { $0.name == marker.name }?.value
            }
            let unspellable = filled.missing.filter { $0.spelling != .other }
            #expect(unspellable.isEmpty)
            if filled.missing.isEmpty {
                #expect(filled.url == url && Array(filled.headers) == fields)
                #expect(String(decoding: filled.body?.copy(0..<100_000) ?? [], as: UTF8.self) == body)
            }
            expectNone(of: secrets, in: kept, bodies)
        }
    }

    private func expectNone(of secrets: [String], in kept: StoredExchange, _ bodies: [BodyStore]) {
        var texts = [kept.exchange.request.url] + kept.exchange.request.headers.map(\.value)
        texts += bodies.map { String(decoding: $0.copy(0..<$0.count), as: UTF8.self) }
        for secret in secrets {
            for bytes in SecretSpelling.allCases.compactMap({ $0.bytes(of: secret) }) {
                #expect(!texts.contains { Data($0.utf8).range(of: Data(bytes)) != nil })
            }
        }
    }

    @Test("where a URL leaves out tabs, and its path backslashes, a secret keeps its marker, and is written so again")
    func changedByURL() throws {
        let url = "http://h/all/tok/11second%20cc?q=tok\\11second%20cc&r=tok%5C11second%20cc"
        let request = Exchange.SentRequest(
            method: .get, url: url, headers: [HeaderField("X-Whole", "tok\\11\tsecond cc")])
        var record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: .distantPast), origin: .init(),
            sentAt: .distantPast)
        record.secrets = SecretSet([NamedSecret(name: "tab", value: "tok\\11\tsecond cc")])
        let kept = try HistoryMasking().kept(record, source: .screen).exchange
        #expect(kept.exchange.request.url == "http://h/all/{{tab}}?q={{tab}}&r={{tab}}")
        #expect(kept.exchange.request.headers["X-Whole"] == "{{tab}}")
        let filled = try RestoredRequest(kept, body: nil) { _ in "tok\\11\tsecond cc" }
        #expect(filled.url == url && filled.headers == request.headers && filled.missing.isEmpty)
    }

    @Test("what is not known stays a marker, and is told")
    func missing() throws {
        let request = Exchange.SentRequest(
            method: .get, url: "http://h/?token=abc-def-1", headers: [HeaderField("Authorization", "Digest a=b")])
        let record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: .distantPast), origin: .init(),
            sentAt: .distantPast)
        let kept = try HistoryMasking().kept(record, source: .screen).exchange
        let none = try RestoredRequest(kept, body: nil) { _ in nil }
        #expect(none.url == "http://h/?token={{token}}" && none.missing == kept.markers)
        #expect(none.missing.map(\.name) == ["token", "Authorization"])
        let all = try RestoredRequest(kept, body: nil) {
            ["token": "abc-def-1", "Authorization": "Digest a=b"][$0.name]
        }
        #expect(all.url == request.url && all.headers == request.headers && all.missing.isEmpty)
    }

    @Test("a field whose name was a secret is missing, and never a field with a marker as its name")
    func secretName() throws {
        let request = Exchange.SentRequest(method: .get, url: "http://h/", headers: [HeaderField("key-a1b2c3d4", "on")])
        var record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: .distantPast), origin: .init(),
            sentAt: .distantPast)
        record.secrets = SecretSet([NamedSecret(name: "t", value: "key-a1b2c3d4")])
        let kept = try HistoryMasking().kept(record, source: .screen).exchange
        #expect(kept.exchange.request.headers.map(\.name) == ["{{t}}"])
        let filled = try RestoredRequest(kept, body: nil) { _ in "key-a1b2c3d4" }
        #expect(filled.missing.map(\.name).contains("t"))
    }

    @Test("where something else stands than the marker, nothing is put")
    func shifted() throws {
        let request = Exchange.SentRequest(method: .get, url: "http://h/?a=secret1", headers: [])
        var record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: .distantPast), origin: .init(),
            sentAt: .distantPast)
        record.secrets = SecretSet([NamedSecret(name: "t", value: "secret1")])
        var kept = try HistoryMasking().kept(record, source: .screen).exchange
        kept.exchange.request.url = "http://other/?a={{t}}"
        let filled = try RestoredRequest(kept, body: nil) { _ in "secret1" }
        #expect(filled.url == "http://other/?a={{t}}" && filled.missing.count == 1)
    }
}
