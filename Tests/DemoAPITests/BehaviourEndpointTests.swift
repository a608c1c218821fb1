import DemoAPI
import Foundation
import Testing

@Suite struct BehaviourEndpointTests {
    private let server: DemoServer
    private let client: RawClient

    init() throws {
        server = try DemoServer()
        client = try RawClient(port: server.port)
    }

    @Test("answers with the status asked for", arguments: [200, 204, 304, 404, 418, 500, 599])
    func status(code: Int) throws {
        #expect(try client.get("/status/\(code)").status == code)
    }

    @Test("refuses what is no final status", arguments: ["100", "600", "x"])
    func badStatus(text: String) throws {
        #expect(try client.get("/status/\(text)").status == 400)
    }

    @Test("flaky fails so many times, answers, and starts afresh")
    func flaky() throws {
        let statuses = try (0..<6).map { _ in try client.get("/flaky?fails=2&key=a").status }
        #expect(statuses == [503, 503, 200, 503, 503, 200])
    }

    @Test("flaky counts by key and says when to come back")
    func flakyKeys() throws {
        #expect(try client.get("/flaky?fails=1&key=a")["Retry-After"] == "1")
        let other = try client.get("/flaky?fails=1&key=b&retryAfter=0&status=429")
        #expect(other.status == 429 && other["Retry-After"] == "0")
        #expect(try client.get("/flaky?fails=1&key=a").status == 200)
        #expect(try client.get("/flaky?key=c&retryAfter=none").all("Retry-After").isEmpty)
    }

    @Test("slow answers after its time")
    func slow() throws {
        let start = ContinuousClock.now
        #expect(try client.get("/slow?seconds=0.05").object()["waitedSeconds"] as? Double == 0.05)
        // A lower bound holds on a busy machine too.
        #expect(ContinuousClock.now - start >= .milliseconds(50))
        #expect(try client.get("/slow?seconds=-1").status == 400)
    }

    @Test("drip sends each line as a chunk of its own")
    func drip() throws {
        let response = try client.get("/drip?chunks=3&interval=0.01")
        #expect(response.chunkSizes == [13, 13, 13])
        #expect(response.text == "chunk 1 of 3\nchunk 2 of 3\nchunk 3 of 3\n")
        #expect(try client.get("/drip?chunks=2&interval=0").text == "chunk 1 of 2\nchunk 2 of 2\n")
    }

    @Test("a chain of redirects ends in an answer")
    func redirectChain() throws {
        var target = "/redirect/2?status=307"
        for expected in ["/redirect/1?status=307", "/redirect/0?status=307"] {
            let hop = try client.send("POST", target, body: [])
            #expect(hop.status == 307 && hop["Location"] == expected)
            target = expected
        }
        #expect(try client.send("POST", target, body: []).text == "{\"arrived\":true,\"method\":\"POST\"}\n")
    }

    @Test("redirects go to the other origin and back")
    func otherOrigin() throws {
        #expect(try client.get("/redirect/other")["Location"] == "\(server.otherBaseURL)/echo")
        let other = try RawClient(port: server.otherPort)
        #expect(try other.get("/redirect/other?path=/users/1")["Location"] == "\(server.baseURL)/users/1")
    }

    @Test("redirects anywhere, but never with a broken header")
    func redirectTo() throws {
        let there = try client.get("/redirect-to?url=http%3A%2F%2Fexample.com%2F%3Fa%3D1&status=308")
        #expect(there.status == 308 && there["Location"] == "http://example.com/?a=1")
        #expect(try client.get("/redirect-to?url=a%0D%0AX-Evil%3A1").status == 400)
        #expect(try client.get("/redirect/loop")["Location"] == "/redirect/loop")
    }

    @Test("cookies are set one field each, shown and deleted")
    func cookies() throws {
        #expect(try client.get("/cookies/set?a=1&b=2").all("Set-Cookie") == ["a=1; Path=/", "b=2; Path=/"])
        #expect(try client.get("/cookies/keep?a=1").all("Set-Cookie") == ["a=1; Path=/; Max-Age=3600"])
        let shown = try client.get("/cookies", ["Cookie: a=1; b=x=y"])
        #expect(shown.text == #"{"cookies":[{"name":"a","value":"1"},{"name":"b","value":"x=y"}]}"# + "\n")
        #expect(try client.get("/cookies/delete?a").all("Set-Cookie") == ["a=; Path=/; Max-Age=0"])
        #expect(try client.get("/cookies/set?a=%3B").status == 400)
    }

    @Test("an unknown path and a wrong method say what to do")
    func refusals() throws {
        let unknown = try client.get("/nowhere")
        #expect(unknown.status == 404 && unknown.text.contains("GET / lists all endpoints"))
        let wrong = try client.send("DELETE", "/users")
        #expect(wrong.status == 405 && wrong["Allow"] == "GET, HEAD, POST, OPTIONS")
        let options = try client.send("OPTIONS", "/users/1")
        #expect(options.status == 204 && options["Allow"] == "GET, HEAD, PUT, PATCH, DELETE, OPTIONS")
    }
}
