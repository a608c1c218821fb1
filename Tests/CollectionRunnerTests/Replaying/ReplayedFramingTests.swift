import BodyStore
import Exchanges
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection
import Synchronization
import TestSupport
import Testing

@testable import CollectionRunner

@Suite("The framing of a recorded request that is sent again") struct ReplayedFramingTests {
    /// Heads and bodies as their bytes arrived.
    private final class Arrivals: Sendable {
        let texts = Mutex<[String]>([])
    }

    /// Returns what arrived when a request was sent, and when it was sent again.
    ///
    /// - Parameters:
    ///   - end: The end of the body, if there is one.
    ///   - forgotten: A field that the history does not know, such as one in an archive.
    private static func arrivals(
        end: String = "", without forgotten: String? = nil, _ change: (inout RequestDefinition) -> Void
    ) async throws -> [String] {
        let arrivals = Arrivals()
        let server = try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            var body: [UInt8] = []
            while !body.suffix(end.utf8.count).elementsEqual(end.utf8), let byte = connection.read(1).first {
                body.append(byte)
            }
            arrivals.texts.withLock { $0.append(head + String(decoding: body, as: UTF8.self)) }
            connection.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        }
        var demo = try DemoCollection("POST", "/")
        demo.definition.url = server.baseURL + "/a"
        change(&demo.definition)
        let runner = CollectionRunner(client: NetworkClient(transport: CurlTransport()))
        let record = await runner.run(demo.rendered(), origin: .init(requestPath: "request.yml"))
        let masked = try HistoryMasking().kept(record, source: .screen)
        var kept = masked.exchange
        if let forgotten {
            kept.exchange.request.headers.removeAll(named: forgotten)
            kept.exchange.attempts[0].hops[0].request.headers.removeAll(named: forgotten)
        }
        let body = masked.bodies.first { $0.sha256?.hexadecimal == kept.requestBody?.hash }
        let values = ReplayValues(kept, given: [:], rendered: demo.rendered())
        let terms = try ReplayTerms(kept, values, checks: nil, files: .none)
        let replay = await runner.replay(try RestoredRequest(kept, body: body) { values[$0] }, terms)
        #expect(record.head?.status == 204 && replay.head?.status == 204)
        let texts = arrivals.texts.withLock { $0 }
        #expect(texts.count == 2)
        return texts
    }

    /// Returns the lines, sorted: libcurl decides where among the fields it writes Accept-Encoding.
    private static func lines(_ text: String?) -> [String] { (text ?? "").components(separatedBy: "\r\n").sorted() }

    @Test("a body that went out in chunks goes out in chunks, byte by byte as before")
    func chunks() async throws {
        let texts = try await Self.arrivals(end: "0\r\n\r\n") { definition in
            definition.headers = [Field("Transfer-Encoding", "chunked")]
            definition.body.kind = .text
            definition.body.text = "a body in chunks"
        }
        #expect(Self.lines(texts.first) == Self.lines(texts.last))
        #expect(texts.allSatisfy { $0.hasSuffix("\r\n\r\n10\r\na body in chunks\r\n0\r\n\r\n") })
        #expect(texts.last?.lowercased().contains("transfer-encoding: chunked") == true)
        #expect(texts.last?.lowercased().contains("content-length") == false)
    }

    @Test("blanks around the value of a header go out as before")
    func spaces() async throws {
        let texts = try await Self.arrivals {
            $0.method = "GET"
            $0.headers = [Field("X-Blanks", "  two before, three behind   "), Field("X-Tab", "\tand tabs\t")]
        }
        #expect(Self.lines(texts.first) == Self.lines(texts.last))
        #expect(texts.allSatisfy { $0.contains("X-Blanks:   two before, three behind   \r\n") })
        #expect(texts.allSatisfy { $0.contains("X-Tab: \tand tabs\t\r\n") })
    }

    @Test("no coding is asked for where none was")
    func noCodings() async throws {
        let texts = try await Self.arrivals(without: "Accept-Encoding") { $0.method = "GET" }
        #expect(texts.first?.contains("Accept-Encoding: ") == true)
        #expect(texts.last?.lowercased().contains("accept-encoding") == false)
        #expect(Self.lines(texts.last) == Self.lines(texts.first).filter { !$0.hasPrefix("Accept-Encoding") })
    }
}
