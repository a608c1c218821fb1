/// Reads an expression from its start to its end, or not at all.
struct ExpressionParser {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    mutating func parse() -> ServedExpression? {
        guard let head = name() else { return nil }
        let expression = head == "res" ? response() : variable(String(head))
        return rest.isEmpty ? expression : nil
    }

    private mutating func variable(_ name: String) -> ServedExpression? {
        guard !Self.words.contains(name), let steps = steps() else { return nil }
        return ServedExpression(.variable(name), steps)
    }

    /// Reads the rest of an expression after `res`.
    private mutating func response() -> ServedExpression? {
        if rest.hasPrefix("(") { return query().map { ServedExpression(.query($0)) } }
        guard var steps = steps(), !steps.isEmpty else { return nil }
        let first = steps.removeFirst().name
        switch first {
        case "status": return steps.isEmpty ? ServedExpression(.status) : nil
        case "statusText": return steps.isEmpty ? ServedExpression(.statusText) : nil
        case "responseTime": return steps.isEmpty ? ServedExpression(.responseTime) : nil
        case "url": return steps.isEmpty ? ServedExpression(.url) : nil
        case "headers": return steps.isEmpty ? nil : ServedExpression(.header(steps.removeFirst().name), steps)
        case "body": return ServedExpression(.body, steps)
        default: return nil
        }
    }

    /// Words that do not begin a variable's name: JavaScript's own, its global objects, and what Bruno hands to scripts.
    private static let words: Set<String> = [
        "req", "bru", "typeof", "new", "await", "function", "this", "null", "undefined", "true", "false", "NaN",
        "Infinity",
        "void", "delete", "class", "super", "import", "async", "yield", "let", "const", "var", "if", "return", "throw",
        "in",
        "instanceof", "arguments", "globalThis", "Math", "JSON", "Number", "String", "Boolean", "Object", "Array",
        "Date",
        "RegExp", "Symbol", "Map", "Set", "Promise", "Error", "Intl", "Reflect", "console", "process", "require",
        "Buffer",
    ]

    // MARK: - Parts

    /// A name of JavaScript, of ASCII letters and others; nil when there is none.
    private mutating func name() -> Substring? {
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
        guard let first = name.first, !first.isNumber else { return nil }
        rest = rest[name.endIndex...]
        return name
    }

    /// Reads members and elements, up to what is neither; nil if one of them is broken.
    private mutating func steps() -> [ServedExpression.Step]? {
        var steps: [ServedExpression.Step] = []
        while let first = rest.first, first == "." || first == "[" || first == "?" {
            let isOptional = rest.hasPrefix("?.")
            guard first != "?" || isOptional else { return nil }
            if isOptional { rest = rest.dropFirst(rest.hasPrefix("?.[") ? 2 : 1) }
            guard let step = rest.first == "[" ? element() : member() else { return nil }
            steps.append(ServedExpression.Step(String(step), isOptional: isOptional))
        }
        return steps
    }

    private mutating func member() -> Substring? {
        rest = rest.dropFirst()
        return name()
    }

    /// `[0]`, `["name"]`, `['name']`
    private mutating func element() -> Substring? {
        rest = rest.dropFirst()
        guard let inside = rest.first == "\"" || rest.first == "'" ? quoted() : digits(), rest.first == "]" else {
            return nil
        }
        rest = rest.dropFirst()
        return inside
    }

    /// Reads a text in quotes, without escapes.
    private mutating func quoted() -> Substring? {
        guard let quote = rest.popFirst(), let end = rest.firstIndex(of: quote) else { return nil }
        let inside = rest[..<end]
        rest = rest[rest.index(after: end)...]
        return inside.isEmpty || inside.contains("\\") || inside.contains(where: \.isNewline) ? nil : inside
    }

    /// Reads digits without leading zeros: those are another number, or none.
    private mutating func digits() -> Substring? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest[digits.endIndex...]
        return digits.isEmpty || (digits.first == "0" && digits.count > 1) ? nil : digits
    }

    /// `('data.items[0].id')`
    private mutating func query() -> ResponseQuery? {
        rest = rest.dropFirst()
        guard rest.first == "\"" || rest.first == "'", let inside = quoted(), rest.popFirst() == ")" else { return nil }
        return ResponseQuery(String(inside))
    }
}
