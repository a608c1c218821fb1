import Foundation
import MicroClient

/// A server that stops at each stage, or goes on too slowly; the client's own timeouts end it. The server never does: it waits for
/// the client to close.
extension WorstRow {
    static let stalls: [WorstRow] = connecting + silences + trickles + uploads

    /// Long enough that a busy machine reaches the stage, short enough for a test.
    static let short = Duration.seconds(2)

    private static func timedOut(_ stage: TransferError.Stage, after status: Int? = nil) -> Seen {
        .failure(.timedOut, stage, after: status)
    }

    private static let connecting: [WorstRow] = [
        WorstRow(
            "stall-connect", "a full queue of connections: the connect timeout ends it, nothing was sent",
            timedOut(.connect)
        ) { _ in }.with {
            $0.target = .fullListener
            $0.options.connectTimeout = .milliseconds(200)
        },
        WorstRow("stall-connect-retried", "and a POST is tried again, since nothing of it was sent", timedOut(.connect))
        { _ in }.with {
            $0.target = .fullListener
            $0.method = .post
            $0.options.connectTimeout = .milliseconds(200)
            $0.retry = twoRetries
            $0.attempts = 3
        },
        WorstRow("stall-connect-total", "the total timeout counts while connecting", timedOut(.connect)) { _ in }.with {
            $0.target = .fullListener
            $0.options.connectTimeout = nil
            $0.options.totalTimeout = .milliseconds(200)
        },
        WorstRow("stall-handshake", "silence in the TLS handshake: the connect timeout ends it", timedOut(.tls)) {
            $0.end(.waits)
        }.with {
            $0.target = .serverOverTLS
            $0.playsUnasked = true
            $0.options.connectTimeout = short
        },
    ]

    private static func silence(
        _ id: String, _ sentence: String, after response: String, _ expected: Seen,
        _ change: (inout TransferOptions) -> Void
    ) -> WorstRow {
        WorstRow("stall-\(id)", sentence, response: response, then: .waits, expected).with { change(&$0.options) }
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"

    private static let silences: [WorstRow] = [
        WorstRow("stall-accepted", "accepted and never read: the first-byte timeout ends it", timedOut(.wait)) {
            $0.end(.waits)
        }.with {
            $0.playsUnasked = true
            $0.options.firstByteTimeout = short
        },
        silence("first-byte", "no first byte: the first-byte timeout", after: "", timedOut(.wait)) {
            $0.firstByteTimeout = short
        },
        silence("first-byte-idle", "or the idle timeout", after: "", timedOut(.wait)) { $0.idleTimeout = short },
        silence("first-byte-total", "or the total one", after: "", timedOut(.wait)) { $0.totalTimeout = short },
        silence(
            "status-line",
            "in the status line, which is no byte of an answer before it is whole: the first-byte timeout",
            after: "HTTP/1.1 2", timedOut(.wait)
        ) {
            $0.firstByteTimeout = short
        },
        silence("status-line-idle", "in the status line: the idle timeout", after: "HTTP/1.1 2", timedOut(.wait)) {
            $0.idleTimeout = short
        },
        silence(
            "headers", "in the headers: the idle timeout", after: "HTTP/1.1 200 OK\r\nContent-Le", timedOut(.receive)
        ) { $0.idleTimeout = short },
        silence("headers-total", "or the total one", after: "HTTP/1.1 200 OK\r\nContent-Le", timedOut(.receive)) {
            $0.totalTimeout = short
        },
        silence(
            "informational", "after 100: the idle timeout", after: "HTTP/1.1 100 Continue\r\n\r\n", timedOut(.wait)
        ) { $0.idleTimeout = short },
        silence("body", "in the body: the idle timeout", after: head + "abc", timedOut(.receive, after: 200)) {
            $0.idleTimeout = short
        },
        silence("body-total", "or the total one", after: head + "abc", timedOut(.receive, after: 200)) {
            $0.totalTimeout = short
        },
        silence(
            "chunk", "in a chunk: the idle timeout",
            after: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\nabc", timedOut(.receive, after: 200)
        ) {
            $0.idleTimeout = short
        },
        silence(
            "close", "a body that only the close ends, and no close: the idle timeout",
            after: "HTTP/1.1 200 OK\r\n\r\nabc", timedOut(.receive, after: 200)
        ) {
            $0.idleTimeout = short
        },
        WorstRow(
            "stall-redirect-body",
            "the body of a redirect that never comes is left after a second, without any timeout",
            .response(200, text: "polite")
        ) { scene in
            guard scene.path == "/row" else { return scene.respondPolitely() }
            scene.write("HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 10\r\n\r\nabc")
            scene.end(.waits)
        }.with {
            $0.hops = 2
            $0.keepsConnection = true
        },
        WorstRow("stall-retried-body", "and that of an answer that is tried again", .response(200, text: "polite")) {
            scene in
            guard scene.number == 1 else { return scene.respondPolitely() }
            scene.write("HTTP/1.1 503 Busy\r\nContent-Length: 10\r\n\r\nabc")
            scene.end(.waits)
        }.with {
            $0.retry = twoRetries
            $0.attempts = 2
            $0.keepsConnection = true
        },
    ]

    private static let trickles: [WorstRow] = [
        WorstRow(
            "trickle-body", "a body byte by byte: no silence is long, the total timeout ends it",
            timedOut(.receive, after: 200)
        ) { scene in
            scene.write("HTTP/1.1 200 OK\r\n\r\n")
            scene.trickleForEver("x")
        }.with {
            $0.options.idleTimeout = .seconds(20)
            $0.options.totalTimeout = short
        },
        WorstRow("trickle-headers", "headers byte by byte", timedOut(.receive)) { scene in
            scene.write("HTTP/1.1 200 OK\r\nX-A: ")
            scene.trickleForEver("x")
        }.with { $0.options.totalTimeout = short },
        WorstRow(
            "trickle-status-line", "a status line byte by byte: the first-byte timeout ends it too", timedOut(.wait)
        ) { scene in
            scene.write("HTTP/1.1 200 ")
            scene.trickleForEver("x")
        }.with { $0.options.firstByteTimeout = short },
        WorstRow("trickle-interim", "1xx heads for ever, slowly: the total timeout", timedOut(.receive)) { scene in
            scene.trickleForEver("HTTP/1.1 102 Processing\r\n\r\n")
        }.with { $0.options.totalTimeout = short },
        WorstRow("trickle-chunks", "chunks of one byte", timedOut(.receive, after: 200)) { scene in
            scene.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            scene.trickleForEver("1\r\nx\r\n")
        }.with { $0.options.totalTimeout = short },
    ]

    private static let uploads: [WorstRow] = [
        upload("stall-upload", "stops reading the upload: the idle timeout", timedOut(.send)) { scene in
            _ = scene.connection.read(100_000)
            scene.waitUntilOver()
        }.with { $0.options.idleTimeout = short },
        upload("stall-upload-total", "or the total one", timedOut(.send)) { scene in
            _ = scene.connection.read(100_000)
            scene.waitUntilOver()
        }.with { $0.options.totalTimeout = short },
        upload(
            "upload-refused", "413 before the body was sent, and the rest is read: the caller sees the 413",
            .response(413, text: "too large")
        ) { scene in
            scene.write("HTTP/1.1 413 Too Large\r\nContent-Length: 9\r\nConnection: close\r\n\r\ntoo large")
            scene.end(.waits)
        },
        upload(
            "upload-refused-closed",
            "413 and a close at once: the answer, or the lost connection when the reset comes first",
            .response(413, text: "too large"), .failure(.connectionLost, .send), .failure(.connectionLost, .wait),
            .failure(.connectionLost, .receive, after: 413)
        ) { scene in
            scene.write("HTTP/1.1 413 Too Large\r\nContent-Length: 9\r\nConnection: close\r\n\r\ntoo large")
        },
        upload(
            "upload-cut", "closes within the upload: a lost connection", .failure(.connectionLost, .send),
            .failure(.emptyReply, .wait), .failure(.connectionLost, .wait)
        ) { scene in
            _ = scene.connection.read(100_000)
        },
        upload(
            "upload-cut-reset", "resets within the upload: a lost connection", .failure(.connectionLost, .send),
            .failure(.connectionLost, .wait)
        ) { scene in
            _ = scene.connection.read(100_000)
            scene.end(.resets)
        },
        upload(
            "upload-early-200", "200 while the upload goes on, and the rest is read: the answer counts",
            .response(200, text: "enough")
        ) { scene in
            _ = scene.connection.read(100_000)
            scene.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nenough")
            scene.end(.waits)
        }.with { $0.keepsConnection = true },
    ]

    private static func upload(_ id: String, _ sentence: String, _ expected: Seen..., play: @escaping Play) -> WorstRow
    {
        WorstRow(id, sentence, play: play).with {
            $0.expected = expected
            $0.method = .put
            $0.body = .bytes(Data(count: 30_000_000))
        }
    }
}
