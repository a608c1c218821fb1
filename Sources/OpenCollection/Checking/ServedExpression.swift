/// Expressions that can be evaluated without JavaScript.
///
/// `res.status`, `res.statusText`, `res.responseTime`, `res.url`; `res.headers.name` and `res.headers['name']`; `res.body` followed by
/// `.name`, `[0]`, `["name"]`, `?.`; `res('query')`; a variable's bare name.
enum ServedExpression {
    static func isServed(_ text: String) -> Bool {
        var rest = Substring(text.trimmingWhitespace())
        guard let head = name(&rest) else { return false }
        if head != "res" { return !words.contains(head) && steps(&rest) != nil && rest.isEmpty }
        if rest.hasPrefix("(") { return isQuery(rest) }
        guard let steps = steps(&rest), rest.isEmpty, let first = steps.first else { return false }
        switch first {
        case "status", "statusText", "responseTime", "url": return steps.count == 1
        case "headers": return steps.count == 2
        case "body": return true
        default: return false
        }
    }

    /// Words that begin something else than a variable's name.
    private static let words: Set<Substring> = [
        "req", "bru", "typeof", "new", "await", "function", "this", "null", "undefined",
    ]

    /// A name of JavaScript, of ASCII letters and others; nil when there is none.
    private static func name(_ rest: inout Substring) -> Substring? {
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
        guard let first = name.first, !first.isNumber else { return nil }
        rest = rest[name.endIndex...]
        return name
    }

    /// Members and elements, up to what is neither; nil when one of them is broken.
    private static func steps(_ rest: inout Substring) -> [Substring]? {
        var steps: [Substring] = []
        while let first = rest.first, first == "." || first == "[" || first == "?" {
            if rest.hasPrefix("?.") {
                rest = rest.dropFirst(rest.hasPrefix("?.[") ? 2 : 1)
            } else if first == "?" {
                return nil
            }
            guard let step = rest.first == "[" ? element(&rest) : member(&rest) else { return nil }
            steps.append(step)
        }
        return steps
    }

    private static func member(_ rest: inout Substring) -> Substring? {
        rest = rest.dropFirst()
        return name(&rest)
    }

    /// `[0]`, `["name"]`, `['name']`
    private static func element(_ rest: inout Substring) -> Substring? {
        guard let end = rest.firstIndex(of: "]") else { return nil }
        let inside = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
        if !inside.isEmpty, inside.allSatisfy({ $0.isASCII && $0.isNumber }) { return inside }
        for quote in ["\"", "'"] where inside.count > 2 && inside.hasPrefix(quote) && inside.hasSuffix(quote) {
            let name = inside.dropFirst().dropLast()
            return name.contains(quote) || name.contains("\\") ? nil : name
        }
        return nil
    }

    /// `('data.items[0].id')`: a filter, `[?]`, would need a function.
    private static func isQuery(_ text: Substring) -> Bool {
        guard text.hasSuffix(")") else { return false }
        let inside = text.dropFirst().dropLast()
        for quote in ["\"", "'"] where inside.count > 2 && inside.hasPrefix(quote) && inside.hasSuffix(quote) {
            let query = inside.dropFirst().dropLast()
            return !query.contains(quote) && !query.contains("?")
        }
        return false
    }
}
