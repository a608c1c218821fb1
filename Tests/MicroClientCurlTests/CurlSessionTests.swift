import DemoAPI
import Foundation
import MicroClient
import MicroClientCurl
import Testing

@Suite("A client over libcurl")
struct CurlSessionTests {
    @Test("runs its requests over libcurl when the configuration says so")
    func configured() async throws {
        let server = try DemoServer()
        let url = try #require(URL(string: server.baseURL))
        let client = NetworkClient(configuration: NetworkConfiguration(session: .curl(), baseURL: url))
        let response = try await client.send(WireRequest(url: server.baseURL + "/redirect/1"))
        let body = try await response.collect()
        let hops = try #require(response.exchange().attempts.first?.hops)
        #expect(response.head.status == 200)
        #expect(!body.isEmpty)
        #expect(hops.count == 2)
        #expect(hops.allSatisfy { $0.timings.total != nil && $0.connection?.remoteAddress == "127.0.0.1" })
    }
}
