import OpenCollection
import Quoting
import Text

/// The right side of an assertion: its value with the placeholders replaced, then typed as JavaScript's literals are.
///
/// - Source: Bruno, `packages/bruno-js/src/runtime/assert-runtime.js` and `utils.js`.
enum ExpectedOperand: Sendable, Hashable {
    /// The absent right side of a unary operator.
    case none
    /// A single value; nil is `undefined`.
    case one(TypedValue?)
    /// The values of `in` and `notIn`.
    case several([TypedValue?])
    case pair(TypedValue?, TypedValue?)
    /// The pattern of `matches` and `notMatches`.
    case pattern(String)
}

extension ExpectedOperand {
    /// - Returns: The right side, the values of the secrets in it, and what reading has made of those.
    static func read(
        _ value: String?, for operator: AssertionOperator, _ scopes: VariableScopes
    ) throws(NoValue) -> (side: ExpectedOperand, secrets: [String]) {
        var reading = RightSideReading(operator: `operator`, scopes: scopes)
        let side = try reading.read((value ?? "").trimmingWhitespaceScalars())
        return (side, reading.secrets)
    }
}

private struct RightSideReading {
    let `operator`: AssertionOperator
    let scopes: VariableScopes
    private(set) var secrets: [String] = []

    mutating func read(_ text: String) throws(NoValue) -> ExpectedOperand {
        if `operator`.isUnary { return .none }
        try refuseScript(in: text)
        switch `operator` {
        case .in, .notIn: return .several(try pieces(of: Self.withoutEnds(text, "[", "]")))
        case .between: return try pair(text)
        case .matches, .notMatches: return .pattern(try resolved(Self.withoutEnds(text, "/", "/")))
        default: return .one(try typed(text))
        }
    }

    private mutating func pair(_ text: String) throws(NoValue) -> ExpectedOperand {
        let ends = try pieces(of: text)
        guard ends.count == 2 else { throw .notEvaluated("between takes two values with a comma between them") }
        return .pair(ends[0], ends[1])
    }

    /// Splits first, then replaces: a comma in a variable's value splits nothing.
    private mutating func pieces(of text: String) throws(NoValue) -> [TypedValue?] {
        var pieces: [TypedValue?] = []
        for piece in text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false) {
            pieces.append(try typed(String(piece).trimmingWhitespaceScalars()))
        }
        return pieces
    }

    private static func withoutEnds(_ text: String, _ first: Unicode.Scalar, _ last: Unicode.Scalar) -> String {
        between(first, last, text) ?? text
    }

    /// Returns nil if the text does not begin and end with these.
    private static func between(_ first: Unicode.Scalar, _ last: Unicode.Scalar, _ text: String) -> String? {
        let scalars = text.unicodeScalars
        guard scalars.count >= 2, scalars.first == first, scalars.last == last else { return nil }
        return String(scalars.dropFirst().dropLast())
    }

    /// Returns the text with its placeholders replaced. A missing variable is an error: compared as it is written, `neq` would hold.
    private mutating func resolved(_ template: String) throws(NoValue) -> String {
        let resolved = scopes.resolve(template)
        secrets += resolved.secrets.map(\.value)
        if let missing = resolved.missing.first { throw .failed("\(missing.name) \(missing.reason.text)") }
        if let cycle = resolved.cycles.first { throw .failed("\(cycle.joined(separator: " → ")) refers to itself") }
        return resolved.text
    }

    private func refuseScript(in text: String) throws(NoValue) {
        guard `operator`.needsScript(for: text) else { return }
        throw .notEvaluated("a value with ${ or a backtick needs JavaScript")
    }

    private mutating func typed(_ template: String) throws(NoValue) -> TypedValue? {
        let before = secrets.count
        let text = try resolved(template).trimmingWhitespaceScalars()
        // What a variable holds is judged as what is written.
        try refuseScript(in: text)
        let value = try literal(text, isQuoted: Self.withoutQuotes(template) != nil)
        let own = secrets[before...].filter { !$0.isEmpty }
        if !own.isEmpty { secrets += own.flatMap(Self.readings) + [value?.readText].compactMap(\.self) }
        return value
    }

    /// Returns what a secret's value becomes on its own: a response that holds one of these texts reveals the secret.
    private static func readings(of secret: String) -> [String] {
        let trimmed = secret.trimmingWhitespaceScalars()
        let texts = [secret, trimmed, withoutQuotes(trimmed) ?? trimmed]
        return texts + texts.compactMap { try? TemplateLiteral.text(of: $0) }
    }

    /// Returns the text between its quotes; nil if it has none.
    private static func withoutQuotes(_ text: String) -> String? {
        between("\"", "\"", text) ?? between("'", "'", text)
    }

    /// - Parameter isQuoted: Whether the file has quotes around it; those of a variable's value belong to the value, as those of an ETag. Bruno
    ///   removes them, too, so that no value with quotes can be compared.
    private func literal(_ text: String, isQuoted: Bool) throws(NoValue) -> TypedValue? {
        switch text {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        case "undefined": return nil
        default: break
        }
        if isQuoted, let quoted = Self.withoutQuotes(text) { return .string(quoted) }
        // Larger whole numbers would change by being read.
        if let number = JavaScriptNumber.parse(text) {
            return number.magnitude > 9_007_199_254_740_991 ? .longNumber(text) : .number(number)
        }
        return .string(try unescaped(text))
    }

    /// Returns the text with its escapes replaced. An error about a wrong escape within a secret does not quote it, since that would reveal a part.
    private func unescaped(_ text: String) throws(NoValue) -> String {
        do throws(NoValue) {
            return try TemplateLiteral.text(of: text)
        } catch {
            throw secrets.isEmpty ? error : .notEvaluated("its value has an escape that JavaScript does not know")
        }
    }
}

extension TypedValue {
    /// The text of a string or a number; nil for any other value.
    fileprivate var readText: String? {
        switch self {
        case .string(let text): text
        case .number, .longNumber: jsonText
        default: nil
        }
    }
}

/// The escapes of a template literal.
enum TemplateLiteral {
    /// - Source: ECMA-262, TemplateCharacter.
    static func text(of literal: String) throws(NoValue) -> String {
        guard literal.utf8.contains(UInt8(ascii: "\\")) else { return literal }
        var result = String.UnicodeScalarView()
        var rest = Substring(literal).unicodeScalars
        while let scalar = rest.popFirst() {
            if scalar == "\\" { try append(escapeIn: &rest, to: &result) } else { result.append(scalar) }
        }
        return String(result)
    }

    private static let simple: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "\n", "t": "\t", "r": "\r", "b": "\u{08}", "f": "\u{0C}", "v": "\u{0B}",
    ]

    private static func append(
        escapeIn rest: inout Substring.UnicodeScalarView, to result: inout String.UnicodeScalarView
    ) throws(NoValue) {
        guard let scalar = rest.popFirst() else { throw broken("\\") }
        switch scalar {
        case "x": result.append(try hexadecimal(digits(2, &rest)))
        case "u": result.append(try unicode(&rest))
        case "0" where !(rest.first.map(isDigit) ?? false): result.append("\0")
        case "0"..."9": throw broken("\\\(scalar)")
        // A line end after a backslash is no part of the text.
        case "\n", "\u{2028}", "\u{2029}": break
        case "\r": if rest.first == "\n" { rest.removeFirst() }
        default: result.append(simple[scalar] ?? scalar)
        }
    }

    private static func unicode(_ rest: inout Substring.UnicodeScalarView) throws(NoValue) -> Unicode.Scalar {
        guard rest.first == "{" else { return try pair(&rest) }
        rest.removeFirst()
        let digits = String(String.UnicodeScalarView(rest.prefix { $0 != "}" }))
        rest = rest.dropFirst(digits.unicodeScalars.count + 1)
        return try hexadecimal(digits)
    }

    /// Reads an escape in which `\uD83D\uDE00` is one scalar.
    private static func pair(_ rest: inout Substring.UnicodeScalarView) throws(NoValue) -> Unicode.Scalar {
        let first = digits(4, &rest)
        guard let high = UInt32(first, radix: 16), (0xD800..<0xDC00).contains(high) else {
            return try hexadecimal(first)
        }
        guard rest.popFirst() == "\\", rest.popFirst() == "u" else { throw broken("\\u\(first)") }
        guard let low = UInt32(digits(4, &rest), radix: 16), let scalar = Unicode.Scalar(high: high, low: low)
        else { throw broken("\\u\(first)") }
        return scalar
    }

    private static func digits(_ count: Int, _ rest: inout Substring.UnicodeScalarView) -> String {
        let digits = rest.prefix(count)
        rest = rest.dropFirst(count)
        return digits.count == count ? String(String.UnicodeScalarView(digits)) : ""
    }

    private static func hexadecimal(_ digits: String) throws(NoValue) -> Unicode.Scalar {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
        else { throw broken("\\u\(digits)") }
        return scalar
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func broken(_ escape: String) -> NoValue {
        .notEvaluated("\(escape) is not an escape of JavaScript; write \\\\ for a backslash")
    }
}
