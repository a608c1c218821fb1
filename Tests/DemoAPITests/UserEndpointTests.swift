import DemoAPI
import Foundation
import Testing

@Suite struct UserEndpointTests {
    private let server: DemoServer
    private let client: RawClient

    init() throws {
        server = try DemoServer()
        client = try RawClient(port: server.port)
    }

    @Test("lists users by page, with links and a total")
    func paging() throws {
        let middle = try client.get("/users?page=2&limit=10")
        let ids = (try middle.json() as? [[String: Any]])?.compactMap { $0["id"] as? Int }
        #expect(ids == Array(11...20))
        #expect(middle["X-Total-Count"] == "25")
        #expect(middle["Link"]?.contains("<\(server.baseURL)/users?page=3&limit=10>; rel=\"next\"") == true)
        let last = try client.get("/users?page=3&limit=10")
        #expect(last["Link"]?.contains("rel=\"next\"") == false)
        #expect((try last.json() as? [Any])?.count == 5)
    }

    @Test("refuses a page or limit out of range", arguments: ["page=0", "limit=101", "limit=x"])
    func badPage(query: String) throws {
        #expect(try client.get("/users?\(query)").status == 400)
    }

    @Test("creates, reads, replaces, patches and deletes a user")
    func life() throws {
        let created = try client.send(
            "POST", "/users", body: json(#"{"name":"Neu","email":"neu@example.com","city":"Bonn"}"#))
        #expect(created.status == 201 && created["Location"] == "/users/26")
        let patched = try client.send("PATCH", "/users/26", body: json(#"{"role":"admin"}"#)).object()
        #expect(patched["role"] as? String == "admin" && patched["city"] as? String == "Bonn")
        let replaced = try client.send("PUT", "/users/26", body: json(#"{"name":"Alt","email":"alt@example.com"}"#))
        #expect(
            replaced.text
                == #"{"id":26,"name":"Alt","email":"alt@example.com","role":"reader","city":null,"active":true}"# + "\n"
        )
        #expect(try client.send("DELETE", "/users/26").status == 204)
        #expect(try client.get("/users/26").status == 404)
    }

    @Test("names every wrong field at once")
    func validation() throws {
        let response = try client.send(
            "POST", "/users", body: json(#"{"email":"x","role":"boss","active":1,"city":2}"#))
        #expect(response.status == 422)
        let messages = try response.object()["fields"] as? [String: String]
        #expect(messages?["name"] == "is missing")
        #expect(messages?["email"] == "must be an address like ada@example.com")
        #expect(messages?["role"] == "must be one of admin, editor, reader")
        #expect(messages?["city"] == "must be text or null")
        #expect(messages?["active"] == "must be true or false")
    }

    @Test("refuses a body that is no JSON object", arguments: ["", "{", "[1]"])
    func badBody(text: String) throws {
        let response = try client.send("POST", "/users", body: json(text))
        #expect(response.status == 400 && response.text.contains("hint"))
    }

    @Test("is as after the start once reset")
    func reset() throws {
        #expect(try client.send("DELETE", "/users/1").status == 204)
        #expect(try client.send("POST", "/reset", body: []).status == 204)
        #expect(try client.get("/users/1").status == 200)
    }

    private func json(_ text: String) -> [UInt8] { Array(text.utf8) }
}
