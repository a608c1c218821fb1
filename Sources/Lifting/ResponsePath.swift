import OpenCollection

/// A part of a response in the syntax of assertions and captures: "res.body.items[0].id".
struct ResponsePath: Hashable {
    private(set) var text: String

    private init(_ text: String) { self.text = text }

    static let status = ResponsePath("res.status")
    static let statusText = ResponsePath("res.statusText")
    static let responseTime = ResponsePath("res.responseTime")
    static let url = ResponsePath("res.url")
    static let body = ResponsePath("res.body")

    /// Returns nil for a name that cannot be written.
    static func header(_ name: String) -> ResponsePath? { readable("res.headers['\(name)']") }

    /// Returns nil for a query that is not supported.
    static func query(_ text: String) -> ResponsePath? { readable("res('\(text)')") }

    /// Returns nil if no program would read it, or would find a function of JavaScript.
    private static func readable(_ text: String) -> ResponsePath? {
        guard let read = ServedExpression(text), !text.contains("{{") else { return nil }
        if case .variable = read.root { return nil }
        let names = read.steps.map(\.name)
        return names.contains { JavaScriptBuiltIns.has($0, ofListOrText: true) } ? nil : ResponsePath(text)
    }

    func appending(_ name: String, isOptional: Bool = false) -> ResponsePath? {
        let step = TypedValue.index(name) == nil ? ServedExpression.Step(name).added(to: "") : ".[\(name)]"
        let joined: String
        if step.hasPrefix(".[") {
            joined = (isOptional ? "?." : "") + step.dropFirst()
        } else if step.hasPrefix("[") {
            joined = (isOptional ? "?." : "") + step
        } else {
            joined = (isOptional ? "?" : "") + step
        }
        return Self.readable(text + joined)
    }

    /// Returns the path of a member that chai calls nested, "a.b[0].c": a missing value has no members, and that is not an error.
    ///
    /// - Parameter isOptional: Whether the value itself may be missing, too.
    func appending(nested names: String, isOptional: Bool = false) -> ResponsePath? {
        names.split { ".[]".contains($0) }.enumerated().reduce(self) {
            $0?.appending(String($1.element), isOptional: isOptional || $1.offset > 0)
        }
    }

    /// Whether a part of it may be missing without an error.
    var isOptional: Bool { text.contains("?.") }

    /// Whether it is always a number.
    var isNumber: Bool { self == .status || self == .responseTime || text.hasSuffix(".length") }

    /// Whether its value is undefined if the body is not JSON.
    var isInJSON: Bool { text.hasPrefix("res.body.") && text != "res.body.length" }
}
