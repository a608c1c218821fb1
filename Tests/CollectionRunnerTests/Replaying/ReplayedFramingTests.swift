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

    @Test("a body that went out in chunks goes out in chunks, byte by byte as before")
    func chunks() async throws {
        let arrivals = Arrivals()
        let server = try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            var body: [UInt8] = []
            while !body.suffix(5).elementsEqual("0\r\n\r\n".utf8), let byte = connection.read(1).first {
                body.append(byte)
            }
            arrivals.texts.withLock { $0.append(head + String(decoding: body, as: UTF8.self)) }
            connection.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        }
        var demo = try DemoCollection("POST", "/")
        demo.definition.url = server.baseURL + "/a"
        demo.definition.headers = [Field("Transfer-Encoding", "chunked")]
        demo.definition.body.kind = .text
        demo.definition.body.text = "a body in chunks"
        let runner = CollectionRunner(client: NetworkClient(transport: CurlTransport()))
        let record = await runner.run(demo.rendered(), origin: .init(requestPath: "request.yml"))
        let masked = try HistoryMasking().kept(record, source: .screen)
        let body = masked.bodies.first { $0.sha256?.hexadecimal == masked.exchange.requestBody?.hash }
        let values = ReplayValues(masked.exchange, given: [:], rendered: demo.rendered())
        let terms = try ReplayTerms(masked.exchange, values, checks: nil, files: .none)
        let replay = await runner.replay(try Refilling(masked.exchange, body: body) { values[$0] }, terms)
        #expect(record.head?.status == 204 && replay.head?.status == 204)
        let texts = arrivals.texts.withLock { $0 }
        #expect(texts.count == 2)
        // libcurl decides where among the fields it writes Accept-Encoding.
        let lines = texts.map { $0.components(separatedBy: "\r\n").sorted() }
        #expect(lines.first == lines.last)
        #expect(texts.allSatisfy { $0.hasSuffix("\r\n\r\n10\r\na body in chunks\r\n0\r\n\r\n") })
        #expect(texts.last?.lowercased().contains("transfer-encoding: chunked") == true)
        #expect(texts.last?.lowercased().contains("content-length") == false)
    }
}
