/// A text that is looked for in many others, in capitals or not.
package struct Needle {
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
}
