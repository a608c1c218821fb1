/// The way to a value within a JSON body, exact: of equal names it says which one.
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
    public enum Step: Sendable, Hashable {
        /// Its escapes undone; of equal names in one object the first is 0.
        case member(String, occurrence: Int = 0)
        /// Of an array, or of a body of JSON lines; the first is 0.
        case element(Int)
    }

    public var steps: [Step]

    public init(_ steps: [Step] = []) { self.steps = steps }

    /// "$.items[3].price", "$['odd name']"; "$" for the whole. The second of equal names is "$.name{2}", which JSONPath cannot say.
    ///
    /// - Source: RFC 9535, section 2.7 (normalized paths), with the short form of names that are plain.
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

    /// Whether a name needs no quotes behind a dot.
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

    /// In single quotes, with what cannot stand there escaped.
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
