import TestSupport
import Testing
import TextGrid

@Suite("Story: from a failure of an earlier run to what differs, in three keys", .serialized)
struct YesterdayInThreeKeys {
    /// Serves a response that is another one the second time. Anybody without the token is refused.
    private static func server() throws -> RawServer {
        try RawServer { connection, number in
            guard let head = connection.readHead() else { return }
            let isKnown = head.contains("Authorization: Bearer s3cret-token") && head.contains("GET /items?page=1 ")
            let price = number == 1 ? 10 : 12
            let body = #"{"items":[{"id":1,"price":\#(price)}]}"#
            connection.write(
                "HTTP/1.1 \(isKnown ? "200 OK" : "401 Unauthorized")\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            )
        }
    }

    private static func place(_ page: String) throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment + "  - name: token\n    secret: true\n",
            "items.yml": Fixture.request(
                "Items", url: "{{baseUrl}}/items?page=\(page)", more: "  auth: {type: bearer, token: '{{token}}'}\n"),
        ])
    }

    @Test(
        "H, Enter, R: what was recorded is sent again as it was, its secret put back, and the verdict says where the answers differ"
    )
    func threeKeys() throws {
        let server = try Self.server()
        let place = try Self.place("1")
        let first = try place.start(variables: ["baseUrl": server.baseURL], environment: ["token": "s3cret-token"])
        try first.send("items.yml", named: "Items", until: "✓ 200 OK")
        #expect(try first.quit() == 0)
        // The request is another one by now: what was sent is not.
        try place.write(
            Fixture.request(
                "Items", url: "{{baseUrl}}/items?page=2", more: "  auth: {type: bearer, token: '{{token}}'}\n"),
            to: "items.yml")
        let session = try place.start(variables: ["baseUrl": server.baseURL], environment: ["token": "s3cret-token"])
        try session.showRequest("items.yml", named: "Items")
        try session.waitFor("the answer of the run before") { $0.responseTitle.contains("⏲") }
        try session.type("H")
        try session.waitFor("the exchange in the list") { $0.contains("1 exchange") && $0.contains("page=1") }
        #expect(!session.screen.contains("s3cret-token"))
        try session.press(.enter)
        try session.waitFor("the exchange in the panes") { !$0.contains("1 exchange") && $0.contains("\"price\": 10") }
        try session.type("R")
        try session.waitFor("the verdict") { $0.contains("differs at $.items[0].price: 10 → 12") }
        try session.press(.escape)
        try session.waitFor("the new answer below") {
            $0.responseTitle.contains("✓ 200 OK") && $0.contains("\"price\": 12")
        }
        #expect(try session.quit() == 0)
    }

    @Test("a replay that the history does not keep has its verdict all the same")
    func notKept() throws {
        let server = try Self.server()
        let place = try Self.place("1")
        let first = try place.start(variables: ["baseUrl": server.baseURL], environment: ["token": "s3cret-token"])
        try first.send("items.yml", named: "Items", until: "✓ 200 OK")
        #expect(try first.quit() == 0)
        try place.write("version: 1\nenvironments: {local: {history: false}}\n", to: "microscope.yaml")
        let session = try place.start(variables: ["baseUrl": server.baseURL], environment: ["token": "s3cret-token"])
        try session.showRequest("items.yml", named: "Items")
        try session.waitFor("the answer of the run before") { $0.responseTitle.contains("⏲") }
        try session.type("R")
        try session.waitFor("the verdict") { $0.contains("differs at $.items[0].price: 10 → 12") }
        #expect(!session.screen.contains("s3cret-token"))
        try session.press(.escape)
        try session.waitFor("the new answer below") { $0.contains("\"price\": 12") && $0.responseTitle.contains("✓") }
        try session.type("H")
        try session.waitFor("the original alone") { $0.contains("1 exchange") }
        try session.press(.escape)
        try session.waitFor("the list closed") { !$0.contains("1 exchange") }
        #expect(try session.quit() == 0)
    }

    @Test("to another host than today's, a secret goes along only when a person types it")
    func otherHost() throws {
        let (old, new) = (try Self.server(), try Self.server())
        let place = try Self.place("1")
        let token = ["token": "s3cret-token"]
        let first = try place.start(variables: ["baseUrl": old.baseURL], environment: token)
        try first.send("items.yml", named: "Items", until: "✓ 200 OK")
        #expect(try first.quit() == 0)
        let session = try place.start(variables: ["baseUrl": new.baseURL], environment: token)
        try session.showRequest("items.yml", named: "Items")
        try session.waitFor("the answer of the run before") { $0.responseTitle.contains("⏲") }
        try session.type("R")
        try session.waitFor("the question") { $0.contains("Value of token") }
        try session.type("s3cret-token")
        try session.press(.enter)
        try session.waitFor("the verdict") { $0.contains("differs at $.items[0].price: 10 → 12") }
        #expect(!session.screen.contains("s3cret-token"))
        try session.press(.escape)
        try session.waitFor("the new answer below") { $0.responseTitle.contains("✓ 200 OK") }
        #expect(try session.quit() == 0)
    }
}
