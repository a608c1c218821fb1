/// The request target as received, and its parts.
struct RequestTarget {
    /// The target as received, still percent-encoded.
    let text: String
    /// The path as received, still percent-encoded, without the query.
    let path: String
    /// The text after the first `?`, as received; nil when there is none.
    let query: String?

    init(_ text: String) {
        self.text = text
        let origin = Self.originForm(text)
        guard let mark = origin.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            path = String(origin)
            query = nil
            return
        }
        path = String(origin[..<mark])
        query = String(origin[origin.utf8.index(after: mark)...])
    }

    /// Returns the path of `http://host/path`, which a proxy's client sends: only the path is ours.
    private static func originForm(_ text: String) -> Substring {
        guard text.hasPrefix("http://") else { return text[...] }
        let afterScheme = text.dropFirst(7)
        guard let slash = afterScheme.firstIndex(of: "/") else { return "/" }
        return afterScheme[slash...]
    }

    /// The path's segments, percent-decoded; `/` has one empty segment.
    var segments: [String] {
        path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Self.percentDecoded($0) }
    }

    /// Names and values of the query in their order, decoded as a form is: `+` is a space.
    var queryItems: [(name: String, value: String)] { query.map { Self.formItems($0.utf8) } ?? [] }

    static func formItems(_ text: some Collection<UInt8>) -> [(name: String, value: String)] {
        text.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? percentDecoded(parts[1], plusIsSpace: true) : ""
            return (percentDecoded(parts[0], plusIsSpace: true), value)
        }
    }

    /// Decodes percent escapes; a broken one stays as it is, bytes that are not UTF-8 become U+FFFD.
    static func percentDecoded(_ text: some Collection<UInt8>, plusIsSpace: Bool = false) -> String {
        let bytes = Array(text)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), let value = hexPair(bytes[(index + 1)...].prefix(2)) {
                decoded.append(value)
                index += 3
            } else {
                decoded.append(plusIsSpace && bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func hexPair(_ pair: some Collection<UInt8>) -> UInt8? {
        guard pair.count == 2 else { return nil }
        return UInt8(String(decoding: pair, as: UTF8.self), radix: 16)
    }
}
