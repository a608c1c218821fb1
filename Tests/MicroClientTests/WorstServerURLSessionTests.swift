import Foundation
import MicroClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A part of the worst server's table over `URLSession`, which has its own mind about most rows: here it has to end, and to go on.
///
/// Not among them: responses that end, or break the rules, within their head. There Foundation on Linux may trap ("Transfer completed, but
/// there's no response"), which no library above it can prevent; `MicroClientCurl` has all of them.
@Suite("The worst server over URLSession", .timeLimit(.minutes(2)))
struct WorstServerURLSessionTests {
    private static let ids: Set = [
        "closes-before-status-line", "closes-before-body", "closes-in-body", "closes-in-chunk",
        "closes-without-last-chunk", "resets-before-status-line", "resets-in-body", "length-too-long",
        "length-too-short", "length-twice-different", "length-and-chunks", "chunk-letters", "chunk-overflow",
        "gzip-none", "gzip-wrong-checksum", "body-with-204", "stall-first-byte-total", "stall-body-total",
        "redirect-loop", "redirect-file", "redirect-ping-pong", "connect-refused", "401-without-challenge",
    ]

    @Test("ends with an answer or an error, and goes on", arguments: WorstRow.all.filter { ids.contains($0.id) })
    func row(_ row: WorstRow) async throws {
        let server = try await WorstServer(row)
        let configuration = NetworkConfiguration(
            session: .shared, baseURL: try #require(URL(string: "http://127.0.0.1")))
        let client = NetworkClient(configuration: configuration)
        var seen: Seen?
        do {
            let response = try await client.send(server.request(fullPort: 0))
            _ = try await response.collect()
            seen = .response(response.status)
        } catch {
            let failure = try #require(error.transferError, "\(error)")
            seen = .failure(failure.code, failure.stage)
        }
        if row.id.hasPrefix("stall") { #expect(seen == .failure(.timedOut, .wait)) }
        if row.id.hasPrefix("redirect") {
            #expect(seen.map { $0.fits(.response(302)) } ?? false, "\(String(describing: seen))")
        }
        let polite = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine")
        #expect(try await client.send(WireRequest(url: polite.baseURL)).collect() == Data("fine".utf8))
    }
}
