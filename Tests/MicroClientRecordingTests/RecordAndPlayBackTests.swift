import DemoAPI
import Foundation
import MicroClientCurl
import MicroClientRecording
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A user of the demo API.
private struct User: Codable, Sendable, Equatable {
    var id: Int
    var name: String
}

private struct NewUser: Codable, Sendable {
    var name: String
    var email: String
    var role: String
}

private struct Token: Decodable {
    var token: String
}

private struct Page: Decodable, Equatable {
    var page: String
}

/// The results that a program got from the demo API.
private struct Seen: Equatable {
    var users: [User]
    var created: User?
    var refusal: Int?
    var echo: String
    var redirected: [String]
    var attempts: [Int]
    var bytes: Data
    var unzipped: Data
}

@Suite("Recorded over libcurl, and played back")
struct RecordAndPlayBackTests {
    /// The code under test: the same for the server and for its recording.
    private func use(_ session: any URLSessionProtocol, _ base: String) async throws -> Seen {
        let url = try #require(URL(string: base))
        var configuration = NetworkConfiguration(session: session, baseURL: url, retryStrategy: .retry(count: 3))
        configuration.clock.sleep = { _ in }
        let client = NetworkClient(configuration: configuration)
        let users = try await client.run(
            NetworkRequest<VoidRequest, [User]>(
                path: "/users", method: .get, queryItems: [URLQueryItem(name: "limit", value: "3")]))
        let created = try await client.run(
            NetworkRequest<NewUser, User>(
                path: "/users", method: .post,
                body: NewUser(name: "Ümit \"Q\"", email: "umit@example.com", role: "reader")))
        let flaky = try await client.send(WireRequest(url: base + "/flaky?fails=2&key=recorded"))
        _ = try await flaky.collect()
        let redirected = try await client.send(WireRequest(url: base + "/redirect/2"))
        _ = try await redirected.collect()
        return Seen(
            users: users.value, created: created.value, refusal: await refusal(client),
            echo: try await text(client, base + "/text?charset=iso-8859-1"),
            redirected: redirected.exchange().attempts.flatMap(\.hops).map(\.request.url),
            attempts: flaky.exchange().attempts.map { $0.hops.last?.response?.status ?? 0 },
            bytes: try await client.send(WireRequest(url: base + "/bytes?count=100000")).collect(),
            unzipped: try await client.send(WireRequest(url: base + "/gzip")).collect())
    }

    private func refusal(_ client: NetworkClient) async -> Int? {
        do {
            _ = try await client.run(NetworkRequest<VoidRequest, User>(path: "/users/4711", method: .get))
            return nil
        } catch NetworkClientError.unacceptableStatusCode(let status, _, _) {
            return status
        } catch { return nil }
    }

    private func text(_ client: NetworkClient, _ url: String) async throws -> String {
        let response = try await client.send(WireRequest(url: url))
        return try await response.collect().base64EncodedString()
    }

    @Test("the same code sees the same values, without a server")
    func sameValues() async throws {
        let server = try DemoServer()
        let base = server.baseURL
        let recorder = ExchangeRecorder()
        let live = try await use(recorder.session(.curl()), base)
        server.stop()
        let file = TemporaryFile()
        try recorder.write(to: file.url)

        let session = try RecordedSession(contentsOf: file.url, repetition: .error)
        let played = try await use(session, base)
        #expect(played == live)
        #expect(live.attempts == [503, 503, 200])
        #expect(live.redirected.count == 3)
        #expect(session.unused.isEmpty)
        #expect(session.unrecorded.isEmpty)
    }

    @Test("what URLSession carried is played back as well, as far as it tells")
    func overURLSession() async throws {
        let server = try DemoServer()
        let recorder = ExchangeRecorder()
        let url = try #require(URL(string: server.baseURL))
        func first(_ session: any URLSessionProtocol) async throws -> User {
            let client = NetworkClient(configuration: NetworkConfiguration(session: session, baseURL: url))
            return try await client.run(NetworkRequest<VoidRequest, User>(path: "users/1", method: .get)).value
        }
        let live = try await first(recorder.session(.shared))
        server.stop()
        #expect(try await first(RecordedSession(har: recorder.archive)) == live)
        let (data, _) = try await recorder.session(RecordedSession(har: recorder.archive)).data(
            for: URLRequest(url: url.appendingPathComponent("users/1")))
        #expect(try JSONDecoder().decode(User.self, from: data) == live)
        #expect(
            recorder.archive.log.entries.map(\.request.url) == [
                server.baseURL + "/users/1", server.baseURL + "/users/1",
            ])
    }

    private func logIn(
        _ session: any URLSessionProtocol, _ server: DemoServer
    ) async throws -> (token: String, page: Page) {
        let url = try #require(URL(string: server.baseURL))
        let client = NetworkClient(configuration: NetworkConfiguration(session: session, baseURL: url))
        let form = [URLFormItem(name: "username", value: "demo"), URLFormItem(name: "password", value: "demo")]
        let login = NetworkRequest<VoidRequest, Token>(path: "login", method: .post, formItems: form)
        let token = try await client.run(login).value.token
        let fields = ["Authorization": "Bearer \(token)"]
        let page = NetworkRequest<VoidRequest, Page>(path: "private", method: .get, additionalHeaders: fields)
        return (token, try await client.run(page).value)
    }

    @Test("what is masked in the recording is masked when played back, and the code that sends it on is answered")
    func secrets() async throws {
        let server = try DemoServer()
        let recorder = ExchangeRecorder()
        let live = try await logIn(recorder.session(.curl()), server)
        let session = RecordedSession(
            har: recorder.archive, matching: .init(headers: ["Authorization"], body: true), repetition: .error)
        let played = try await logIn(session, server)
        #expect(live.token == "demo-token")
        #expect(played.token == Redaction.mask)
        #expect(played.page == live.page)
    }
}

/// A path for a file that goes away with this.
final class TemporaryFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("recording-\(UUID().uuidString).har")
    deinit { try? FileManager.default.removeItem(at: url) }
}
