public import Foundation

/// A small, honest HTTP API on the loopback interface: for the first run, and as a peer in tests.
///
/// It holds everything in memory, and responds the same after every start, except for the Date field and what expires. It
/// speaks HTTP/1.1 with keep-alive on `127.0.0.1`, on two ports that serve the same API, so that one can be the other's
/// foreign origin. One thread per port serves all its connections; waiting costs no thread.
///
/// `GET /` lists the endpoints as JSON. Errors are JSON: `{"status", "error", "hint", "fields"}`. HEAD works wherever
/// GET does, OPTIONS names the methods of every path.
///
/// | Endpoint | Response |
/// |---|---|
/// | `GET /` | this list |
/// | `GET /openapi.json` | this API as an OpenAPI document |
/// | `POST /reset` | users, failure counts and tokens as after the start |
/// | `GET /users` | users by page: page=1, limit=10; Link and X-Total-Count |
/// | `POST /users` | create a user from JSON; 422 names the wrong fields |
/// | `GET /users/:id` | one user |
/// | `PUT /users/:id` | replace a user |
/// | `PATCH /users/:id` | change some fields of a user |
/// | `DELETE /users/:id` | delete a user |
/// | `POST /login` | form username=demo, password=demo: a token; else 401 |
/// | `POST /sessions` | form username=demo, password=demo: a session of 30 s; else 401 |
/// | `GET /session` | needs an open session as bearer token; else 401 |
/// | `GET /private` | needs the bearer token demo-token |
/// | `GET /basic` | needs basic credentials demo, demo |
/// | `GET /key` | needs demo-key, in X-Api-Key or as api_key= |
/// | `ANY /auth/digest` | digest credentials demo, demo; algorithm=MD5, MD5-sess, SHA-256 or SHA-256-sess |
/// | `ANY /auth/ntlm` | NTLM credentials demo, demo of any domain |
/// | `ANY /auth/wsse` | a WSSE UsernameToken of demo, demo in X-WSSE |
/// | `ANY /auth/aws` | an AWS signature, version 4 |
/// | `ANY /auth/aws/*` | the same for any path below |
/// | `ANY /auth/oauth1` | an OAuth 1.0 signature in header, query or form |
/// | `POST /oauth/token` | OAuth 2 tokens for every grant; expires_in=3600 |
/// | `GET /oauth/authorize` | OAuth 2: back to redirect_uri with a code or token; deny=1 refuses |
/// | `GET /oauth/protected` | needs a token of /oauth/token that has not expired |
/// | `ANY /echo` | what was sent, any method |
/// | `ANY /echo/*` | the same for any path below |
/// | `ANY /count` | the size of the body sent, up to 1 GiB, which is not kept |
/// | `ANY /status/:code` | that status, 200 to 599 |
/// | `ANY /flaky` | fails fails=2 times with status=503 and Retry-After (retryAfter=1 or none), then answers; counts per key= |
/// | `ANY /slow` | answers after seconds=1 |
/// | `GET /drip` | chunks=10 lines, one every interval=0.5 seconds |
/// | `GET /events` | count=10 server-sent events, one every interval=0.5 seconds, among them named ones and a comment |
/// | `ANY /redirect/other` | to path=/echo of the other origin; status=302 |
/// | `ANY /redirect/loop` | to itself, for ever; status=302 |
/// | `ANY /redirect/:count` | so many hops on this origin, then an answer; status=302 |
/// | `ANY /redirect-to` | to url=, anywhere; status=302 |
/// | `GET /cookies` | the cookies received, in their order |
/// | `GET /cookies/set` | sets a cookie per name=value |
/// | `GET /cookies/keep` | sets a cookie per name=value, for an hour |
/// | `GET /cookies/delete` | deletes the cookie of each name given |
/// | `GET /nested` | JSON with its own key order, duplicate keys, unusual numbers |
/// | `GET /gzip` | JSON of bytes=2000, always gzip encoded |
/// | `GET /xml` | a small XML document |
/// | `GET /broken.xml` | XML with an end tag that fits nothing |
/// | `GET /csv` | a table: cells in quotes, one with a line break, a short row |
/// | `GET /tsv` | a table separated by tabs, rows=100 |
/// | `GET /html` | a small HTML page |
/// | `GET /image.png` | a picture of 64 by 64 pixels |
/// | `GET /text` | text in charset=utf-8, iso-8859-1, windows-1252, utf-16 or shift_jis; named=no leaves its name out |
/// | `GET /headers-many` | count=100 header fields, and some that come twice |
/// | `GET /json` | valid JSON of exactly bytes=10000, made while sent |
/// | `GET /bytes` | count=1024 bytes of a fixed pattern, made while sent |
/// | `POST /upload` | the parts of a multipart form: names, types, sizes, SHA-256 |
public final class DemoServer: Sendable {
    /// Settings beyond the port.
    public struct Options: Sendable {
        /// The second port, another origin with the same API. Default: 0, any free one.
        public var otherPort: UInt16
        /// Bodies that `/echo` and the JSON endpoints keep, in bytes; larger ones get a 413. Default: 8 MiB.
        public var keptBodyLimit: Int
        /// The wall clock, for what expires: tokens, signatures. Default: the system's.
        public var now: @Sendable () -> Date

        public init(
            otherPort: UInt16 = 0, keptBodyLimit: Int = 8 << 20, now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.otherPort = otherPort
            self.keptBodyLimit = keptBodyLimit
            self.now = now
        }
    }

    /// The port that was opened, never 0.
    public let port: UInt16
    /// The second port: the same API as another origin.
    public let otherPort: UInt16
    /// `http://127.0.0.1:` and the port, without a slash at the end.
    public var baseURL: String { "http://127.0.0.1:\(port)" }
    /// The other origin, without a slash at the end.
    public var otherBaseURL: String { "http://127.0.0.1:\(otherPort)" }

    private let listeners: [Listener]
    private let delays = Delays()

    /// Opens both ports and serves requests from then on.
    ///
    /// - Parameters:
    ///   - port: 0, the default, takes a free one.
    ///   - options: the other port and limits.
    /// - Throws: ``DemoServerError``: port in use, not permitted, or no socket or thread to be had. Nothing stays open.
    public init(port: UInt16 = 0, options: Options = Options()) throws {
        let socket = try ListeningSocket(port: port)
        let otherSocket: ListeningSocket
        do { otherSocket = try ListeningSocket(port: options.otherPort) } catch {
            socket.close()
            throw error
        }
        self.port = socket.port
        otherPort = otherSocket.port
        listeners = try Self.listen(
            on: socket, otherSocket, DemoState(now: options.now), delays, keptBodyLimit: options.keptBodyLimit)
    }

    deinit { stop() }

    /// Closes both ports and every connection, those that wait for a delayed response too.
    ///
    /// Returns when all threads have ended. A second call does nothing.
    public func stop() {
        delays.stop()
        for listener in listeners { listener.stop() }
    }

    private static func listen(
        on socket: ListeningSocket, _ other: ListeningSocket, _ state: DemoState, _ delays: Delays, keptBodyLimit: Int
    ) throws -> [Listener] {
        let main: Listener
        do {
            main = try Listener(
                socket: socket, otherPort: other.port, state: state, delays: delays, keptBodyLimit: keptBodyLimit)
        } catch {
            other.close()
            throw error
        }
        do {
            let second = try Listener(
                socket: other, otherPort: socket.port, state: state, delays: delays, keptBodyLimit: keptBodyLimit)
            return [main, second]
        } catch {
            main.stop()
            throw error
        }
    }
}
