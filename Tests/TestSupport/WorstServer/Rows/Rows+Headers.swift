import Foundation
import MicroClient

/// Status lines and header fields: too many, too long, and not what RFC 9112 calls fields.
extension WorstRow {
    static let heads: [WorstRow] = statusLines + fields + tooMuch + interim

    private static let refused = Seen.failure(.malformedResponse, .receive)
    private static let tooLarge = Seen.failure(.headersTooLarge, .receive)
    private static let rest = "Content-Length: 5\r\n\r\nhello"
    private static let hello = Seen.response(200, text: "hello")

    private static func statusLine(_ id: String, _ sentence: String, _ line: String, _ expected: Seen) -> WorstRow {
        WorstRow(id, sentence, response: "\(line)\r\n\(rest)", expected).with { row in
            if case .response = expected { row.keepsConnection = true }
        }
    }

    private static let statusLines: [WorstRow] = [
        statusLine("status-without-reason", "a reason may be missing", "HTTP/1.1 200", hello),
        statusLine("status-empty-reason", "or be empty", "HTTP/1.1 200 ", hello),
        statusLine("status-4-digits", "a status of four digits is refused", "HTTP/1.1 2000 OK", refused),
        statusLine("status-2-digits", "and of two", "HTTP/1.1 20 OK", refused),
        statusLine("status-negative", "and a negative one", "HTTP/1.1 -200 OK", refused),
        statusLine("status-zero", "and zero", "HTTP/1.1 000 OK", refused),
        statusLine("status-words", "and words", "HTTP/1.1 OK", refused),
        statusLine("status-999", "999 has the form of a status", "HTTP/1.1 999 What", .response(999, text: "hello")),
        statusLine("version-9.9", "HTTP/9.9 is refused", "HTTP/9.9 200 OK", refused),
        statusLine(
            "version-2-in-text", "a status line may call itself HTTP/2, as libcurl has it", "HTTP/2 200 OK", hello),
        statusLine("version-lower-case", "http/1.1 is not HTTP/1.1", "http/1.1 200 OK", refused),
        statusLine("version-without-number", "HTTP without a version is refused", "HTTP 200 OK", refused),
        statusLine(
            "status-latin-1", "a reason may have any bytes but control characters", "HTTP/1.1 200 caf\u{e9}", hello),
        statusLine("status-nul", "NUL in the reason is refused", "HTTP/1.1 200 O\0K", refused),
        WorstRow(
            "http-0.9", "a body without a head is refused", response: "<html>old</html>\n", then: .closes, refused),
        WorstRow(
            "garbage", "bytes without sense are refused",
            response: (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ 13) }, refused),
        WorstRow("zeros", "zeros are refused", response: [UInt8](repeating: 0, count: 100), refused),
        WorstRow("ssh", "another protocol's greeting is refused", refused) {
            $0.write("SSH-2.0-OpenSSH_9.2p1\r\n")
            $0.end(.waits)
        }.with { $0.playsUnasked = true },
        WorstRow(
            "alert-without-tls", "a TLS alert on a plain connection is refused",
            response: [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46], then: .closes, refused),
        WorstRow(
            "empty-lines-first", "empty lines before the status line are refused",
            response: "\r\n\r\nHTTP/1.1 200 OK\r\n" + rest, refused),
    ]

    private static func field(_ id: String, _ sentence: String, _ lines: String, _ expected: Seen) -> WorstRow {
        WorstRow(id, sentence, response: "HTTP/1.1 200 OK\r\n\(lines)\r\n\(rest)", expected).with { row in
            if case .response = expected { row.keepsConnection = true }
        }
    }

    private static let fields: [WorstRow] = [
        field("field-without-colon", "a line without a colon is refused", "nonsense", refused),
        field("field-without-name", "an empty name is refused", ": value", refused),
        field(
            "field-blank-before-colon",
            "a blank before the colon is refused: Content-Length could hide in it (RFC 9112, section 5.1)",
            "X-A : value", refused),
        field("field-blank-in-name", "and a blank within a name", "X A: value", refused),
        field("field-folded", "a folded value is one line (RFC 9112, section 5.2)", "X-A: one\r\n two", hello),
        field("field-folded-first", "a fold with nothing before it is refused", " X-A: one", refused),
        field("field-folded-length", "a length may not be folded", "Content-Length:\r\n 5", refused),
        field("field-bare-cr", "CR within a value is refused (RFC 9110, section 5.5)", "X-A: one\rX-B: two", refused),
        field("field-nul", "NUL in a value is refused", "X-A: o\0ne", refused),
        field("field-nul-name", "and in a name", "X\0A: one", refused),
        field("field-non-ascii", "other bytes stay as they are in a value", "X-A: \u{442}\u{435}\u{441}\u{442}", hello),
        field("field-non-ascii-name", "and in a name", "X-\u{e9}: one", hello),
        field(
            "field-escape", "escape sequences stay in a value: who shows it makes them harmless", "X-A: \u{1b}[31m",
            hello),
        WorstRow(
            "field-bare-lf", "lines may end with LF alone (RFC 9112, section 2.2)",
            response: "HTTP/1.1 200 OK\nX-A: one\nContent-Length: 5\n\nhello", hello
        ).with { $0.keepsConnection = true },
    ]

    private static let tooMuch: [WorstRow] = [
        WorstRow("headers-endless", "endless headers are refused at the limit", tooLarge) { scene in
            scene.write("HTTP/1.1 200 OK\r\n")
            scene.writeForEver(Array("X-Header: again\r\n".utf8))
        }.with { $0.staysFlat = true },
        WorstRow("headers-100000", "100,000 headers are refused at the limit", tooLarge) { scene in
            scene.write("HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 100_000) + rest)
            scene.end(.waits)
        },
        WorstRow("header-10mb", "one header of 10 MB is refused", tooLarge) { scene in
            scene.write("HTTP/1.1 200 OK\r\nX-A: ")
            scene.write([UInt8](repeating: 0x61, count: 10_000_000))
            scene.write("\r\n" + rest)
            scene.end(.waits)
        }.with { $0.staysFlat = true },
        WorstRow("status-line-endless", "an endless status line is refused", tooLarge) { scene in
            scene.write("HTTP/1.1 200 ")
            scene.writeForEver([UInt8](repeating: 0x61, count: 16 << 10))
        }.with { $0.staysFlat = true },
        WorstRow("headers-within-limit", "4,000 headers are none too many", hello) { scene in
            scene.write("HTTP/1.1 200 OK\r\n" + String(repeating: "X-Header: again\r\n", count: 4000) + rest)
            scene.end(.waits)
        }.with { $0.keepsConnection = true },
        WorstRow("headers-own-limit", "a limit of one's own is kept", tooLarge) { scene in
            scene.write("HTTP/1.1 200 OK\r\n" + String(repeating: "X-Header: again\r\n", count: 100) + rest)
            scene.end(.waits)
        }.with { $0.options.limits.headerBytes = 1000 },
    ]

    private static let interim: [WorstRow] = [
        WorstRow(
            "100-twice", "100 twice, unasked, is passed over",
            response: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n" + rest, hello
        )
        .with { $0.keepsConnection = true },
        WorstRow("100-endless", "100 for ever is refused at the limit of header bytes", tooLarge) {
            $0.writeForEver(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }.with { $0.staysFlat = true },
        WorstRow("103-endless", "hints for ever are refused at the limit of header bytes", tooLarge) {
            $0.writeForEver(Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8))
        }.with { $0.staysFlat = true },
        WorstRow(
            "100-then-close", "100 and a close is no answer", response: "HTTP/1.1 100 Continue\r\n\r\n", then: .closes,
            .failure(.emptyReply, .wait)),
        WorstRow(
            "101-unasked", "101 that nobody asked for is refused",
            response: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n\0\0\0", refused),
        WorstRow(
            "102-with-length", "a length in a 1xx head means nothing",
            response: "HTTP/1.1 102 Wait\r\nContent-Length: 100\r\n\r\nHTTP/1.1 200 OK\r\n" + rest, hello
        )
        .with { $0.keepsConnection = true },
    ]
}
