import MicroClient
import Text

/// A URL in the form used for comparison.
struct URLParts {
    /// The scheme, host and port in lower case, without user information and the scheme's default port.
    var origin: String
    var path: String
    var items: [Item]

    /// One item of the query.
    struct Item {
        /// The decoded name.
        var name: String
        /// The value as written in the URL; nil without "=".
        var value: String?

        init(_ item: QueryItem) { (name, value) = (item.decodedName(), item.value) }

        func isSame(recorded: Item) -> Bool {
            let isSameName = MaskedText.matches(name, recorded: recorded.name)
            guard let value, let other = recorded.value else {
                return isSameName && (value ?? "").isEmpty && (recorded.value ?? "").isEmpty
            }
            return isSameName && URLParts.isSame(value, recorded: other, isQuery: true)
        }

        /// The decoded value, masked if the name is that of a secret.
        var shown: String { Redaction.value(value.map { URLParts.decoded($0) } ?? "empty", of: name) }
    }

    init(_ url: String) {
        let url = URLReference(url)
        items = QueryItem.all(in: url.query ?? "").map(Item.init)
        origin = url.authority == nil ? "" : url.origin.text
        path = url.path.isEmpty && url.authority != nil ? "/" : url.path
    }

    /// Compares two texts; different percent-encodings of the same text are equal.
    static func isSame(_ asked: String, recorded: String, isQuery: Bool = false) -> Bool {
        if MaskedText.matches(asked, recorded: recorded) { return true }
        guard isQuery else {
            return MaskedText.matches(PercentCoding.decodedText(asked), recorded: PercentCoding.decodedText(recorded))
        }
        return MaskedText.matches(decoded(asked), recorded: decoded(recorded))
    }

    static func decoded(_ text: String) -> String { PercentCoding.decodedText(text, plusIsSpace: true) }
}

/// Compares text with that of a recording, in which a mask matches anything.
enum MaskedText {
    private static let mask = Array(Redaction.mask.utf8)

    static func matches(_ asked: String, recorded: String) -> Bool {
        matches(Array(asked.utf8), recorded: Array(recorded.utf8))
    }

    static func matches(_ asked: [UInt8], recorded: [UInt8]) -> Bool {
        var pieces = pieces(recorded)[...]
        guard pieces.count > 1 else { return asked == recorded }
        var rest = asked[...]
        guard let first = pieces.popFirst(), rest.starts(with: first), let last = pieces.popLast() else { return false }
        rest = rest.dropFirst(first.count)
        for piece in pieces {
            guard let end = rest.end(ofFirst: piece) else { return false }
            rest = rest[end...]
        }
        return rest.count >= last.count && rest.suffix(last.count) == last
    }

    /// Returns the text between the masks.
    private static func pieces(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = text[...]
        while let end = rest.end(ofFirst: mask[...]) {
            pieces.append(rest[..<(end - mask.count)])
            rest = rest[end...]
        }
        return pieces + [rest]
    }
}

extension ArraySlice<UInt8> {
    /// Returns the end of the first occurrence of a piece; nil when there is none.
    fileprivate func end(ofFirst piece: ArraySlice<UInt8>) -> Int? {
        guard let first = piece.first else { return startIndex }
        var start = startIndex
        while let found = self[start...].firstIndex(of: first) {
            if self[found...].starts(with: piece) { return found + piece.count }
            start = found + 1
        }
        return nil
    }
}
