import Foundation
import MicroClient

/// Redirects that go nowhere, challenges without end, connections that were never there, kept ones that are gone.
extension WorstRow {
    static let ways: [WorstRow] = redirects + challenges + places + kept + handshakes

    private static func redirect(
        _ id: String, _ sentence: String, to location: String, _ expected: Seen = .response(302, text: "")
    ) -> WorstRow {
        WorstRow("redirect-\(id)", sentence, expected) { scene in
            guard scene.path == "/row" else { return scene.respondPolitely() }
            scene.write("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\nLocation: \(location)\r\n\r\n")
        }
    }

    private static let redirects: [WorstRow] = [
        WorstRow(
            "redirect-loop", "a loop ends after five redirects, with the sixth as the answer", .response(302, text: "")
        ) { scene in
            scene.write(
                "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\nLocation: \(scene.origin)/row\r\n\r\n")
        }.with { $0.hops = 6 },
        WorstRow("redirect-endless", "so does a chain of ever new places", .response(307, text: "")) { scene in
            scene.write("HTTP/1.1 307 On\r\nContent-Length: 0\r\nConnection: close\r\nLocation: \(scene.path)x\r\n\r\n")
        }.with { $0.hops = 6 },
        WorstRow("redirect-ping-pong", "and one between two origins", .response(302, text: "")) { scene in
            let to = scene.requestHead.contains(scene.origin.dropFirst(7)) ? scene.otherOrigin : scene.origin
            scene.write("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\nLocation: \(to)/row\r\n\r\n")
        }.with { $0.hops = 6 },
        WorstRow("redirect-host", "to another host name, without the credentials", .response(200, text: "without")) {
            scene in
            guard scene.path == "/row" else {
                let leaks = scene.requestHead.contains("secret")
                return scene.respondPolitely(leaks ? "with" : "without")
            }
            let port = scene.origin.split(separator: ":").last ?? ""
            scene.write(
                "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\nLocation: http://localhost:\(port)/else\r\n\r\n"
            )
        }.with {
            $0.hops = 2
            $0.keepsConnection = true
            $0.headers = [HeaderField("Authorization", "Bearer secret"), HeaderField("Cookie", "a=secret")]
        },
        WorstRow("redirect-port", "to another port, without the credentials", .response(200, text: "without")) {
            scene in
            guard scene.path == "/row" else {
                return scene.respondPolitely(scene.requestHead.contains("secret") ? "with" : "without")
            }
            scene.write(
                "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\nLocation: \(scene.otherOrigin)/else\r\n\r\n"
            )
        }.with {
            $0.hops = 2
            $0.keepsConnection = true
            $0.headers = [HeaderField("Authorization", "Bearer secret"), HeaderField("Cookie", "a=secret")]
        },
        WorstRow("redirect-https", "to https on a port that speaks none", .failure(.tlsHandshakeFailed, .tls)) {
            scene in
            guard scene.number == 1 else {
                _ = scene.connection.read(100)
                scene.write("HTTP/1.1 400 Bad Request\r\n\r\n")
                return scene.end(.waits)
            }
            guard scene.connection.readHead() != nil else { return }
            let place = scene.origin.replacingOccurrences(of: "http:", with: "https:")
            scene.write("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\nLocation: \(place)/\r\n\r\n")
        }.with {
            $0.hops = 2
            $0.playsUnasked = true
        },
        redirect("file", "to a file: not followed", to: "file:///etc/passwd"),
        redirect("javascript", "to a script: not followed", to: "javascript:alert(1)"),
        redirect("data", "to data: not followed", to: "data:text/plain,x"),
        redirect("ftp", "to ftp: not followed", to: "ftp://127.0.0.1/"),
        redirect("empty-host", "to no host: not followed", to: "http:///x"),
        redirect("nowhere", "to nothing: not followed", to: ""),
        redirect("bad-port", "to a port that is none: not followed", to: "http://127.0.0.1:99999999/"),
        redirect(
            "long", "to a place of 100 KB: followed, the request goes out as long as it is",
            to: "/" + String(repeating: "a", count: 100_000), .response(200, text: "polite")
        ).with {
            $0.hops = 2
            $0.keepsConnection = true
        },
        redirect(
            "cr", "CR within the place is refused like any CR in a value", to: "/a\rX-Injected: 1",
            .failure(.malformedResponse, .receive)),
        redirect(
            "encoded-crlf", "CRLF percent-encoded in the place stays encoded", to: "/%0d%0aX-Injected:%201",
            .response(200, text: "polite")
        ).with {
            $0.hops = 2
            $0.keepsConnection = true
        },
        redirect("blank", "a blank in the place is percent-encoded", to: "/a b", .response(200, text: "polite")).with {
            $0.hops = 2
            $0.keepsConnection = true
        },
        WorstRow(
            "redirect-closes-in-body", "a redirect whose body is cut short is followed all the same",
            .response(200, text: "polite")
        ) { scene in
            guard scene.path == "/row" else { return scene.respondPolitely() }
            scene.write("HTTP/1.1 302 Found\r\nContent-Length: 100\r\nLocation: /else\r\n\r\nabc")
        }.with {
            $0.hops = 2
            $0.keepsConnection = true
        },
    ]

    private static let challenges: [WorstRow] = [
        WorstRow(
            "401-basic-loop", "401 again and again to the credentials of the URL: the 401 is the answer, after one hop",
            .response(401, text: "no")
        ) { scene in
            scene.write("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno")
            scene.end(.waits)
        }.with {
            $0.user = "me:secret"
            $0.keepsConnection = true
        },
        digest(
            "401-digest-loop", "401 again and again to digest: the second 401 is the answer",
            .response(401, text: "no"),
            hops: 2
        ) { number in "Digest realm=\"x\", nonce=\"\(number)\", qop=\"auth\"" },
        digest(
            "401-digest-stale", "and a nonce that is always stale does not keep it busy for ever",
            .failure(.authenticationFailed, .wait), hops: 7
        ) { number in "Digest realm=\"x\", nonce=\"\(number)\", qop=\"auth\", stale=true" },
        digest(
            "401-digest-garbage", "a challenge that is none: the 401 is the answer", .response(401, text: "no"), hops: 1
        ) { _ in "Digest \"" },
        digest(
            "401-digest-unknown", "an algorithm that nobody knows: the 401 is the answer", .response(401, text: "no"),
            hops: 1
        ) { _ in
            "Digest realm=\"x\", nonce=\"1\", algorithm=MD9"
        },
        WorstRow(
            "401-without-challenge", "401 that says not how: the answer",
            response: "HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\nno", .response(401, text: "no")
        ).with {
            $0.user = "me:secret"
            $0.keepsConnection = true
        },
        WorstRow(
            "407-unasked", "407 of a server that is no proxy: the answer",
            response: "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: 2\r\n\r\nno",
            .response(407, text: "no")
        ).with {
            $0.keepsConnection = true
        },
    ]

    /// Creates a row that challenges each request again.
    private static func digest(
        _ id: String, _ sentence: String, _ expected: Seen, hops: Int, challenge: @escaping @Sendable (Int) -> String
    ) -> WorstRow {
        WorstRow(id, sentence, expected) { scene in
            var number = 0
            repeat {
                number += 1
                scene.write("HTTP/1.1 401 No\r\nWWW-Authenticate: \(challenge(number))\r\nContent-Length: 2\r\n\r\nno")
            } while scene.connection.readHead() != nil
        }.with {
            $0.options.authentication = .digest(user: "me", password: "secret")
            $0.hops = hops
            $0.keepsConnection = true
        }
    }

    private static let places: [WorstRow] = [
        WorstRow("connect-refused", "nobody listens: nothing was sent", .failure(.couldNotConnect, .connect)) { _ in }
            .with { $0.target = .closedPort },
        WorstRow("connect-refused-retried", "and a POST is tried again", .failure(.couldNotConnect, .connect)) { _ in }
            .with {
                $0.target = .closedPort
                $0.method = .post
                $0.retry = twoRetries
                $0.attempts = 3
            },
        WorstRow("host-unknown", "no such host: nothing was sent", .failure(.couldNotResolveHost, .nameLookup)) { _ in }
            .with { $0.target = .unknownHost },
    ]

    // MARK: A kept connection. The first connection responds well to one request, and then does what the row says.

    private static func kept(_ id: String, _ sentence: String, _ expected: Seen..., then play: @escaping Play)
        -> WorstRow
    {
        WorstRow("kept-\(id)", sentence) { scene in
            guard scene.number == 1 else {
                scene.respondPolitely("second connection")
                return scene.end(.waits)
            }
            scene.respondPolitely()
            play(scene)
        }.with {
            $0.expected = expected
            $0.follows = .get
            $0.keepsConnection = true
        }
    }

    private static let second = Seen.response(200, text: "second connection")

    private static let kept: [WorstRow] = [
        kept("closed", "closed before the request: noticed, and a new connection is made", second) { scene in
            scene.connection.shutDown()
            scene.ready.send()
        },
        kept("closed-post", "so a POST goes out on a new one too, and once", second) { scene in
            scene.connection.shutDown()
            scene.ready.send()
        }.with {
            $0.method = .post
            $0.body = .bytes(Data("x".utf8))
        },
        kept("closed-under-us", "closed when the request has come: a GET is sent once more", second) { scene in
            scene.ready.send()
            _ = scene.connection.readHead()
        }.with { $0.hops = 2 },
        kept("closed-under-put", "and a PUT", second) { scene in
            scene.ready.send()
            _ = scene.connection.readHead()
        }.with {
            $0.method = .put
            $0.body = .bytes(Data(count: 100_000))
            $0.hops = 2
        },
        kept("closed-under-post", "but not a POST, which may have done its work", .failure(.connectionLost, .wait)) {
            scene in
            scene.ready.send()
            _ = scene.connection.readHead()
        }.with {
            $0.method = .post
            $0.body = .bytes(Data("x".utf8))
            $0.keepsConnection = false
        },
        WorstRow(
            "kept-closed-for-ever", "sent once more, and not a third time", .failure(.emptyReply, .wait),
            .failure(.connectionLost, .wait)
        ) { scene in
            guard scene.number == 1 else { return }
            scene.respondPolitely()
            scene.ready.send()
            _ = scene.connection.readHead()
        }.with {
            $0.follows = .get
            $0.hops = 2
        },
        kept("answer-waiting", "an answer that came unasked is not taken for the next request's", second) { scene in
            scene.write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\npoisoned")
            scene.ready.send()
            scene.end(.waits)
        },
        kept("408-waiting", "nor is a 408 with which the server says goodbye", second) { scene in
            scene.write("HTTP/1.1 408 Too Slow\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            scene.connection.shutDown()
            scene.ready.send()
        },
        kept("garbage-waiting", "nor garbage", second) { scene in
            scene.write("garbage")
            scene.ready.send()
            scene.end(.waits)
        },
        kept(
            "reset-in-answer", "lost within the answer: not sent again", .failure(.connectionLost, .receive, after: 200)
        ) { scene in
            scene.ready.send()
            _ = scene.connection.readHead()
            scene.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
        }.with { $0.keepsConnection = false },
    ]

    // MARK: TLS with a server that speaks none

    private static func handshake(_ id: String, _ sentence: String, _ expected: Seen..., play: @escaping Play)
        -> WorstRow
    {
        WorstRow("tls-\(id)", sentence, play: play).with {
            $0.expected = expected
            $0.target = .serverOverTLS
            $0.playsUnasked = true
        }
    }

    private static let handshakeFails = Seen.failure(.tlsHandshakeFailed, .tls)

    private static let handshakes: [WorstRow] = [
        handshake("close-at-once", "closes when connected", handshakeFails) { _ in },
        handshake("close-in-handshake", "closes when the client has said hello", handshakeFails) {
            _ = $0.connection.read(100)
        },
        handshake("reset-in-handshake", "resets when the client has said hello", handshakeFails) {
            _ = $0.connection.read(100)
            $0.end(.resets)
        },
        handshake("garbage", "answers with garbage", handshakeFails) {
            $0.write((0..<400).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ 13) })
            $0.end(.waits)
        },
        handshake("http", "answers in plain HTTP", handshakeFails) {
            _ = $0.connection.read(100)
            $0.write("HTTP/1.1 400 Bad Request\r\n\r\n")
            $0.end(.waits)
        },
        handshake("alert", "answers with an alert", handshakeFails) {
            _ = $0.connection.read(100)
            $0.write([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28])
            $0.end(.waits)
        },
        handshake("half-hello", "closes within its hello", handshakeFails) {
            _ = $0.connection.read(100)
            $0.write([0x16, 0x03, 0x03, 0x00, 0x7A, 0x02, 0x00, 0x00, 0x76, 0x03, 0x03])
        },
    ]
}
