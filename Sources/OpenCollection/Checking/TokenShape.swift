/// Texts that are credentials by their shape, wherever they stand.
enum TokenShape {
    struct Found: Equatable {
        /// "a GitHub token"
        let title: String
        /// In the UTF-8 bytes of the text.
        let range: Range<Int>
    }

    private struct Shape {
        let title: String
        let prefix: [UInt8]
        /// Letters that must follow at least.
        let length: Int

        init(_ title: String, _ prefix: String, length: Int) {
            self.title = title
            self.prefix = Array(prefix.utf8)
            self.length = length
        }
    }

    /// - Source: the services' own pages on the form of their tokens.
    private static let shapes = [
        Shape("a JSON Web Token", "eyJ", length: 16),
        Shape("a GitHub token", "ghp_", length: 30), Shape("a GitHub token", "gho_", length: 30),
        Shape("a GitHub token", "ghu_", length: 30), Shape("a GitHub token", "ghs_", length: 30),
        Shape("a GitHub token", "ghr_", length: 30), Shape("a GitHub token", "github_pat_", length: 30),
        Shape("a GitLab token", "glpat-", length: 18),
        Shape("a key of Stripe", "sk_live_", length: 16), Shape("a key of Stripe", "rk_live_", length: 16),
        Shape("a Slack token", "xoxb-", length: 16), Shape("a Slack token", "xoxp-", length: 16),
        Shape("a Slack token", "xoxa-", length: 16), Shape("a Slack token", "xoxs-", length: 16),
        Shape("a key of AWS", "AKIA", length: 16), Shape("a key of AWS", "ASIA", length: 16),
        Shape("a Google API key", "AIza", length: 35), Shape("a Google token", "ya29.", length: 20),
        Shape("an npm token", "npm_", length: 36), Shape("a SendGrid key", "SG.", length: 40),
        Shape("a key of OpenAI", "sk-proj-", length: 20), Shape("a key of Anthropic", "sk-ant-", length: 20),
    ]

    private static let privateKey = Array("PRIVATE KEY-----".utf8)
    private static let starts: Set<UInt8> = Set(shapes.compactMap(\.prefix.first) + [UInt8(ascii: "P")])

    /// All of a text, in order.
    static func all(in text: String) -> [Found] {
        var text = text
        return text.withUTF8 { bytes in
            var found: [Found] = []
            var position = 0
            while position < bytes.count {
                if starts.contains(bytes[position]), let token = token(in: bytes, at: position) {
                    found.append(token)
                    position = token.range.upperBound
                } else {
                    position += 1
                }
            }
            return found
        }
    }

    private static func token(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Found? {
        let rest = bytes[start...]
        if rest.starts(with: privateKey) {
            return Found(title: "a private key", range: start..<(start + privateKey.count))
        }
        if start > 0, isTokenLetter(bytes[start - 1]) { return nil }
        guard let shape = shapes.first(where: { rest.starts(with: $0.prefix) }) else { return nil }
        let isWebToken = shape.prefix.count == 3 && shape.prefix[0] == UInt8(ascii: "e")
        let tail = rest.dropFirst(shape.prefix.count).prefix {
            isTokenLetter($0) || (isWebToken || shape.prefix.last == UInt8(ascii: ".")) && $0 == UInt8(ascii: ".")
        }
        guard tail.count >= shape.length else { return nil }
        // Header, claims, signature.
        if isWebToken, tail.filter({ $0 == UInt8(ascii: ".") }).count < 2 { return nil }
        return Found(title: shape.title, range: start..<tail.endIndex)
    }

    private static func isTokenLetter(_ byte: UInt8) -> Bool {
        PercentCoding.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
}
