import Text

/// `{{name}}` in a template: one or more characters other than `}`, not trimmed; no escape, no nesting.
public struct Placeholder: Sendable, Hashable {
    /// The name as written between the braces, spaces included.
    public var name: String
    /// The range in the template, braces included, in UTF-8 bytes.
    public var range: Range<Int>

    /// The placeholders of a template, in order.
    public static func all(in template: String) -> [Placeholder] {
        // Most texts have none: their bytes are read once and nothing is allocated.
        var text = template
        return text.withUTF8 { bytes in
            var found: [Placeholder] = []
            var position = 0
            while let placeholder = next(in: bytes, from: &position) { found.append(placeholder) }
            return found
        }
    }

    /// The template with each placeholder replaced for which `value` has one.
    static func replacing(in template: String, with value: (String) -> String?) -> String {
        template.replacing(all(in: template).compactMap { hole in value(hole.name).map { (hole.range, $0) } })
    }

    /// Changes the text before, between and after the placeholders.
    package static func mapOutside(_ template: String, _ change: (String) -> String) -> String {
        let placeholders = all(in: template)
        guard !placeholders.isEmpty else { return change(template) }
        let holes = placeholders.map { "{{\($0.name)}}" } + [""]
        return zip(template.around(placeholders.map(\.range)), holes).map { change($0) + $1 }.joined()
    }

    private static func next(in bytes: UnsafeBufferPointer<UInt8>, from position: inout Int) -> Placeholder? {
        let open = UInt8(ascii: "{")
        let close = UInt8(ascii: "}")
        while position + 4 < bytes.count {
            guard bytes[position] == open, bytes[position + 1] == open else {
                position += 1
                continue
            }
            guard let end = bytes[(position + 2)...].firstIndex(of: close) else { break }
            let start = position
            position = end + 1
            guard end > start + 2, end + 1 < bytes.count, bytes[end + 1] == close else { continue }
            position = end + 2
            let name = String(decoding: bytes[(start + 2)..<end], as: UTF8.self)
            return Placeholder(name: name, range: start..<position)
        }
        position = bytes.count
        return nil
    }
}
