import Foundation
import TestSupport
import Testing

@testable import MicroClient

// What the document takes for granted.

extension Seed003 {
    struct User: Codable, Sendable, Hashable {
        var id: Int
        var born: Date?
    }

    struct APIError: Error, Codable, Hashable {
        var message: String
    }
}

struct MyConfig: Sendable, Hashable {
    var number: Int
}

let myDefaultConfig = MyConfig(number: 1)

extension NetworkClient.Configs {
    var intValue: Int {
        get { self[\.intValue] ?? 0 }
        set { self[\.intValue] = newValue }
    }
}

@Suite struct Seed003Tests {
    @Test("X4: every block of the document compiles but the manifest, the shell's and the output")
    func documentX4() {
        #expect(Seed003.blocks.count == 7)
        #expect(Seed003.blocks.filter { $0.hasPrefix("exempt") }.count == 3)
    }

    @Test("X4 C01 C02 C05 C06 C07 C08 C09 C10 C11 C12: the usage of the document runs against a server")
    func usageX4() async throws {
        let asked = Locked<[String]>([])
        let server = try RawServer { connection, _ in
            while let head = connection.readHead() {
                let body = head.hasPrefix("PUT") ? #"{"id":5,"born":"1970-01-01T00:00:00Z"}"# : ""
                let sent = String(decoding: connection.read(body.utf8.count), as: UTF8.self)
                asked.withLock { $0.append(head + sent) }
                let response = head.hasPrefix("GET") ? #"{"id":5,"born":"2026-11-21T09:48:00Z"}"# : ""
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(response.utf8.count)\r\n\r\n\(response)")
            }
        }
        let url = try #require(URL(string: server.baseURL + "/v1"))
        let values = try await Seed003.usage(
            baseURL: url, token: "t0ken", updatedUser: .init(id: 5, born: Date(timeIntervalSince1970: 0)))
        #expect((values["user"] as? Seed003.User)?.id == 5)
        let heads = asked.withLock { $0 }
        #expect(
            heads.map { $0.prefix { $0 != "\r\n" } } == [
                "GET /v1/users?limit=1&name=John HTTP/1.1", "GET /v1/users/5 HTTP/1.1", "PUT /v1/users/5 HTTP/1.1",
                "DELETE /v1/users/5 HTTP/1.1",
            ])
        #expect(heads.map { $0.contains("Authorization: Bearer t0ken") } == [false, true, true, true])
        #expect(heads[2].contains("Content-Type: application/json"))
    }

    @Test("X4 C25 C26 C27: the calls of the document run")
    func executionX4() async throws {
        let transport = FakeTransport(
            .response(200, body: [#"{"id":1}"#]), .response(204), .response(200, body: [#"{"id":2}"#]))
        let url = try #require(URL(string: "http://one.test"))
        let values = try await Seed003.execution(client: NetworkClient(url: url, session: .transport(transport)))
        #expect((values["user"] as? Seed003.User)?.id == 1)
        // Nobody has subscribed.
        #expect(values["publisher"] != nil)
        #expect(transport.requests.count == 2)
    }

    @Test("X4 C54: the config value of the document keeps what is set, and has its default")
    func customConfigX4C54() throws {
        let client = NetworkClient(url: try #require(URL(string: "http://one.test")))
        #expect(client.withConfigs(\.myCustomValue) == myDefaultConfig)
        #expect(client.myCustomValue(MyConfig(number: 7)).withConfigs(\.myCustomValue).number == 7)
    }

    @Test("X4 C55 C56: the last config wins in every place of the document's sample")
    func orderOfConfigsX4C55C56() throws {
        let client = NetworkClient(url: try #require(URL(string: "http://one.test")))
        let values = try Seed003.orderOfConfigs(client: client)
        #expect((values["configs"] as? NetworkClient.Configs)?.intValue == 3)
    }
}
