import Foundation
import MicroClient

/// The ends of bodies: lengths and chunks that contradict themselves or each other.
///
/// Framing that two readers could understand differently is refused, since one of them may be a proxy on the way (RFC 9112, section 11.1).
extension WorstRow {
    static let framing: [WorstRow] = lengths + codings + chunks

    private static let refused = Seen.failure(.malformedResponse, .receive)
    private static let badChunk = Seen.failure(.malformedResponse, .receive, after: 200)

    private static func length(_ id: String, _ sentence: String, _ fields: String, _ expected: Seen) -> WorstRow {
        WorstRow(id, sentence, response: "HTTP/1.1 200 OK\r\n\(fields)\r\n\r\nhello", expected)
    }

    private static let lengths: [WorstRow] = [
        WorstRow(
            "length-too-long", "a length of ten with five bytes and a close",
            response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello",
            then: .closes, .failure(.connectionLost, .receive, after: 200)),
        length(
            "length-too-short",
            "a length of three: the bytes beyond it are nobody's, and the connection is not used again",
            "Content-Length: 3", .response(200, text: "hel")),
        length("length-negative", "a negative length is refused", "Content-Length: -1", refused),
        length("length-words", "a length that is no number is refused", "Content-Length: five", refused),
        length("length-hexadecimal", "digits of base ten only", "Content-Length: 0x5", refused),
        length("length-signed", "no sign", "Content-Length: +5", refused),
        length("length-trailing", "nothing after the digits", "Content-Length: 5 bytes", refused),
        length("length-empty", "an empty length is refused", "Content-Length:", refused),
        length(
            "length-overflow", "a length beyond 63 bits is refused", "Content-Length: 99999999999999999999999", refused),
        WorstRow(
            "length-huge", "a length just within 63 bits costs no memory beforehand",
            response: "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nhello", then: .closes,
            .failure(.connectionLost, .receive, after: 200)
        ).with { $0.staysFlat = true },
        length(
            "length-twice-same", "twice the same length is one (RFC 9110, section 8.6)",
            "Content-Length: 5\r\nContent-Length: 5", .response(200, text: "hello")
        ).with { $0.keepsConnection = true },
        length(
            "length-twice-different", "two different lengths are refused", "Content-Length: 5\r\nContent-Length: 3",
            refused),
        length("length-list-same", "a list is refused, even of one value", "Content-Length: 5, 5", refused),
        length("length-list-different", "a list of different values is refused", "Content-Length: 5, 3", refused),
        length(
            "length-leading-zeros", "leading zeros change nothing", "Content-Length: 0005",
            .response(200, text: "hello")
        )
        .with { $0.keepsConnection = true },
    ]

    private static func coding(_ id: String, _ sentence: String, _ fields: String, _ expected: Seen) -> WorstRow {
        WorstRow(id, sentence, response: "HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n5\r\nhello\r\n0\r\n\r\n", expected)
    }

    private static let codings: [WorstRow] = [
        coding(
            "length-and-chunks", "length and chunks together are refused",
            "Content-Length: 5\r\nTransfer-Encoding: chunked", refused),
        coding("chunks-and-length", "in this order too", "Transfer-Encoding: chunked\r\nContent-Length: 5", refused),
        coding(
            "coding-unknown", "an unknown transfer coding is refused", "Transfer-Encoding: xchunked",
            .failure(.contentDecodingFailed, .receive, after: 200)),
        coding(
            "coding-twice", "chunks within chunks are refused (RFC 9112, section 6.1)",
            "Transfer-Encoding: chunked, chunked", refused),
        coding(
            "coding-spelled-otherwise", "the coding's name has no case", "Transfer-Encoding: CHUNKED",
            .response(200, text: "hello")
        )
        .with { $0.keepsConnection = true },
        WorstRow(
            "coding-in-http-1.0", "chunks in an HTTP/1.0 answer are read, and the connection is not used again",
            response: "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            .response(200, text: "hello")),
    ]

    private static func chunk(_ id: String, _ sentence: String, _ chunks: String, _ expected: Seen) -> WorstRow {
        WorstRow(id, sentence, response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, expected)
    }

    private static let chunks: [WorstRow] = [
        chunk("chunk-letters", "a size that is no hexadecimal number is refused", "zz\r\nhello\r\n0\r\n\r\n", badChunk),
        chunk("chunk-negative", "a negative size is refused", "-5\r\nhello\r\n0\r\n\r\n", badChunk),
        chunk("chunk-empty-size", "an empty size is refused", "\r\nhello\r\n0\r\n\r\n", badChunk),
        chunk("chunk-prefixed", "0x before a size is refused", "0x5\r\nhello\r\n0\r\n\r\n", badChunk),
        chunk(
            "chunk-overflow", "a size beyond 64 bits is refused", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n", badChunk),
        chunk(
            "chunk-without-line-end", "a chunk that does not end where it should is refused",
            "5\r\nhelloworld\r\n0\r\n\r\n", badChunk),
        chunk(
            "chunk-size-too-small", "a chunk longer than its size is refused", "3\r\nhello\r\n0\r\n\r\n", badChunk),
        chunk(
            "chunk-extension", "extensions are skipped", "5;a=b;c\r\nhello\r\n0;last\r\n\r\n",
            .response(200, text: "hello")
        )
        .with { $0.keepsConnection = true },
        chunk(
            "chunk-bare-lf", "lines of chunks may end with LF alone, as libcurl has it", "5\nhello\r\n0\n\r\n",
            .response(200, text: "hello")
        )
        .with { $0.keepsConnection = true },
        WorstRow(
            "chunk-endless-extension", "an endless extension ends with the total timeout, in memory that stays flat",
            .failure(.timedOut, .receive, after: 200)
        ) { scene in
            scene.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=")
            scene.writeForEverAtEase([UInt8](repeating: 0x61, count: 16 << 10))
        }.with {
            $0.options.totalTimeout = short
            $0.staysFlat = true
        },
        WorstRow(
            "chunk-endless-trailers", "trailers beyond the limit of header bytes are refused",
            .failure(.headersTooLarge, .receive, after: 200)
        ) { scene in
            scene.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n")
            scene.writeForEver(Array("X-Trailer: again\r\n".utf8))
        },
        WorstRow(
            "chunk-tiny", "a hundred thousand chunks of one byte are one body",
            response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + String(repeating: "1\r\nx\r\n", count: 100_000) + "0\r\n\r\n",
            .response(200, bytes: 100_000)
        ).with { $0.keepsConnection = true },
    ]
}
