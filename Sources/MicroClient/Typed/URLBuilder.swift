import Foundation
import Text

/// Joins a base URL, a path and query items to one URL.
struct URLBuilder {
    let base: String

    /// - Parameters:
    ///   - path: The path, appended to the base's with exactly one slash between: even a whole URL is only a path here, and never
    ///     leads to another host; dots are kept. Spaces, `#` and the like are encoded, existing escapes are kept. The text after a `?` is
    ///     added to the query unchanged, including `+`.
    ///   - queryItems: The items, appended in order; items without a value are left out.
    /// - Throws: ``NetworkClientError/malformedURL`` when the result is no URL that can be sent.
    func url(path: String?, queryItems: [URLQueryItem]) throws -> String {
        let joined = joined(path: path, queryItems: queryItems)
        guard let text = PercentCoding.repaired(joined), URLReference.isSendable(text) else {
            throw NetworkClientError.malformedURL
        }
        return text
    }

    /// Returns the same without checking the result.
    func joined(path: String?, queryItems: [URLQueryItem]) -> String {
        var url = URLReference(base)
        url.authority = url.authority.flatMap(URLReference.converted)
        url.fragment = nil
        var queries = [url.query].compactMap { $0 }
        if let path {
            let end = path.utf8.firstIndex(of: 0x3F) ?? path.endIndex
            url.path = Self.join(url.path, PercentCoding.path(String(path[..<end])))
            if end < path.endIndex {
                queries.append(PercentCoding.query(String(Substring(path.utf8[end...].dropFirst()))))
            }
        }
        queries += queryItems.compactMap(Self.text)
        url.query = queries.isEmpty ? nil : queries.filter { !$0.isEmpty }.joined(separator: "&")
        return url.text
    }

    private static func join(_ base: String, _ path: String) -> String {
        guard !path.isEmpty else { return base }
        let front = base.utf8.last == 0x2F ? String(Substring(base.utf8.dropLast())) : base
        return path.utf8.first == 0x2F ? front + path : front + "/" + path
    }

    private static func text(of item: URLQueryItem) -> String? {
        item.value.map { PercentCoding.queryComponent(item.name) + "=" + PercentCoding.queryComponent($0) }
    }
}
