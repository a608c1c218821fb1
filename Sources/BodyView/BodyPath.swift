import Quoting
import Text

/// The path from the body's outermost value to one within it.
public struct BodyPath: Sendable, Hashable {
    public enum Step: Sendable, Hashable {
        /// A member of an object, its escapes undone.
        case member(String)
        /// An element of an array; the first is 0.
        case element(Int)
        /// An element of XML or HTML: its name, and its position among siblings of that name; the first is 1.
        case child(String, Int)
    }

    public var steps: [Step]

    public init(_ steps: [Step] = []) { self.steps = steps }

    /// The path in jq's syntax, ".items[3].price"; "." for the whole body.
    ///
    /// - Source: The manual of jq 1.7, "Object Identifier-Index": a name that is not an identifier needs brackets and quotes.
    public var jq: String {
        let text = steps.enumerated().map { index, step in
            switch step {
            case .member(let name) where Self.isIdentifier(name): ".\(name)"
            case .member(let name): "\(index == 0 ? "." : "")[\(Self.quoted(name))]"
            case .element(let number): "\(index == 0 ? "." : "")[\(number)]"
            case .child(let name, let number): "/\(name)[\(number)]"
            }
        }
        return text.isEmpty ? "." : text.joined()
    }

    /// The path as a JSON pointer, "/items/3/price"; empty for the whole body.
    ///
    /// - Source: RFC 6901, section 3.
    public var pointer: String {
        steps.map { step in
            switch step {
            case .member(let name):
                "/" + name.replacingBytes(of: "~", with: "~0").replacingBytes(of: "/", with: "~1")
            case .element(let number): "/\(number)"
            case .child(let name, let number): "/\(name)/\(number)"
            }
        }.joined()
    }

    /// Whether it leads through elements, so that it is an XPath.
    public var isXPath: Bool { if case .child? = steps.first { true } else { false } }

    /// The path as an XPath, "/feed/entry[3]/title[1]": exact, whatever follows in the body.
    ///
    /// - Source: XML Path Language 1.0, section 2.5.
    public var xpath: String {
        steps.enumerated().map { index, step in
            guard case .child(let name, let number) = step else { return "" }
            return index == 0 && number == 1 ? "/\(name)" : "/\(name)[\(number)]"
        }.joined()
    }

    /// The path in short, readable form: "/feed/entry[3]/title".
    public var text: String {
        guard isXPath else { return jq }
        return steps.map { step in
            guard case .child(let name, let number) = step else { return "" }
            return number == 1 ? "/\(name)" : "/\(name)[\(number)]"
        }.joined()
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy {
            switch $0 {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
            default: false
            }
        }
    }

    /// Returns a JSON string, which jq reads as such; the start of an interpolation is escaped by the rule for backslashes.
    private static func quoted(_ text: String) -> String { JSONText.quoted(text, escapesDelete: true) }
}
