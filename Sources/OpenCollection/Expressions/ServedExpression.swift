import Text

/// An expression that can be evaluated without JavaScript: what assertions look at, and what actions keep.
///
/// `res.status`, `res.statusText`, `res.responseTime`, `res.url`; `res.headers.name` and `res.headers['name']`; `res.body` followed by
/// `.name`, `[0]`, `["name"]`, `?.`; `res('query')`; a variable's bare name. The check warns of what cannot be parsed, the runner evaluates
/// what can: there is no second reader of these texts.
public struct ServedExpression: Sendable, Hashable {
    /// The part of the response, or the variable, that it begins with.
    public var root: Root
    /// The steps that follow, outer to inner.
    public var steps: [Step]

    public enum Root: Sendable, Hashable {
        /// The number, 200.
        case status
        /// The words after the status, "OK".
        case statusText
        /// The response time in milliseconds.
        case responseTime
        case url
        /// The value of a header; its name as written.
        case header(String)
        case body
        case query(ResponseQuery)
        case variable(String)
    }

    /// A member of an object, an element of a list or `length`: one thing in JavaScript.
    public struct Step: Sendable, Hashable {
        /// "name", "0".
        public var name: String
        /// Whether a missing value before it makes the whole expression undefined instead of an error: `?.`
        public var isOptional: Bool

        public init(_ name: String, isOptional: Bool = false) {
            self.name = name
            self.isOptional = isOptional
        }
    }

    init(_ root: Root, _ steps: [Step] = []) {
        self.root = root
        self.steps = steps
    }

    /// Why a text that is not such an expression is not evaluated, with what was probably meant.
    public static func reason(against text: String) -> String {
        "it needs JavaScript" + (inBrackets(text).map { "; \($0) would be the header" } ?? "")
    }

    /// `res.headers['content-type']` for `res.headers.content-type`, which JavaScript takes for a subtraction; nil for anything else.
    static func inBrackets(_ text: String) -> String? {
        let text = text.trimmingWhitespace()
        let name = text.dropFirst("res.headers.".count)
        guard text.hasPrefix("res.headers."), name.contains("-"),
            name.utf8.allSatisfy({ PercentCoding.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F })
        else { return nil }
        return "res.headers['\(name)']"
    }

    /// Reads an expression; nil if it needs JavaScript.
    public init?(_ text: String) {
        var parser = ExpressionParser(text.trimmingWhitespace())
        guard let parsed = parser.parse() else { return nil }
        self = parsed
    }
}
