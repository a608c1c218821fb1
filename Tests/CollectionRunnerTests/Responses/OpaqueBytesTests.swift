import Exchanges
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection
import Synchronization
import TestSupport
import Testing

@testable import CollectionRunner

@Suite("Header values with bytes that are no UTF-8") struct OpaqueBytesTests {
    /// Heads as their bytes arrived.
    private final class Arrivals: Sendable {
        let heads = Mutex<[[UInt8]]>([])
    }

    private let arrivals = Arrivals()
    private let runner = CollectionRunner(client: NetworkClient(transport: CurlTransport()))

    /// "café" in Latin-1, in a cookie and in a validator, beside a cookie in UTF-8.
    private func server() throws -> RawServer {
        try RawServer { [arrivals] connection, _ in
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), let byte = connection.read(1).first {
                head.append(byte)
            }
            arrivals.heads.withLock { $0.append(head) }
            let fields = ["Set-Cookie: a=caf\u{E9}; Max-Age=600", "ETag: \"caf\u{E9}\"", "Set-Cookie: u=\u{C3}\u{A9}"]
            let lines = ["HTTP/1.1 200 OK", "Content-Length: 0", "Connection: close"] + fields + ["", ""]
            connection.write(lines.joined(separator: "\r\n").unicodeScalars.map { UInt8($0.value) })
        }
    }

    private func line(_ name: String) -> [UInt8]? {
        arrivals.heads.withLock { $0.last }?.split(separator: 0x0A).first { $0.starts(with: "\(name): ".utf8) }
            .map { Array($0.dropFirst(name.utf8.count + 2).dropLast()) }
    }

    @Test(
        "come back as the same bytes: from a jar, from stored cookies, from captures and from stored captures",
        arguments: [false, true])
    func roundTrip(isStored: Bool) async throws {
        let server = try server()
        var demo = try DemoCollection("GET", "/")
        demo.definition.url = server.baseURL + "/"
        demo.definition.actions = [VariableAction("tag", from: "res.headers.etag")]
        var jar = CookieJar()
        let first = await runner.run(
            demo.rendered(), checks: demo.checks(), origin: .init(requestPath: "request.yml"),
            dependencies: SendDependencies(cookies: .jar(jar)))
        #expect(first.failure == nil && first.captures.first?.json == #""\"café\"""#)
        demo.captured = CapturedValues(first)
        if isStored {
            jar = CookieJar(try JSONDecoder().decode([Cookie].self, from: JSONEncoder().encode(jar.cookies)))
            demo.captured = CapturedValues(
                try JSONDecoder().decode(
                    [CapturedValues.StoredValue].self, from: JSONEncoder().encode(demo.captured.kept)))
        }
        demo.definition.headers = [
            Field("If-None-Match", "{{tag}}, \"é\""), Field("X-Plain", "é"), Field("Cookie", "o=é"),
        ]
        let second = await runner.run(
            demo.rendered(), checks: demo.checks(), origin: .init(requestPath: "request.yml"),
            dependencies: SendDependencies(cookies: .jar(jar)))
        #expect(second.failure == nil)
        let (latin1, utf8) = ([UInt8(0xE9)], Array("é".utf8))
        #expect(line("Cookie") == Array("o=".utf8) + utf8 + Array("; a=caf".utf8) + latin1 + Array("; u=".utf8) + utf8)
        #expect(line("X-Plain") == utf8)
        #expect(line("If-None-Match")?.starts(with: Array("\"caf".utf8) + latin1) == true)
    }

    @Test("are sent again by a replay, from what the history has written down")
    func replay() async throws {
        let server = try server()
        var demo = try DemoCollection("GET", "/")
        demo.definition.url = server.baseURL + "/"
        demo.captured.set("tag", .string("caf\u{E9}"), isSecret: false, isLatin1: true)
        demo.definition.headers = [Field("X-Tag", "{{tag}}")]
        let jar = CookieJar()
        _ = await runner.run(
            demo.rendered(), origin: .init(requestPath: "request.yml"),
            dependencies: SendDependencies(cookies: .jar(jar)))
        let record = await runner.run(
            demo.rendered(), origin: .init(requestPath: "request.yml"),
            dependencies: SendDependencies(cookies: .jar(jar)))
        let (sent, cookies) = (line("X-Tag"), line("Cookie"))
        #expect(sent == Array("caf".utf8) + [0xE9] && cookies?.contains(0xE9) == true)
        let kept = try HistoryMasking().kept(record, source: .screen).exchange
        let read = try JSONDecoder().decode(StoredExchange.self, from: JSONEncoder().encode(kept))
        let values = ReplayValues(read, given: [:], rendered: demo.rendered(), cookies: .jar(jar))
        let terms = try ReplayTerms(read, values, checks: nil, files: .none)
        _ = await runner.replay(try RestoredRequest(read, body: nil) { values[$0] }, terms)
        #expect(arrivals.heads.withLock { $0.count } == 3 && line("X-Tag") == sent && line("Cookie") == cookies)
    }
}
