import Foundation

/// Responses that a server could give, and what chance makes of them.
public enum Mutation {
    /// The valid responses, one of each kind.
    public static let responses: [[UInt8]] =
        [
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Type: text/plain\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n3\r\nabc\r\n0\r\nX-Sum: 42\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: /else\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.0 200 OK\r\nX-Fold: one\r\n two\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2; Path=/\r\n\r\nuntil the close",
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"x\", nonce=\"1\"\r\nContent-Length: 2\r\n\r\nno",
            "HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        ].map { Array($0.utf8) } + [gzip]

    private static let gzip =
        Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(Bomb.hello.count)\r\n\r\n".utf8)
        + Bomb.hello

    private static let words: [[UInt8]] = [
        "\r\n", "\n", "\r", ":", " ", "\t", "\0", "HTTP/1.1 200 OK\r\n", "Content-Length: 3\r\n", "Content-Length:",
        "Transfer-Encoding: chunked\r\n", "0\r\n\r\n", "ffffffffffffffff\r\n", "-1", "99999999999999999999", "\u{e9}",
        "\r\n\r\n",
        "Content-Encoding: br\r\n", "Location: //\r\n", "Set-Cookie: =;;=\r\n", "Connection: close\r\n",
    ].map { Array($0.utf8) }

    /// Returns one of the responses after one to five changes.
    public static func response(using random: inout SeededGenerator) -> [UInt8] {
        var bytes = responses.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...5, using: &random) { change(&bytes, using: &random) }
        return bytes
    }

    private static func change(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...20, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 3: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place)
        case 4: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random) }
        default: bytes.removeLast(bytes.count - max(place, bytes.count / 2))
        }
    }
}
