import MicroClientMacros
import TestSupport
import Testing

// What the document takes for granted.

struct User: Codable {
    var name: String
    var email: String
}

struct UserPatch: Codable {
    var name: String
}

@Suite struct Seed004Tests {
    private func client(_ script: HopScript...) -> (Client, FakeTransport) {
        let transport = FakeTransport(script)
        var client = Client("https://api.example.com", session: .transport(transport))
        client.logger = nil
        return (client, transport)
    }

    private let user = HopScript.response(200, body: [#"{"name":"John Doe","email":"john@example.com"}"#])

    @Test("X5: every block of the document compiles but the manifest, HTTP and output")
    func documentX5() {
        #expect(Seed004.blocks.count == 45)
        #expect(Seed004.blocks.filter { $0.hasPrefix("exempt") }.count == 18)
    }

    @Test("X5 D03 D04: the quick start runs")
    func quickStart() async throws {
        let (client, transport) = client(user)
        let values = try await Seed004.DefineARequest.makeARequest(client: client)
        #expect((values["user"] as? User)?.name == "John Doe")
        #expect(transport.requests.map(\.url) == ["https://api.example.com/users/123?includePosts=true"])
        #expect((Seed004.createAClient()["client"] as? Client)?.configuration.baseURL.host == "api.example.com")
    }

    @Test("X5 D33-D36: the ways to perform a request run")
    func performing() async throws {
        let (client, transport) = client(user, .response(204), .response(200, body: ["raw"]), .response(200))
        let request = Seed004.Delete.DeleteUserRequest(id: "1")
        let decoded = try await Seed004.decodedResponse(client: client, request: request)
        #expect((decoded["user"] as? User)?.email == "john@example.com")
        try await Seed004.emptyResponse(client: client, deleteRequest: request)
        let raw = try await Seed004.rawResponse(client: client, request: request)
        #expect(raw["rawData"] as? Data == Data("raw".utf8))
        #expect(transport.requests.count == 3)
    }

    @Test("X5 D31 D32 D39: clients get what the document gives them")
    func clients() {
        #expect((Seed004.middleware()["client"] as? Client)?.middlewares.count == 1)
        #expect((Seed004.interceptor()["client"] as? Client)?.interceptors.count == 1)
        #expect((Seed004.logging()["client"] as? Client)?.logger != nil)
    }
}
