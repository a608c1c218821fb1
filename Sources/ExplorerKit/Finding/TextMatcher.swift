/// A text that is looked for in many others, in capitals or not.
package struct TextMatcher {
    private let bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.lowercased().utf8) }

    /// Whether the text holds it. By bytes: that of Foundation takes ten times as long, for each key and every request.
    package func isIn(_ text: String) -> Bool {
        var text = text.lowercased()
        return text.withUTF8 { text in
            guard bytes.count <= text.count else { return false }
            return (0...text.count - bytes.count).contains { start in
                bytes.indices.allSatisfy { text[start + $0] == bytes[$0] }
            }
        }
    }

    /// Returns its places in a text, one after the other.
    package func ranges(in text: String) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var start = text.startIndex
        while !bytes.isEmpty, start < text.endIndex {
            let end = end(in: text, from: start)
            if let end { ranges.append(start..<end) }
            start = end ?? text.index(after: start)
        }
        return ranges
    }

    /// Returns the end of a match; nil where none begins.
    private func end(in text: String, from start: String.Index) -> String.Index? {
        var (end, rest) = (start, bytes[...])
        while !rest.isEmpty, end < text.endIndex {
            let letters = text[end].lowercased().utf8
            guard rest.starts(with: letters) else { return nil }
            rest = rest.dropFirst(letters.count)
            end = text.index(after: end)
        }
        return rest.isEmpty ? end : nil
    }
}
