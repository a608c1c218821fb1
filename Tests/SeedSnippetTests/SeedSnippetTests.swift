import Foundation
import TestSupport
import Testing

@testable import MicroClient

// That this target compiles is most of the test: every code block of the documents is in it. The samples also run.

private let user = HopScript.response(200, body: [#"{"id":1,"name":"John Doe","email":"john@example.com"}"#])

/// A client over a script, and the transport that saw what it sent.
private func client(_ script: HopScript...) throws -> (NetworkClient, FakeTransport) {
    let transport = FakeTransport(script)
    let base = try #require(URL(string: "http://one.test"))
    return (
        NetworkClient(configuration: NetworkConfiguration(session: .transport(transport), baseURL: base)), transport
    )
}

private struct Tokens: TokenProviding {
    func getFreshToken() async -> String { "t0ken" }
}

@Suite struct SeedSnippetTests {
    @Test("X1: every block of the first document compiles, and its samples run")
    func documentX1() async throws {
        #expect(Seed000.blocks.count == 7)
        let (client, transport) = try client(.response(200, body: [#"{"posts":["a"]}"#]))
        let built = Seed000.buildingRequests()["request"] as? NetworkRequest<VoidRequest, PostsResponse>
        #expect(built?.path == "/posts/bookmarks")
        let response = try await Seed000.performingRequests(client: client)["bookmarksResponse"]
        #expect((response as? NetworkResponse<PostsResponse>)?.value.posts == ["a"])
        #expect(transport.requests.map(\.url) == ["http://one.test/posts/bookmarks"])
    }

    @Test("X2: the blocks of the second document are those of the first")
    func documentX2() { #expect(Seed001.blocks == Seed000.blocks) }

    @Test("X3: every block of the third document compiles but the manifest and the shell's")
    func documentX3() {
        #expect(Seed002.blocks.count == 21)
        #expect(
            Seed002.blocks.filter { $0.hasPrefix("exempt") } == ["exempt: manifest", "exempt: shell", "exempt: shell"])
    }

    @Test("X3 B09 B10: the quick start runs")
    func quickStartX3B09B10() async throws {
        let (client, transport) = try client(user, user)
        let values = try await Seed002.DefineYourModels.makeRequests(client: client)
        #expect((values["user"] as? Seed002.DefineYourModels.User)?.email == "john@example.com")
        #expect(transport.requests.map(\.url) == ["http://one.test/users/123", "http://one.test/users"])
        #expect(transport.requests.map(\.method) == [.get, .post])
    }

    @Test("X3 B07 B08 B14 B19 B22: the configurations are what they say")
    func configurationsX3B07B08B14B19B22() throws {
        let first = try #require(Seed002.createAConfiguration()["configuration"] as? NetworkConfiguration)
        #expect(first.session is URLSession)
        #expect(first.retryStrategy == RetryStrategy.none)
        let retrying = Seed002.globalRetries()["configuration"] as? NetworkConfiguration
        #expect(retrying?.retryStrategy == .retry(count: 3))
        let logging = Seed002.defaultLogger()["configuration"] as? NetworkConfiguration
        #expect(logging?.logger is ConsoleLogger)
        #expect(logging?.logLevel == .debug)
        let custom = Seed002.customLogger()["configuration"] as? NetworkConfiguration
        #expect(custom?.logger != nil)
        #expect(custom?.logLevel == .info)
    }

    @Test("X3 B13: every field that the document names can be read, and the configuration is Sendable")
    func fieldsX3B13() throws {
        let base = try #require(URL(string: "http://one.test"))
        Seed000.membersOfTheConfiguration(NetworkConfiguration(baseURL: base))
        Seed002.membersOfTheConfiguration(NetworkConfiguration(baseURL: base))
        Seed002.membersOfTheRequest(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
    }

    @Test("X3 B25 B26 B27: the interceptors of the document set their fields, in order")
    func interceptorsX3B25B26B27() async throws {
        let values = Seed002.CreateAnInterceptor.configureTheClient(myTokenProvider: Tokens())
        let configuration = try #require(values["configuration"] as? NetworkConfiguration)
        #expect(configuration.interceptors.count == 2)
        var request = URLRequest(url: configuration.baseURL)
        for interceptor in configuration.interceptors { request = try await interceptor.intercept(request) }
        #expect(request.value(forHTTPHeaderField: "X-API-Key") == "my-secret-key")
        #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer t0ken")
    }

    @Test("X3 B17 B28 B31: what a request says differently")
    func requestsX3B17B28B31() throws {
        typealias User = Seed002.DefineYourModels.User
        let once = Seed002.DefineYourModels.retriesOfOneRequest()["request"] as? NetworkRequest<VoidRequest, User>
        #expect(once?.retryStrategy == RetryStrategy.none)
        let special = Seed002.DefineYourModels.interceptorsOfOneRequest()["request"]
        #expect((special as? NetworkRequest<VoidRequest, User>)?.interceptors?.count == 1)
        let dated = Seed002.customDecoder()["request"] as? NetworkRequest<VoidRequest, TimestampedResponse>
        #expect(dated?.decoder != nil)
    }

    @Test("X3 B32 B33: the form and the query of the document")
    func bodiesX3B32B33() async throws {
        let (client, transport) = try client(
            .response(200, body: [#"{"token":"t"}"#]), .response(200, body: [#"{"results":[]}"#]))
        let form = Seed002.formData()["request"] as? NetworkRequest<VoidRequest, LoginResponse>
        let query = Seed002.queryParameters()["request"] as? NetworkRequest<VoidRequest, SearchResults>
        _ = try await client.run(try #require(form))
        _ = try await client.run(try #require(query))
        guard case .bytes(let body)? = transport.requests.first?.body else { return #expect(Bool(false), "no form") }
        #expect(String(decoding: body, as: UTF8.self) == "username=user&password=pass")
        #expect(transport.requests.last?.url == "http://one.test/search?q=swift&limit=10")
    }

    @Test("X3 B40: the error handling of the document is exhaustive, and runs for an answer, a status, a failure")
    func errorsX3B40() async throws {
        let (client, transport) = try client(user, .response(404, body: ["none"]), .failing(TransferError.refused))
        let request = NetworkRequest<VoidRequest, Seed002.DefineYourModels.User>(path: "/users/1", method: .get)
        for _ in 1...3 { try await Seed002.DefineYourModels.errorHandling(client: client, request: request) }
        #expect(transport.isExhausted)
    }

    @Test("X1 A01 A02: the client is one of those that the protocol describes, made of a configuration")
    func clientX1A01A02() throws {
        let make: (NetworkConfiguration) -> any NetworkClientProtocol = NetworkClient.init(configuration:)
        let base = try #require(URL(string: "http://one.test"))
        #expect(make(NetworkConfiguration(baseURL: base)) is NetworkClient)
    }
}
