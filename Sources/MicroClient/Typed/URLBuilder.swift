import Foundation

/// Joins a base URL, a path and query items to the text of one URL.
struct URLBuilder {
    let base: String

    /// - Parameters:
    ///   - path: joined to the base's with exactly one slash between; blanks and the like are encoded, escapes that are there stay. What
    ///     follows a `?` is added to the query.
    ///   - queryItems: appended in order; items without a value are left out.
    /// - Throws: ``NetworkClientError/malformedURL`` when nothing comes out that can be sent.
    func url(path: String?, queryItems: [URLQueryItem]) throws -> String {
        var url = URLReference(base)
        url.fragment = nil
        var queries = [url.query].compactMap { $0 }
        if let path {
            let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            url.path = Self.join(url.path, PercentEncoding.path(parts.first.map(String.init) ?? ""))
            if parts.count > 1 { queries.append(String(parts[1])) }
        }
        queries += queryItems.compactMap(Self.text)
        url.query = queries.isEmpty ? nil : queries.joined(separator: "&")
        guard let text = PercentEncoding.repaired(url.text), URLReference.isSendable(text) else {
            throw NetworkClientError.malformedURL
        }
        return text
    }

    private static func join(_ base: String, _ path: String) -> String {
        guard !path.isEmpty else { return base }
        let front = base.hasSuffix("/") ? String(base.dropLast()) : base
        return path.hasPrefix("/") ? front + path : front + "/" + path
    }

    private static func text(of item: URLQueryItem) -> String? {
        item.value.map { PercentEncoding.queryComponent(item.name) + "=" + PercentEncoding.queryComponent($0) }
    }
}
