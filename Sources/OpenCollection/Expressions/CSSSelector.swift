import Text

/// A CSS selector as an expression of XPath 1.0.
///
/// Types, `*`, `#id`, `.class`, attributes with all six operators, the four combinators, groups with commas, `:not(…)` of one compound, `:empty`,
/// `:root`, `:first-child`, `:last-child`, `:only-child`, `:nth-child(…)`, and for a named type `:first-of-type` and `:last-of-type`. At the end of
/// a selector `::attr(name)` is the value of an attribute and `::text` the element's own text; without them it is all text within the element.
/// - Source: W3C, Selectors Level 3; `::attr` and `::text` as Scrapy has them.
public struct CSSSelector: Sendable, Hashable {
    /// The expression for XML.
    public let xpath: String
    /// The expression for HTML, whose parser writes names of elements and attributes in small letters.
    public let xpathInHTML: String

    public struct Problem: Error, Hashable {
        /// "a ] is missing"
        public let reason: String
    }

    public init(_ text: String) throws(Problem) {
        xpath = try Self.translated(text, isHTML: false)
        xpathInHTML = try Self.translated(text, isHTML: true)
    }

    private static func translated(_ text: String, isHTML: Bool) throws(Problem) -> String {
        var reading = SelectorReading(text, isHTML: isHTML)
        return try reading.group()
    }
}

/// Reads a selector from start to end, and writes the expression as it goes.
private struct SelectorReading {
    private var rest: Substring
    private let isHTML: Bool

    init(_ text: String, isHTML: Bool) {
        rest = Substring(text)
        self.isHTML = isHTML
    }

    typealias Problem = CSSSelector.Problem

    // MARK: - Selectors

    mutating func group() throws(Problem) -> String {
        var paths = [try selector()]
        while take(",") { paths.append(try selector()) }
        guard let character = rest.first else { return paths.joined(separator: " | ") }
        throw Problem(reason: "\(character) was not expected")
    }

    private mutating func selector() throws(Problem) -> String {
        skipWhitespace()
        var path = "//" + (try compound())
        while true {
            let isApart = skipWhitespace()
            guard let next = rest.first, next != "," else { return path }
            if next == ":", rest.hasPrefix("::") { return path + (try part()) }
            switch next {
            case ">": path += "/" + (try nextCompound())
            case "+": path += "/following-sibling::*[1]/self::" + (try nextCompound())
            case "~": path += "/following-sibling::" + (try nextCompound())
            default:
                guard isApart else { throw Problem(reason: "\(next) was not expected") }
                path += "//" + (try compound())
            }
        }
    }

    private mutating func nextCompound() throws(Problem) -> String {
        rest.removeFirst()
        skipWhitespace()
        return try compound()
    }

    /// Reads the part of the element to take: `::attr(name)`, `::text`.
    private mutating func part() throws(Problem) -> String {
        rest.removeFirst(2)
        let word = try name()
        if word == "text" { return "/text()" }
        guard word == "attr", take("(") else { throw Problem(reason: "::\(word) is neither ::attr(name) nor ::text") }
        let attribute = try name()
        try expect(")")
        return "/@\(folded(attribute))"
    }

    /// `input.wide[name=csrf]`
    private mutating func compound() throws(Problem) -> String {
        var type = "*"
        var hasAny = take("*")
        if !hasAny, rest.first.map(Self.isOfName) == true {
            type = folded(try name())
            hasAny = true
        }
        var conditions = ""
        while let condition = try condition(of: type) { conditions += "[\(condition)]" }
        guard hasAny || !conditions.isEmpty else {
            throw Problem(reason: rest.isEmpty ? "a selector is missing" : "\(rest.prefix(1)) was not expected")
        }
        return type + conditions
    }

    private mutating func condition(of type: String) throws(Problem) -> String? {
        if take("#") { return "@id=\(Self.literal(try name()))" }
        if take(".") { return Self.holdsWord("@class", try name()) }
        if take("[") { return try attribute() }
        guard rest.first == ":", !rest.hasPrefix("::") else { return nil }
        rest.removeFirst()
        return try pseudoClass(of: type)
    }

    // MARK: - Attributes

    private mutating func attribute() throws(Problem) -> String {
        skipWhitespace()
        let attribute = "@\(folded(try name()))"
        skipWhitespace()
        if take("]") { return attribute }
        let sign = rest.first.flatMap { "~|^$*".contains($0) ? $0 : nil }
        if sign != nil { rest.removeFirst() }
        try expect("=")
        skipWhitespace()
        let value = try value()
        skipWhitespace()
        try expect("]")
        return Self.condition(attribute, sign, value)
    }

    private static func condition(_ attribute: String, _ sign: Character?, _ value: String) -> String {
        let literal = literal(value)
        // Nothing begins with, ends in or holds the empty text, says CSS.
        if value.isEmpty, let sign, "~^$*".contains(sign) { return "false()" }
        switch sign {
        case "~": return holdsWord(attribute, value)
        case "|": return "\(attribute)=\(literal) or starts-with(\(attribute), \(Self.literal(value + "-")))"
        case "^": return "starts-with(\(attribute), \(literal))"
        case "$":
            let length = value.unicodeScalars.count
            return "substring(\(attribute), string-length(\(attribute)) - \(length - 1))=\(literal)"
        case "*": return "contains(\(attribute), \(literal))"
        default: return "\(attribute)=\(literal)"
        }
    }

    private static func holdsWord(_ attribute: String, _ word: String) -> String {
        "contains(concat(' ', normalize-space(\(attribute)), ' '), \(literal(" \(word) ")))"
    }

    /// XPath has no escapes: a text with both kinds of quotes is put together.
    private static func literal(_ text: String) -> String {
        guard text.contains("'") else { return "'\(text)'" }
        guard text.contains("\"") else { return "\"\(text)\"" }
        let pieces = text.split(separator: "'", omittingEmptySubsequences: false).map { "'\($0)'" }
        return "concat(\(pieces.joined(separator: ", \"'\", ")))"
    }

    // MARK: - Classes that no attribute says

    private mutating func pseudoClass(of type: String) throws(Problem) -> String {
        let word = try name()
        switch word {
        case "root": return "not(parent::*)"
        case "empty": return "not(node())"
        case "first-child": return "not(preceding-sibling::*)"
        case "last-child": return "not(following-sibling::*)"
        case "only-child": return "not(preceding-sibling::* or following-sibling::*)"
        case "first-of-type" where type != "*": return "not(preceding-sibling::\(type))"
        case "last-of-type" where type != "*": return "not(following-sibling::\(type))"
        case "nth-child" where take("("): return try position()
        case "not" where take("("):
            skipWhitespace()
            let inner = try compound()
            skipWhitespace()
            try expect(")")
            return "not(self::\(inner))"
        default: throw Problem(reason: "the pseudo-class :\(word) is not supported")
        }
    }

    /// `2`, `odd`, `even`, `3n+1`, `-n+3`
    private mutating func position() throws(Problem) -> String {
        guard let end = rest.firstIndex(of: ")") else { throw Problem(reason: "a ) is missing") }
        let text = rest[..<end].filter { !$0.isWhitespace }.lowercased()
        rest = rest[rest.index(after: end)...]
        let place = "(count(preceding-sibling::*) + 1)"
        let (step, start): (Int?, Int?) =
            switch text {
            case "odd": (2, 1)
            case "even": (2, 0)
            default: Self.stepAndStart(text)
            }
        guard let step, let start else { throw Problem(reason: ":nth-child(\(text)) is not a position") }
        if step == 0 { return "\(place) = \(start)" }
        let isReached = step > 0 ? "\(place) >= \(start)" : "\(place) <= \(start)"
        return "\(isReached) and (\(place) - \(start)) mod \(abs(step)) = 0"
    }

    private static func stepAndStart(_ text: String) -> (Int?, Int?) {
        guard let sign = text.firstIndex(of: "n") else { return (0, Int(text)) }
        let (before, after) = (text[..<sign], text[text.index(after: sign)...])
        let step = before.isEmpty || before == "+" ? 1 : before == "-" ? -1 : Int(before)
        return (step, after.isEmpty ? 0 : Int(after))
    }

    // MARK: - Words

    private mutating func name() throws(Problem) -> String {
        var name = ""
        while let character = rest.first {
            if character == "\\", rest.dropFirst().first != nil {
                rest.removeFirst()
            } else if !Self.isOfName(character) {
                break
            }
            name.append(rest.removeFirst())
        }
        guard name.isEmpty else { return name }
        throw Problem(reason: rest.first.map { "\($0) was not expected: a name was" } ?? "a name is missing at the end")
    }

    /// A value in quotes, or a name.
    private mutating func value() throws(Problem) -> String {
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return try name() }
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst() {
            if character == quote { return value }
            if character == "\\", let next = rest.popFirst() { value.append(next) } else { value.append(character) }
        }
        throw Problem(reason: "a \(quote) is missing")
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "-" || character == "_"
    }

    private func folded(_ name: String) -> String { isHTML ? name.lowercased() : name }

    @discardableResult private mutating func skipWhitespace() -> Bool {
        let spaces = rest.prefix(while: \.isWhitespace)
        rest = rest[spaces.endIndex...]
        return !spaces.isEmpty
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func expect(_ character: Character) throws(Problem) {
        guard take(character) else { throw Problem(reason: "a \(character) is missing") }
    }
}
