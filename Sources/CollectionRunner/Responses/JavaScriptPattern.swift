import Foundation

/// A regular expression as JavaScript writes it, without flags, tried by Foundation's ICU.
///
/// ICU reads more than JavaScript and some of it otherwise, so a pattern is rewritten before (see ``PatternTranslation``); what cannot be said to
/// ICU is not evaluated. Two differences stay: an emoji is one character here, two units there; and a reference to a group that took
/// no part matches nothing here, the empty text there.
struct JavaScriptPattern {
    private let expression: NSRegularExpression

    init(_ pattern: String) throws(NoValue) {
        var translation = PatternTranslation(pattern)
        let translated = try translation.run()
        guard let expression = try? NSRegularExpression(pattern: translated) else {
            throw .notEvaluated("/\(pattern)/ is not a supported regular expression")
        }
        self.expression = expression
    }

    /// Whether it occurs anywhere in a text.
    ///
    /// - Parameter isOutOfTime: asked every now and then: some patterns need longer than anyone lives.
    func matches(_ text: String, isOutOfTime: @escaping () -> Bool) throws(NoValue) -> Bool {
        var (isFound, hasFailed, isStopped) = (false, false, false)
        let range = NSRange(location: 0, length: text.utf16.count)
        expression.enumerateMatches(in: text, options: [.reportProgress, .reportCompletion], range: range) {
            match, flags, stop in
            if match != nil { isFound = true }
            if flags.contains(.internalError) { hasFailed = true }
            if match == nil, flags.contains(.progress), isOutOfTime() { isStopped = true }
            if isFound || isStopped { stop.pointee = true }
        }
        if isFound { return true }
        if isStopped { throw .notEvaluated("the pattern takes too long on this text") }
        // ICU gives up when a pattern needs more memory than it allows.
        if hasFailed { throw .notEvaluated("the pattern needs too much memory on this text") }
        return false
    }
}

/// JavaScript's regular expressions in ICU's words.
///
/// - Source: ECMA-262, 22.2.1 and B.1.2 (patterns without flags); ICU User Guide, Regular Expressions.
struct PatternTranslation {
    private let pattern: String
    private var rest: Substring.UnicodeScalarView
    private var result = ""
    /// Whether a quantifier can follow.
    private var isAfterAtom = false
    private let groupCount: Int

    init(_ pattern: String) {
        self.pattern = pattern
        rest = pattern[...].unicodeScalars
        groupCount = Self.groups(in: pattern)
    }

    mutating func run() throws(NoValue) -> String {
        while let scalar = rest.popFirst() { try take(scalar) }
        return result
    }

    private mutating func take(_ scalar: Unicode.Scalar) throws(NoValue) {
        switch scalar {
        case "\\": try takeEscape()
        case "[": try takeClass()
        case "(": try takeGroup()
        case ".": add("[^\\n\\r\\u2028\\u2029]")
        case "$": add("\\z", isAtom: false)
        case "^", "|": add(String(scalar), isAtom: false)
        case ")": add(")")
        case "*", "+", "?": try takeQuantifier(String(scalar))
        case "{": try takeBrace()
        case "}", "]", "#", "&", "-": add("\\" + String(scalar))
        default: add(String(scalar))
        }
    }

    private mutating func add(_ text: String, isAtom: Bool = true) {
        result += text
        isAfterAtom = isAtom
    }

    private func refused(_ part: String) -> NoValue {
        .notEvaluated("/\(pattern)/ is not a regular expression of JavaScript, or is not supported: \(part)")
    }

    // MARK: - Groups and quantifiers

    private mutating func takeGroup() throws(NoValue) {
        guard rest.first == "?" else { return add("(", isAtom: false) }
        for opening in ["?:", "?=", "?!", "?<=", "?<!"] where starts(with: opening) {
            rest = rest.dropFirst(opening.count)
            return add("(" + opening, isAtom: false)
        }
        // A name; flags and other kinds of groups are ICU's.
        guard starts(with: "?<"), let end = rest.firstIndex(of: ">") else { throw refused("(?") }
        let name = String(String.UnicodeScalarView(rest[..<end].dropFirst(2)))
        guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw refused("(?<\(name)>")
        }
        rest = rest[rest.index(after: end)...]
        add("(?<\(name)>", isAtom: false)
    }

    /// Adds a quantifier; a `?` after it makes it lazy, a `+` would be possessive in ICU only.
    private mutating func takeQuantifier(_ quantifier: String) throws(NoValue) {
        guard isAfterAtom else { throw refused(quantifier) }
        add(quantifier, isAtom: false)
        guard rest.first == "?" else { return }
        rest.removeFirst()
        result += "?"
    }

    /// Adds `{2}`, `{2,}` or `{2,3}` as a quantifier; any other brace is literal.
    private mutating func takeBrace() throws(NoValue) {
        guard let end = rest.firstIndex(of: "}") else { return add("\\{") }
        let inside = String(String.UnicodeScalarView(rest[..<end]))
        let numbers = inside.split(separator: ",", omittingEmptySubsequences: false)
        let areNumbers = numbers.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
        guard numbers.count <= 2, areNumbers, numbers[0].isEmpty == false else { return add("\\{") }
        rest = rest[rest.index(after: end)...]
        try takeQuantifier("{\(inside)}")
    }

    private func starts(with text: String) -> Bool { rest.starts(with: text.unicodeScalars) }

    /// Returns the number of groups that can be referenced.
    private static func groups(in pattern: String) -> Int {
        var (count, isInClass) = (0, false)
        var rest = pattern[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\": rest = rest.dropFirst()
            case "[": isInClass = true
            case "]": isInClass = false
            case "(" where !isInClass:
                if !rest.hasPrefix("?") || (rest.hasPrefix("?<") && !rest.hasPrefix("?<=") && !rest.hasPrefix("?<!")) {
                    count += 1
                }
            default: break
            }
        }
        return count
    }

    // MARK: - Escapes

    private static let word = "A-Za-z0-9_"
    /// - Source: ECMA-262, WhiteSpace and LineTerminator.
    private static let space =
        "\\u0009-\\u000D\\u0020\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF"
    private static let boundary = "(?:(?<=[\(word)])(?![\(word)])|(?<![\(word)])(?=[\(word)]))"
    private static let noBoundary = "(?:(?<=[\(word)])(?=[\(word)])|(?<![\(word)])(?![\(word)]))"

    private mutating func takeEscape() throws(NoValue) {
        guard let scalar = rest.popFirst() else { throw refused("\\") }
        switch scalar {
        case "b": add(Self.boundary, isAtom: false)
        case "B": add(Self.noBoundary, isAtom: false)
        case "d", "D", "w", "W", "s", "S":
            let (set, isNegated) = Self.set(scalar)
            add("[\(isNegated ? "^" : "")\(set)]")
        case "k":
            // A name's reference, where there are names.
            guard pattern.contains("(?<"), let end = rest.firstIndex(of: ">"), rest.first == "<" else {
                return add("k")
            }
            add("\\k" + String(String.UnicodeScalarView(rest[...end])))
            rest = rest[rest.index(after: end)...]
        case "1"..."9": try takeReference(scalar)
        default: add(try literal(scalar))
        }
    }

    private static func set(_ scalar: Unicode.Scalar) -> (set: String, isNegated: Bool) {
        switch scalar {
        case "d": ("0-9", false)
        case "D": ("0-9", true)
        case "w": (word, false)
        case "W": (word, true)
        case "s": (space, false)
        default: (space, true)
        }
    }

    private mutating func takeReference(_ first: Unicode.Scalar) throws(NoValue) {
        var digits = String(first)
        while let next = rest.first, ("0"..."9").contains(next) {
            digits.unicodeScalars.append(next)
            rest.removeFirst()
        }
        // Beyond the groups it would be a number in base eight.
        guard let number = Int(digits), number <= groupCount else { throw refused("\\\(digits)") }
        add("(?:\\\(digits))")
    }

    /// Returns the character that an escape means, as ICU writes it within sets and outside.
    private mutating func literal(_ scalar: Unicode.Scalar) throws(NoValue) -> String {
        switch scalar {
        case "n", "r", "t", "f": return "\\" + String(scalar)
        case "v": return "\\u000B"
        case "0":
            if let next = rest.first, ("0"..."9").contains(next) { throw refused("\\0") }
            return "\\u0000"
        case "x": return hexadecimal(2).map { "\\u00" + $0 } ?? "x"
        case "u": return hexadecimal(4).map { "\\u" + $0 } ?? "u"
        case "c": throw refused("\\c")
        default:
            // Any other escape means its character.
            let isWord = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
            return isWord || !scalar.isASCII ? String(scalar) : "\\" + String(scalar)
        }
    }

    private mutating func hexadecimal(_ count: Int) -> String? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ Character($0).isHexDigit && $0.isASCII }) else { return nil }
        rest = rest.dropFirst(count)
        return String(String.UnicodeScalarView(digits))
    }

    // MARK: - Sets

    /// Adds `[…]`: ICU's operators in it are plain characters in JavaScript.
    private mutating func takeClass() throws(NoValue) {
        let isNegated = rest.first == "^"
        if isNegated { rest.removeFirst() }
        if rest.first == "]" {
            rest.removeFirst()
            return add(isNegated ? "[\\s\\S]" : "(?!)")
        }
        var set = ""
        while let scalar = rest.popFirst() {
            if scalar == "]" { return add("[\(isNegated ? "^" : "")\(set)]") }
            set += try member(scalar)
        }
        throw refused("[")
    }

    private var isBeforeSet: Bool {
        rest.first == "\\" && rest.dropFirst().first.map { "dDwWsS".unicodeScalars.contains($0) } == true
    }

    private mutating func member(_ scalar: Unicode.Scalar) throws(NoValue) -> String {
        guard scalar == "\\" else {
            // A hyphen between two members is a range in both; two of them are an operator of ICU's.
            if scalar == "-", rest.first == "-" { throw refused("--") }
            if scalar == "-" { return rest.first == "]" || isBeforeSet ? "\\-" : "-" }
            let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || !scalar.isASCII
            return isPlain ? String(scalar) : "\\" + String(scalar)
        }
        guard let escaped = rest.popFirst() else { throw refused("[") }
        switch escaped {
        case "b": return "\\u0008"
        case "d", "D", "w", "W", "s", "S":
            let (set, isNegated) = Self.set(escaped)
            let text = isNegated ? "[^\(set)]" : set
            // No range begins with a set of characters: a hyphen after it is literal, as is one before it.
            guard rest.first == "-", rest.dropFirst().first != "-" else { return text }
            rest.removeFirst()
            return text + "\\-"
        case "B", "1"..."9": throw refused("[\\\(escaped)")
        default: return try literal(escaped)
        }
    }
}
