/// A method and a URL in one line, as people type them: `POST https://host/path`.
public struct RequestLine: Sendable, Hashable {
    /// The methods that are offered, and read in small letters too.
    public static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

    /// The method in capitals.
    public var method: String
    public var url: String

    /// Reads a line; nil if the first word is not a method, or nothing follows it. A method that is none of ``methods`` is written in capitals.
    public init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, let first = words.first, let rest = words.last?.drop(while: { $0 == " " }),
            !rest.isEmpty
        else { return nil }
        let method = first.uppercased()
        guard Self.methods.contains(method) || Self.isInCapitals(first) else { return nil }
        (self.method, url) = (method, String(rest))
    }

    private static func isInCapitals(_ word: String) -> Bool {
        word.utf8.count > 1
            && word.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "-") }
    }
}
