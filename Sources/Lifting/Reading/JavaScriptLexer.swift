import OpenCollection
import Text

/// The words, texts, numbers and signs of a script, one after the other.
///
/// - Source: ECMA-262, section 12 (lexical grammar).
struct JavaScriptLexer {
    enum Token: Hashable {
        case name(String)
        case text(String)
        case number(Double)
        case pattern(String, flags: String)
        case template
        case sign(String)
        case end
    }

    struct Lexeme: Hashable {
        var token: Token
        /// The line on which it begins, from 1.
        var line: Int
        /// Whether a line end is before it, which may end a statement.
        var startsLine: Bool
    }

    private let script: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    /// The number of templates around the current place.
    private var depth = 0
    /// Whether a slash begins a regular expression, since there is no value before it.
    private var expectsValue = true

    /// Returns the whole script, and its end.
    static func lexemes(of script: String) throws(LiftProblem) -> [Lexeme] {
        var lexer = JavaScriptLexer(script)
        var lexemes: [Lexeme] = []
        while lexemes.last?.token != .end { lexemes.append(try lexer.next()) }
        return lexemes
    }

    private init(_ script: String) { self.script = Array(script.unicodeScalars) }

    private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
        index + offset < script.count ? script[index + offset] : nil
    }

    private func problem(_ reason: String) -> LiftProblem { LiftProblem(reason: reason, line: line) }

    // MARK: - One token

    private mutating func next() throws(LiftProblem) -> Lexeme {
        let startsLine = try skipWhitespace() || index == 0
        let start = line
        let token = try token()
        switch token {
        case .name(let name): expectsValue = Self.wordsBeforeValues.contains(name)
        case .sign(let sign): expectsValue = ![")", "]", "}"].contains(sign)
        default: expectsValue = false
        }
        return Lexeme(token: token, line: start, startsLine: startsLine)
    }

    private static let wordsBeforeValues: Set = ["return", "typeof", "await", "new", "in", "of", "delete", "void"]

    /// Skips spaces and comments; returns whether there was a line end.
    private mutating func skipWhitespace() throws(LiftProblem) -> Bool {
        let start = line
        while let scalar = peek() {
            if scalar == "/", peek(1) == "/" {
                while let scalar = peek(), scalar != "\n" { advance(scalar) }
            } else if scalar == "/", peek(1) == "*" {
                index += 2
                while let scalar = peek(), !(scalar == "*" && peek(1) == "/") { advance(scalar) }
                guard peek() != nil else { throw problem("a comment without its end") }
                index += 2
            } else if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
                advance(scalar)
            } else {
                break
            }
        }
        return line > start
    }

    private mutating func advance(_ scalar: Unicode.Scalar) {
        if scalar == "\n" { line += 1 }
        index += 1
    }

    private mutating func token() throws(LiftProblem) -> Token {
        guard let first = peek() else { return .end }
        switch first {
        case "\"", "'": return .text(try text(closing: first))
        case "`": return try template()
        case "/" where expectsValue: return try pattern()
        case _ where Self.isDigit(first) || first == "." && peek(1).map(Self.isDigit) == true: return try number()
        case _ where Self.isPartOfName(first): return .name(name())
        default: return try sign()
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic || isDigit(scalar)
    }

    private mutating func taken(while holds: (Unicode.Scalar) -> Bool) -> String {
        let start = index
        while let scalar = peek(), holds(scalar) { index += 1 }
        return String(String.UnicodeScalarView(script[start..<index]))
    }

    private mutating func name() -> String { taken(while: Self.isPartOfName) }

    private mutating func number() throws(LiftProblem) -> Token {
        var text = taken { Self.isPartOfName($0) || $0 == "." }
        if text.hasSuffix("e") || text.hasSuffix("E"), let sign = peek(), sign == "+" || sign == "-" {
            index += 1
            text += "\(sign)" + taken(while: Self.isDigit)
        }
        guard let number = JavaScriptNumber.parse(text.filter { $0 != "_" }) else {
            throw problem("the number \(text)")
        }
        return .number(number)
    }

    /// The signs; the longest that fits counts.
    private static let signs = [
        ">>>=", "===", "!==", "**=", "...", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=",
        "&&",
        "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "**", "<<", ">>",
    ].map { Array($0.unicodeScalars) }

    private mutating func sign() throws(LiftProblem) -> Token {
        let long = Self.signs.first { script[index...].starts(with: $0) }
        let sign = String(String.UnicodeScalarView(long ?? [script[index]]))
        guard long != nil || "{}()[];,<>+-*/%&|^!~?:=.".contains(sign) else { throw problem("the sign \(sign)") }
        index += sign.unicodeScalars.count
        return .sign(sign)
    }

    // MARK: - Texts

    private mutating func text(closing quote: Unicode.Scalar) throws(LiftProblem) -> String {
        index += 1
        var text = String.UnicodeScalarView()
        while let scalar = peek(), scalar != quote {
            guard scalar != "\n" || quote == "`" else { throw problem("a text without its end") }
            if scalar == "\\" { try escape(into: &text) } else { text.append(scalar) }
            advance(script[index])
        }
        guard peek() == quote else { throw problem("a text without its end") }
        index += 1
        return String(text)
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "t": "\t", "r": "\r", "0": "\0"]

    /// Reads an escape, and leaves its last scalar to the caller.
    private mutating func escape(into text: inout String.UnicodeScalarView) throws(LiftProblem) {
        index += 1
        guard let scalar = peek() else { throw problem("a text without its end") }
        guard !"xubfv123456789\n\r".unicodeScalars.contains(scalar) else { throw problem("the escape \\\(scalar)") }
        text.append(Self.escapes[scalar] ?? scalar)
    }

    /// Reads a template: without expressions in it, it is a text.
    private mutating func template() throws(LiftProblem) -> Token {
        var place = index + 1
        while place < script.count, script[place] != "`" {
            if script[place] == "$", place + 1 < script.count, script[place + 1] == "{" {
                try skipTemplate()
                return .template
            }
            place += script[place] == "\\" ? 2 : 1
        }
        return .text(try text(closing: "`"))
    }

    /// Moves to the end of a template, over templates in its expressions.
    private mutating func skipTemplate() throws(LiftProblem) {
        depth += 1
        defer { depth -= 1 }
        guard depth < 8 else { throw problem("templates in templates") }
        index += 1
        while let scalar = peek(), scalar != "`" {
            if scalar == "$", peek(1) == "{" {
                index += 2
                _ = try skipWhitespace()
                while peek() != "}" {
                    let token = try next().token
                    if token == .sign("{") || token == .end { throw problem("a template") }
                    _ = try skipWhitespace()
                }
            } else if scalar == "\\" {
                index += 1
            }
            if let scalar = peek() { advance(scalar) }
        }
        guard peek() != nil else { throw problem("a text without its end") }
        index += 1
    }

    private mutating func pattern() throws(LiftProblem) -> Token {
        index += 1
        let start = index
        var isInClass = false
        while let scalar = peek(), scalar != "\n", scalar != "/" || isInClass {
            if scalar == "[" { isInClass = true }
            if scalar == "]" { isInClass = false }
            index += scalar == "\\" ? 2 : 1
        }
        guard peek() == "/" else { throw problem("a regular expression without its end") }
        let pattern = String(String.UnicodeScalarView(script[start..<index]))
        index += 1
        return .pattern(pattern, flags: name())
    }
}
