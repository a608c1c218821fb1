import Foundation
import MicroClient

/// The connection closes or is reset before, inside and after each part of a response.
extension WorstRow {
    static let ends: [WorstRow] = ends(.closes) + ends(.resets) + afterTheResponse

    private static func ends(_ end: WorstEnd) -> [WorstRow] {
        headEnds(end) + bodyEnds(end)
    }

    /// A reset is always a lost connection; an orderly close before the first line of a response is an empty reply.
    private static func headEnds(_ end: WorstEnd) -> [WorstRow] {
        let closes = end == .closes
        let before: Seen = closes ? .failure(.emptyReply, .wait) : .failure(.connectionLost, .wait)
        let inHead = Seen.failure(.connectionLost, .receive)
        // After an orderly close libcurl takes the hop for over, and finds the connection dead when it wants it again.
        let keep: (inout WorstRow) -> Void = { $0.keepsConnection = closes }
        return [
            WorstRow(
                "\(end)-unasked", "\(end) before the request was read: a reset may come before the connection is made",
                before, .failure(.connectionLost, .wait), .failure(.couldNotConnect, .connect)
            ) {
                $0.end(end)
            }.with { $0.playsUnasked = true },
            WorstRow("\(end)-before-status-line", "\(end) without a word", response: "", then: end, before),
            WorstRow(
                "\(end)-in-status-line", "\(end) within the status line", response: "HTTP/1.1 2", then: end, before),
            WorstRow(
                "\(end)-after-status-line", "\(end) after the status line", response: "HTTP/1.1 200 OK\r\n", then: end,
                inHead
            ).with(keep),
            WorstRow(
                "\(end)-in-header", "\(end) within a field", response: "HTTP/1.1 200 OK\r\nContent-Le", then: end,
                inHead
            ).with(keep),
            WorstRow(
                "\(end)-after-header", "\(end) after a field", response: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n",
                then: end, inHead),
        ]
    }

    private static func bodyEnds(_ end: WorstEnd) -> [WorstRow] {
        let lost = Seen.failure(.connectionLost, .receive, after: 200)
        let length = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        return [
            WorstRow("\(end)-before-body", "\(end) where ten bytes are to follow", response: length, then: end, lost),
            WorstRow("\(end)-in-body", "\(end) within ten bytes", response: length + "abc", then: end, lost),
            WorstRow("\(end)-before-chunks", "\(end) before the first chunk", response: chunked, then: end, lost),
            WorstRow("\(end)-in-chunk-size", "\(end) within a chunk's size", response: chunked + "1", then: end, lost),
            WorstRow("\(end)-in-chunk", "\(end) within a chunk", response: chunked + "a\r\nabc", then: end, lost),
            WorstRow(
                "\(end)-without-last-chunk", "\(end) where the last chunk is missing",
                response: chunked + "3\r\nabc\r\n",
                then: end, lost),
            WorstRow(
                "\(end)-in-trailers", "\(end) within the trailers", response: chunked + "3\r\nabc\r\n0\r\nX-Sum: 4",
                then: end, lost),
        ]
    }

    private static let afterTheResponse: [WorstRow] = [
        WorstRow(
            "closes-after-body", "a body of known length is whole when it is there",
            response: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", then: .closes, .response(200, text: "abc")
        ).with { $0.keepsConnection = true },
        WorstRow(
            "closes-after-chunks", "chunks are whole with the last one",
            response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", then: .closes,
            .response(200, text: "abc")
        ).with { $0.keepsConnection = true },
        WorstRow(
            "closes-ends-body", "without length or chunks the close is the end: what is missing cannot be known",
            response: "HTTP/1.1 200 OK\r\n\r\nabc", then: .closes, .response(200, text: "abc")),
        WorstRow(
            "closes-ends-nothing", "and so is a close at once: an empty body", response: "HTTP/1.1 200 OK\r\n\r\n",
            then: .closes, .response(200, text: "")),
        WorstRow(
            "resets-ends-body", "a reset is no such end", response: "HTTP/1.1 200 OK\r\n\r\nabc", then: .resets,
            .failure(.connectionLost, .receive, after: 200)),
        WorstRow(
            "retries-lost", "a lost connection is tried again when the policy says so",
            .failure(.connectionLost, .receive, after: 200)
        ) { $0.write("HTTP/1.1 503 Busy\r\nContent-Length: 10\r\n\r\nabc") }.with {
            $0.expected = [.failure(.connectionLost, .receive, after: 503)]
            $0.retry = WorstRow.twoRetries
            $0.attempts = 3
        },
        WorstRow(
            "retries-silence", "three attempts at a server that closes without a word", .failure(.emptyReply, .wait)
        ) { _ in
        }.with {
            $0.retry = WorstRow.twoRetries
            $0.attempts = 3
        },
        WorstRow(
            "no-retry-of-post", "a POST that may have arrived is not tried again", .failure(.emptyReply, .wait),
            .failure(.connectionLost, .wait)
        ) {
            _ in
        }.with {
            $0.method = .post
            $0.body = .bytes(Data("x".utf8))
            $0.retry = WorstRow.twoRetries
        },
    ]

    static let twoRetries = {
        var policy = RetryPolicy.retry(count: 2)
        policy.backoff = .constant(.zero)
        return policy
    }()
}
