/// The exact path to a value within a JSON body: it distinguishes equal names.
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
    public enum Step: Sendable, Hashable {
        /// A member, its escapes undone; the first of equal names in one object is 0.
        case member(String, occurrence: Int = 0)
        /// An element of an array, or of a body of JSON lines; the first is 0.
        case element(Int)
    }

    public var steps: [Step]

    public init(_ steps: [Step] = []) { self.steps = steps }

    /// The path as text: "$.items[3].price", "$['odd name']"; "$" for the whole. The second of equal names is "$.name{2}", which is not JSONPath.
    ///
    /// - Source: RFC 9535, section 2.7 (normalized paths), with the short form of plain names.
    public var description: String {
        steps.reduce(into: "$") { text, step in
            switch step {
            case .element(let number): text += "[\(number)]"
            case .member(let name, let occurrence):
                text += Self.isPlain(name) ? ".\(name)" : "[\(Self.quoted(name))]"
                if occurrence > 0 { text += "{\(occurrence + 1)}" }
            }
        }
    }

    /// Whether a name needs no quotes after a dot.
    static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy(isPlain)
    }

    static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), 0x80...0xFF: true
        default: false
        }
    }

    /// Returns a name in single quotes, with escapes where needed.
    static func quoted(_ name: String) -> String {
        let inside = name.unicodeScalars.map { scalar in
            switch scalar {
            case "'": "\\'"
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}":
                "\\u" + String(String(scalar.value + 0x10000, radix: 16).dropFirst())
            default: String(scalar)
            }
        }
        return "'" + inside.joined() + "'"
    }
}
