import DemoAPI
import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

/// A grant as a token endpoint gives it.
private struct Grant: Decodable, Sendable {
    var accessToken: String
    var refreshToken: String

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
    }
}

@Suite("A bearer token that is refreshed, over sockets")
struct BearerAuthenticatorTransferTests {
    @Test("1,000 parallel requests share one refresh at a server that takes each refresh token once")
    func rotating() async throws {
        let server = try DemoServer()
        let url = try #require(URL(string: server.baseURL))
        for session in [.curl(), URLSession(configuration: .ephemeral)] as [any URLSessionProtocol] {
            let plain = NetworkClient(url: url, session: session)("oauth/token").bodyEncoder(.formURL)
                .auth(.basic(username: "demo-client", password: "demo-client-secret"))
            let first: Grant = try await plain.body([
                "grant_type": "password", "username": "demo", "password": "demo",
            ]).post()
            let refreshes = Locked(0)
            let authenticator = BearerAuthenticator(
                token: .init("revoked", refreshToken: first.refreshToken)
            ) { old in
                refreshes.withLock { $0 += 1 }
                let grant: Grant = try await plain.body([
                    "grant_type": "refresh_token", "refresh_token": old?.refreshToken ?? "",
                ]).post()
                return .init(grant.accessToken, refreshToken: grant.refreshToken)
            }
            let client = NetworkClient(url: url, session: session).authenticator(authenticator)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<1000 { group.addTask { try await client("oauth/protected").get() } }
                try await group.waitForAll()
            }
            #expect(refreshes.withLock { $0 } == 1)
        }
    }
}
