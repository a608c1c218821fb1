import Quoting

/// The target that a word on the explorer's command line names.
public enum ExploreTarget: Sendable, Hashable {
    case path(String)
    /// An HTTP URL with its scheme: a request to be drafted.
    case url(String)
    /// A file that ends in ".har": an HTTP archive.
    case archive(String)
    /// A word such as "localhost:8080/users": a path if there is one, otherwise a URL without its scheme.
    case pathOrURL(String)

    /// Returns the target, by the text alone. A host without scheme and port ("example.com/users") is taken for a path.
    ///
    /// - Throws: ``UsageError`` for a word that can be neither.
    public static func named(_ word: String) throws(UsageError) -> ExploreTarget {
        if word.lowercased().endsWithBytes(of: ".har"), !word.containsBytes(of: "://") { return .archive(word) }
        if ["/", "./", "../"].contains(where: word.beginsWithBytes) { return .path(word) }
        if word.beginsWithBytes(of: "curl ") {
            throw UsageError(
                "a curl command is not a path",
                advice: "start microscope and paste it there, or pipe it to microscope import")
        }
        if let separator = word.unicodeScalars.firstRange(of: "://".unicodeScalars) {
            let scheme = word[..<separator.lowerBound].lowercased()
            guard ["http", "https"].contains(scheme) else {
                throw UsageError("\(word) is not an HTTP URL", advice: "only http:// and https:// are supported")
            }
            guard let first = word[separator.upperBound...].utf8.first, !"/?#:".utf8.contains(first) else {
                throw UsageError("\(word) has no host", advice: "write \(scheme)://HOST/PATH")
            }
            if word.unicodeScalars.contains(where: \.properties.isWhitespace) {
                throw UsageError("a URL has no spaces", advice: "write %20 for each of them")
            }
            return .url(word)
        }
        return hasPort(word) ? .pathOrURL(word) : .path(word)
    }

    /// Returns the URL for a word that is no path.
    public static func url(of hostAndPort: String) -> String { "http://\(hostAndPort)" }

    /// Returns the URL that was probably meant by a word that is no path: it begins with a domain, or with a scheme that lacks a slash; nil if it
    /// does not look like that.
    public static func nearestURL(to word: String) -> String? {
        if let match = word.wholeMatch(of: /(https?):\/?([^\/].*)/.ignoresCase()) { return "\(match.1)://\(match.2)" }
        guard let match = word.prefixMatch(of: /(?:[A-Za-z0-9-]+\.)+([A-Za-z]{2,})(?=[\/?#]|$)/) else { return nil }
        let isFile = ["yml", "yaml", "json", "bru", "har", "http", "md", "txt"].contains(match.1.lowercased())
        return isFile ? nil : "https://\(word)"
    }

    /// Whether a text begins with a host, a colon and a port, and goes on as a URL would.
    private static func hasPort(_ text: String) -> Bool {
        guard let match = text.prefixMatch(of: /(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5})(?=[\/?#]|$)/) else {
            return false
        }
        return UInt16(match.1).map { $0 > 0 } ?? false
    }
}

extension ExploreTarget {
    /// Returns the target of a word that was typed where a URL is asked for.
    ///
    /// - Throws: ``UsageError`` for one without scheme and port.
    public static func meantAsURL(_ word: String) throws(UsageError) -> ExploreTarget {
        switch try named(word) {
        case .url(let url): return .url(url)
        case .pathOrURL(let word): return .url(url(of: word))
        case .path(let word), .archive(let word):
            throw UsageError(
                "\(word) is not a URL", advice: "write its scheme: \(nearestURL(to: word) ?? "https://HOST/PATH")")
        }
    }
}
