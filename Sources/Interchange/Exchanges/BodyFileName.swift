import BodyView
import MicroClient
import Quoting
import Text

/// The name of a body when it becomes a file: the one the server says, else the end of the URL; never a path.
package struct BodyFileName {
    package let text: String

    /// The longest name that file systems take.
    private static let maximumBytes = 120

    /// - Parameters:
    ///   - url: The URL as sent.
    ///   - kind: The layout of the body; nil if not known.
    ///   - takesEnding: Whether the ending may be one that the server or the URL says. A desktop runs what some endings promise.
    package init(head: ResponseHead?, url: String?, kind: BodyKind?, takesEnding: Bool = true) {
        let named = head?.headers.first { $0.name.lowercased() == "content-disposition" }.flatMap {
            Self.fileName(inDisposition: $0.value)
        }
        let path = url?.unicodeScalars.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        // After "https:" and the host.
        let last = path.flatMap { $0.count > 2 ? $0.last.map(String.init) : nil }
        let name = named.flatMap(Self.safe) ?? last.map { Self.decoded($0) }.flatMap(Self.safe) ?? "body"
        let type = head?.headers.first { $0.name.lowercased() == "content-type" }?.value
        let stem = takesEnding ? name : String(name.prefix { $0 != "." })
        text = stem.contains(".") ? stem : stem + Self.ending(of: type, kind)
    }

    /// - Source: RFC 6266, `filename*` before `filename`.
    private static func fileName(inDisposition value: String) -> String? {
        let parameters = parts(of: value).dropFirst().compactMap { part -> (String, String)? in
            let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmedWhitespace }
            return pair.count == 2 ? (pair[0].lowercased(), pair[1]) : nil
        }
        if let extended = parameters.first(where: { $0.0 == "filename*" })?.1 {
            let parts = extended.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
            if parts.count == 3 { return decoded(String(parts[2])) }
        }
        return parameters.first { $0.0 == "filename" }.map { $0.1.filter { $0 != "\"" } }
    }

    private static func decoded(_ text: String) -> String {
        String(decoding: PercentCoding.decodedBytes(text), as: UTF8.self)
    }

    /// Returns the parts between semicolons; those within quotes do not count.
    private static func parts(of value: String) -> [Substring] {
        var isQuoted = false
        return value.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ";" && !isQuoted
        }
    }

    /// The last component, without what would hide it, steer a terminal or mean something to a shell's eye; nil when nothing is left.
    private static func safe(_ name: String) -> String? {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
        let plain = last.unicodeScalars.map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: "_"
            default: Character(scalar)
            }
        }
        let visible = String(String(plain).drop { $0 == "." || $0 == " " || $0 == "-" || $0 == "~" })
        var short = visible
        while short.utf8.count > maximumBytes { short.removeLast() }
        return short.isEmpty ? nil : short
    }

    private static func ending(of type: String?, _ kind: BodyKind?) -> String {
        let media = type.map { String($0.prefix { $0 != ";" }).trimmedWhitespace.lowercased() } ?? ""
        if let known = endings[media] { return known }
        return kind.map { ".\($0.fileExtension)" } ?? ".bin"
    }

    private static let endings = [
        "text/plain": ".txt", "text/html": ".html", "text/csv": ".csv", "text/css": ".css", "text/javascript": ".js",
        "application/javascript": ".js",
        "image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/svg+xml": ".svg",
        "application/pdf": ".pdf", "application/zip": ".zip", "application/gzip": ".gz", "text/markdown": ".md",
        "application/yaml": ".yaml", "text/yaml": ".yaml", "audio/mpeg": ".mp3", "video/mp4": ".mp4",
    ]
}

extension BodyKind {
    /// The extension of a file with such a body, without the dot.
    package var fileExtension: String {
        switch self {
        case .json: "json"
        case .jsonLines: "jsonl"
        case .xml: "xml"
        case .html: "html"
        case .table: "csv"
        case .text: "txt"
        case .hex, .picture, .empty: "bin"
        }
    }
}
