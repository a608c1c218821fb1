import Quoting

/// The place where collections of another tool are, as a person gave it.
public enum ImportInput: Sendable, Hashable {
    /// Paths as they were typed, of files or directories. The files of one import belong together.
    case files([String])
    case text(String)
    /// The URL of a document, which is downloaded once.
    case url(String)
    /// The base URL of an API, whose document is looked for at the usual places.
    case api(String)

    /// Reads the URL of a description of an API: the URL of a JSON or YAML file, or one without a path.
    ///
    /// - Returns: The input; nil for the URL of a request.
    package init?(address text: String) {
        let url = text.trimmingWhitespaceScalars()
        let parts = (url.cut(at: "?")?.before ?? url).split(at: "/")
        guard parts.count > 2, ["http:", "https:"].contains(parts[0].lowercased()), parts[1].isEmpty else { return nil }
        let last = parts[parts.count - 1].lowercased()
        if parts.dropFirst(3).allSatisfy(\.isEmpty) {
            self = .api(url)
        } else if [".json", ".yaml", ".yml"].contains(where: last.endsWithBytes) {
            self = .url(url)
        } else {
            return nil
        }
    }

    /// The words for it: "shop.json and dev.json".
    package var title: String {
        switch self {
        case .files(let paths): paths.joined(separator: " and ")
        case .text: "the pasted text"
        case .url(let url), .api(let url): url
        }
    }
}

/// The reason why nothing can be imported, with what to do.
public struct ImportRefusal: Error, Sendable, Hashable {
    public var message: String

    public init(_ message: String) { self.message = message }
}
