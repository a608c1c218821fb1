import Foundation
import MicroClient

/// Bodies without end, bodies that grow when decoded, bodies that cannot be decoded, bodies where none may be.
extension WorstRow {
    static let bodies: [WorstRow] = endless + bombs + encodings + forbidden

    private static let million = Int64(1_000_000)
    private static let tooLarge = Seen.failure(.bodyTooLarge, .receive, after: 200)

    private static func endless(_ id: String, _ sentence: String, _ expected: Seen, _ change: (inout WorstRow) -> Void)
        -> WorstRow
    {
        WorstRow("endless-\(id)", sentence, expected) { scene in
            scene.write("HTTP/1.1 200 OK\r\n\r\n")
            scene.writeForEver([UInt8](repeating: 0x78, count: 64 << 10))
        }.with {
            $0.staysFlat = true
            change(&$0)
        }
    }

    private static let endless: [WorstRow] = [
        endless("decoded-limit", "an endless body ends at the limit of decoded bytes", tooLarge) {
            $0.options.limits.bodyBytes = million
        },
        endless("wire-limit", "and at the limit of received bytes", tooLarge) {
            $0.options.limits.bodyBytesOnWire = million
        },
        endless(
            "total", "and with the total timeout, in memory that stays flat", .failure(.timedOut, .receive, after: 200)
        ) {
            $0.options.totalTimeout = short
        },
        endless("cancelled", "and when the caller cancels", .cancelled) { $0.cancelsAfter = 5_000_000 },
        WorstRow(
            "length-beyond-limit", "a length beyond the limit ends it with the first byte of the body",
            .failure(.bodyTooLarge, .receive, after: 200), .failure(.bodyTooLarge, .receive)
        ) { scene in
            scene.write("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\nx")
            scene.end(.waits)
        }.with { $0.options.limits.bodyBytesOnWire = million },
        WorstRow(
            "body-at-limit", "a body as long as the limit is none too long",
            response: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", .response(200, text: "hello")
        ).with {
            $0.options.limits.bodyBytes = 5
            $0.options.limits.bodyBytesOnWire = 5
            $0.keepsConnection = true
        },
    ]

    // MARK: Compression

    private static func encoded(_ encoding: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\n\r\n"
    }

    private static func bomb(_ id: String, _ sentence: String, _ encoding: String, first: [UInt8], then rest: [UInt8])
        -> WorstRow
    {
        WorstRow("bomb-\(id)", sentence, tooLarge) { scene in
            scene.write(encoded(encoding))
            scene.write(first)
            if rest.isEmpty { scene.end(.waits) } else { scene.writeForEver(rest) }
        }.with {
            $0.options.limits.bodyBytes = million
            $0.staysFlat = true
        }
    }

    private static let bombs: [WorstRow] = [
        bomb(
            "gzip", "gzip without end stops at the limit of decoded bytes", "gzip", first: Bomb.gzipStart,
            then: Bomb.gzipZeros),
        bomb("gzip-twice", "256 MB within two gzips of 745 bytes", "gzip, gzip", first: Bomb.gzipTwice, then: []),
        bomb("brotli", "1 GB in 800 bytes of brotli", "br", first: Bomb.brotli, then: []),
        bomb("zstd", "zstd without end, 32,768 bytes for one", "zstd", first: Bomb.zstdStart, then: Bomb.zstdZeros),
        bomb(
            "brotli-unlimited", "without a limit it ends where libcurl keeps no more of one read", "br",
            first: Bomb.brotli, then: []
        )
        .with { $0.options.limits.bodyBytes = nil },
        bomb("zstd-unlimited", "and zstd too", "zstd", first: Bomb.zstdStart, then: Bomb.zstdZeros)
            .with { $0.options.limits.bodyBytes = nil },
        WorstRow(
            "bomb-thrice",
            "131 GB within one read of the socket: the total timeout ends it, or that so much is not kept",
            // On a machine that is too busy to respond within the time, it ends sooner.
            .failure(.timedOut, .receive, after: 200), .failure(.timedOut, .wait), tooLarge
        ) { scene in
            scene.write(encoded("zstd, gzip, gzip"))
            scene.write(Bomb.thrice)
            scene.end(.waits)
        }.with {
            $0.options.totalTimeout = short
            $0.staysFlat = true
        },
        WorstRow("bomb-unlimited", "without a limit, decoding stops when the caller cancels", .cancelled) { scene in
            scene.write(encoded("gzip"))
            scene.write(Bomb.gzipStart)
            scene.writeForEver(Bomb.gzipZeros)
        }.with {
            $0.cancelsAfter = 20_000_000
            $0.staysFlat = true
        },
        WorstRow("encodings-many", "more than five encodings are refused", .failure(.contentDecodingFailed, .receive)) {
            scene in
            scene.write(encoded(Array(repeating: "gzip", count: 100).joined(separator: ", ")))
            scene.write(Bomb.hello)
            scene.end(.waits)
        },
    ]

    private static func gzip(
        _ id: String, _ sentence: String, _ bytes: [UInt8], then end: WorstEnd = .closes, _ expected: Seen
    ) -> WorstRow {
        WorstRow("gzip-\(id)", sentence, response: Array(encoded("gzip").utf8) + bytes, then: end, expected)
    }

    private static let undecodable = Seen.failure(.contentDecodingFailed, .receive, after: 200)

    private static let encodings: [WorstRow] = [
        gzip("whole", "gzip as it should be", Bomb.hello, .response(200, text: "hello, worst server")),
        gzip(
            "truncated", "gzip cut short: what came is given, and libcurl does not tell that the end is missing",
            Array(Bomb.hello.prefix(20)), .response(200, text: "hello, wo")),
        gzip(
            "truncated-checksum", "nor that a part of the checksum is", Array(Bomb.hello.dropLast(4)),
            .response(200, text: "hello, worst server")),
        gzip("truncated-head", "nor a part of its head", Array(Bomb.hello.prefix(5)), .response(200, text: "")),
        gzip(
            "wrong-checksum", "a wrong checksum is an error",
            Bomb.hello.dropLast(8) + [1, 2, 3, 4] + Bomb.hello.suffix(4), undecodable),
        gzip("garbage-after", "garbage after the end is an error", Bomb.hello + Array("garbage".utf8), undecodable),
        gzip("none", "what is no gzip is an error", Array("hello, plain text".utf8), undecodable),
        gzip("empty", "nothing at all is an empty body", [], .response(200, text: "")),
        WorstRow(
            "encoding-unknown", "an encoding that nobody knows is left as it is, and the head names it",
            response: encoded("snappy") + "xyz", then: .closes, .response(200, text: "xyz")),
        WorstRow(
            "encoding-unknown-undecoded", "also when nothing is to be decoded", response: encoded("snappy") + "xyz",
            then: .closes, .response(200, text: "xyz")
        )
        .with { $0.options.decodesContent = false },
        WorstRow(
            "encoding-identity", "identity is no encoding", response: encoded("identity") + "xyz", then: .closes,
            .response(200, text: "xyz")),
        WorstRow(
            "gzip-length", "gzip cut short by the announced length: the same",
            response: Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\n\r\n".utf8)
                + Bomb.hello,
            .response(200, text: "hello, wo")),
    ]

    // MARK: Bodies where none may be

    private static func bodiless(_ id: String, _ sentence: String, _ status: String, _ number: Int) -> WorstRow {
        WorstRow(
            "body-with-\(id)", sentence, response: "HTTP/1.1 \(status)\r\nContent-Length: 5\r\n\r\nhello",
            .response(number, text: "")
        ).with { $0.keepsConnection = true }
    }

    private static let forbidden: [WorstRow] = [
        bodiless("204", "204 has no body: what follows is nobody's", "204 No Content", 204),
        bodiless("304", "nor has 304", "304 Not Modified", 304),
        bodiless("head", "nor the answer to HEAD", "200 OK", 200).with { $0.method = .head },
    ]
}
