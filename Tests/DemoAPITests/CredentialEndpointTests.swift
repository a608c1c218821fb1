import DemoAPI
import Foundation
import Testing

@Suite struct CredentialEndpointTests {
    private let server: DemoServer
    private let client: RawClient

    init() throws {
        server = try DemoServer()
        client = try RawClient(port: server.port)
    }

    @Test("a form login gives the token that opens the private page")
    func login() throws {
        let form = Array("username=demo&password=%64emo".utf8)
        let token = try client.send("POST", "/login", body: form).object()["token"] as? String ?? ""
        #expect(try client.get("/private", ["Authorization: Bearer \(token)"]).status == 200)
    }

    @Test(
        "a wrong login is refused",
        arguments: zip(["username=demo&password=no", "username=demo", ""], [401, 422, 422]))
    func wrongLogin(form: String, status: Int) throws {
        #expect(try client.send("POST", "/login", body: Array(form.utf8)).status == status)
    }

    @Test("the private page challenges, and says when a token was wrong")
    func bearer() throws {
        #expect(try client.get("/private")["WWW-Authenticate"] == "Bearer realm=\"demo\"")
        let wrong = try client.get("/private", ["Authorization: Bearer nonsense"])
        #expect(wrong.status == 401 && wrong["WWW-Authenticate"] == "Bearer realm=\"demo\", error=\"invalid_token\"")
    }

    @Test("the basic page takes demo:demo and challenges others")
    func basic() throws {
        #expect(try client.get("/basic", ["Authorization: Basic ZGVtbzpkZW1v"]).status == 200)
        let wrong = try client.get("/basic", ["Authorization: Basic ZGVtbzpvbWVk"])
        #expect(wrong.status == 401 && wrong["WWW-Authenticate"] == "Basic realm=\"demo\", charset=\"UTF-8\"")
    }

    @Test("the key page takes the key in a header or in the query")
    func key() throws {
        #expect(try client.get("/key", ["X-Api-Key: demo-key"]).object()["sentIn"] as? String == "header")
        #expect(try client.get("/key?api_key=demo-key").object()["sentIn"] as? String == "query")
        #expect(try client.get("/key").status == 401)
    }
}
