import Text

/// One scalar: its decoded text, how it was written, and what it means.
public struct YAMLScalar: Sendable, Hashable {
    /// The way in which a scalar is written.
    public enum Style: Sendable, Hashable {
        case plain
        case singleQuoted
        case doubleQuoted
        /// `|`
        case literal
        /// `>`
        case folded

        public var isBlock: Bool { self == .literal || self == .folded }
    }

    /// The meaning of a scalar under the core schema of YAML 1.2.
    public enum Resolved: Sendable, Hashable {
        case null
        case bool(Bool)
        case int(Int)
        /// A float, or an integer that does not fit into `Int`.
        case float(Double)
        /// The string is the scalar's `text`.
        case string
    }

    /// The decoded text: escapes, folding and indentation undone. For an empty value, "".
    public let text: String
    public let style: Style
    /// Plain scalars resolve by the core schema; all others are strings unless a tag says otherwise.
    ///
    /// - Source: YAML 1.2.2, section 10.3.2.
    public let resolved: Resolved

    public init(text: String, style: Style, resolved: Resolved) {
        self.text = text
        self.style = style
        self.resolved = resolved
    }

    /// Whether it is a number whose ``javascriptText`` is another text than the written one, as 0123, 1.10 or 9007199254740993 without quotes.
    public var isRespelledNumber: Bool {
        switch resolved {
        case .int, .float: javascriptText != text
        case .null, .bool, .string: false
        }
    }

    /// The text as a tool written in JavaScript sees it where it wants a string: `1.0` is "1", `0x10` is "16",
    /// `True` is "true", null is "". A string is itself.
    public var javascriptText: String {
        switch resolved {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .int(let value): value.magnitude <= 1 << 53 ? String(value) : JavaScriptNumber.text(of: Double(value))
        case .float(let value): JavaScriptNumber.text(of: value)
        case .string: text
        }
    }
}
