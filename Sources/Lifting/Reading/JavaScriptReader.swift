/// Reads a script: statements, calls, functions, operators. Parts that only programs need, such as loops and classes, end the reading: a script
/// with them is more than checks and captures.
///
/// - Source: ECMA-262, sections 13 to 15.
struct JavaScriptReader {
    private let lexemes: [JavaScriptLexer.Lexeme]
    private var index = 0
    private var depth = 0
    private static let deepest = 64

    static func statements(of script: String) throws(LiftProblem) -> [JavaScriptStatement] {
        var reader = JavaScriptReader(lexemes: try JavaScriptLexer.lexemes(of: script))
        var statements: [JavaScriptStatement] = []
        while reader.token != .end { statements += try reader.statement() }
        return statements
    }

    private init(lexemes: [JavaScriptLexer.Lexeme]) { self.lexemes = lexemes }

    // MARK: - Tokens

    /// The current lexeme; at the end, the last one is repeated for ever.
    private var lexeme: JavaScriptLexer.Lexeme { lexeme(at: index) }
    private func lexeme(at index: Int) -> JavaScriptLexer.Lexeme { lexemes[min(index, lexemes.count - 1)] }
    private var token: JavaScriptLexer.Token { lexeme.token }

    private func isSign(_ sign: String) -> Bool { token == .sign(sign) }
    private func isWord(_ word: String) -> Bool { token == .name(word) }

    private mutating func took(_ sign: String) -> Bool {
        guard isSign(sign) else { return false }
        index += 1
        return true
    }

    private mutating func require(_ sign: String) throws(LiftProblem) {
        guard took(sign) else { throw problem("something else than \(sign)") }
    }

    private func problem(_ reason: String) -> LiftProblem { LiftProblem(reason: reason, line: lexeme.line) }

    // MARK: - Statements

    /// Statements that are not checks or captures, by the word that they begin with.
    private static let others = [
        "for": "a loop", "while": "a loop", "do": "a loop", "switch": "switch", "try": "try", "throw": "throw",
        "return": "return", "class": "a class", "function": "a function of its own", "import": "import",
        "debugger": "debugger", "break": "break", "continue": "continue", "yield": "yield",
    ]

    /// Returns none for an empty statement.
    private mutating func statement() throws(LiftProblem) -> [JavaScriptStatement] {
        let line = lexeme.line
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.deepest else { throw problem("statements in statements") }
        if took(";") { return [] }
        if case .name(let word) = token {
            if ["const", "let", "var"].contains(word) { return [.init(kind: try declaration(), line: line)] }
            if word == "if" { return [.init(kind: try condition(), line: line)] }
            if word == "async", lexeme(at: index + 1).token == .name("function") {
                throw problem("a function of its own")
            }
            if let other = Self.others[word] { throw problem(other) }
        }
        if isSign("{") { return [.init(kind: .block(try block()), line: line)] }
        let kind = JavaScriptStatement.Kind.expression(try expression())
        try endStatement()
        return [.init(kind: kind, line: line)]
    }

    private mutating func block() throws(LiftProblem) -> [JavaScriptStatement] {
        try require("{")
        var statements: [JavaScriptStatement] = []
        while !isSign("}") {
            guard token != .end else { throw problem("a block without its end") }
            statements += try statement()
        }
        index += 1
        return statements
    }

    /// Reads the end of a statement: a semicolon, the end of a line or of a block.
    private mutating func endStatement() throws(LiftProblem) {
        guard !took(";"), !isSign("}"), token != .end, !lexeme.startsLine else { return }
        throw problem("something that is not read here")
    }

    private mutating func declaration() throws(LiftProblem) -> JavaScriptStatement.Kind {
        index += 1
        var declarators: [JavaScriptStatement.Declarator] = []
        repeat {
            let target = try primary()
            let value: JavaScriptExpression? = took("=") ? try assignment() : nil
            declarators.append(.init(target: target, value: value))
        } while took(",")
        if isWord("of") || isWord("in") { throw problem("a loop") }
        try endStatement()
        return .declaration(declarators)
    }

    private mutating func condition() throws(LiftProblem) -> JavaScriptStatement.Kind {
        index += 1
        try require("(")
        let condition = try expression()
        try require(")")
        let then = try statement()
        guard isWord("else") else { return .condition(condition, then: then, otherwise: []) }
        index += 1
        return .condition(condition, then: then, otherwise: try statement())
    }

    // MARK: - Expressions

    private mutating func expression() throws(LiftProblem) -> JavaScriptExpression {
        var parts = [try assignment()]
        while took(",") { parts.append(try assignment()) }
        return parts.count == 1 ? parts[0] : .operation(",", parts)
    }

    private static let assignments: Set = [
        "=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=", "??=",
    ]

    private mutating func assignment() throws(LiftProblem) -> JavaScriptExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.deepest else { throw problem("expressions in expressions") }
        if let function = try function() { return function }
        let left = try binary(0)
        if took("?") {
            let first = try assignment()
            try require(":")
            return .operation("?", [left, first, try assignment()])
        }
        guard case .sign(let sign) = token, Self.assignments.contains(sign) else { return left }
        index += 1
        return .operation(sign, [left, try assignment()])
    }

    private static let precedences: [String: Int] = [
        "??": 1, "||": 2, "&&": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "===": 7, "!==": 7, "<": 8, ">": 8,
        "<=": 8, ">=": 8, "instanceof": 8, "in": 8, "<<": 9, ">>": 9, ">>>": 9, "+": 10, "-": 10, "*": 11, "/": 11,
        "%": 11, "**": 12,
    ]

    /// Returns the operator here if it binds more closely than another one.
    private func binaryOperator(above precedence: Int) -> (word: String, precedence: Int)? {
        let word: String
        switch token {
        case .sign(let sign): word = sign
        case .name(let name): word = name
        default: return nil
        }
        return Self.precedences[word].flatMap { $0 > precedence ? (word, $0) : nil }
    }

    private mutating func binary(_ precedence: Int) throws(LiftProblem) -> JavaScriptExpression {
        var left = try unary()
        var count = 0
        while let (word, own) = binaryOperator(above: precedence) {
            count += 1
            guard count < Self.deepest else { throw problem("a chain of more than \(Self.deepest) parts") }
            index += 1
            left = .operation(word, [left, try binary(own)])
        }
        return left
    }

    private mutating func unary() throws(LiftProblem) -> JavaScriptExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.deepest else { throw problem("expressions in expressions") }
        switch token {
        case .sign(let sign) where ["!", "-", "+", "~", "++", "--"].contains(sign):
            index += 1
            let value = try unary()
            if sign == "-", case .number(let number) = value { return .number(-number) }
            return .operation(sign, [value])
        case .name(let word) where ["typeof", "await", "void", "delete", "new"].contains(word):
            index += 1
            return .operation(word, [try unary()])
        default:
            let value = try postfix()
            guard isSign("++") || isSign("--"), !lexeme.startsLine else { return value }
            throw problem("counting")
        }
    }

    private mutating func postfix() throws(LiftProblem) -> JavaScriptExpression {
        var value = try primary()
        var count = 0
        while case .sign(let sign) = token {
            count += 1
            guard count < Self.deepest else { throw problem("a chain of more than \(Self.deepest) parts") }
            switch sign {
            case ".", "?.":
                index += 1
                if sign == "?.", isSign("(") || isSign("[") { throw problem("?. before a bracket") }
                guard case .name(let name) = token else { throw problem("something else than a member") }
                index += 1
                value = .member(value, name, isOptional: sign == "?.")
            case "[":
                index += 1
                value = .element(value, try expression())
                try require("]")
            case "(":
                index += 1
                value = .call(value, try list(until: ")"))
            default: return value
            }
        }
        return value
    }

    private mutating func list(until end: String) throws(LiftProblem) -> [JavaScriptExpression] {
        var values: [JavaScriptExpression] = []
        while !took(end) {
            values.append(took("...") ? .operation("...", [try assignment()]) : try assignment())
            guard took(",") || isSign(end) else { throw problem("something else than \(end)") }
        }
        return values
    }

    private mutating func primary() throws(LiftProblem) -> JavaScriptExpression {
        let token = token
        index += 1
        switch token {
        case .name(let name): return .name(name)
        case .text(let text): return .text(text)
        case .number(let number): return .number(number)
        case .pattern(let pattern, let flags): return .pattern(pattern, flags: flags)
        case .template: return .template
        case .sign("["): return .list(try list(until: "]"))
        case .sign("{"): return try object()
        case .sign("("):
            let value = try expression()
            try require(")")
            return value
        case .sign, .end:
            index -= 1
            throw problem("something that is not read here")
        }
    }

    private mutating func object() throws(LiftProblem) -> JavaScriptExpression {
        var members: [JavaScriptExpression.Member] = []
        while !took("}") {
            members.append(try member())
            guard took(",") || isSign("}") else { throw problem("an object that is not read here") }
        }
        return .object(members)
    }

    /// Reads `name`, `name: value`, `"name": value`, or `name = value` in a pattern; a spread or computed member has no name.
    private mutating func member() throws(LiftProblem) -> JavaScriptExpression.Member {
        if took("...") { return .init(name: nil, value: try assignment()) }
        let key = try primary()
        let name: String? =
            switch key {
            case .name(let name), .text(let name): name
            default: nil
            }
        if took(":") { return .init(name: name, value: try assignment()) }
        guard case .name = key, isSign(",") || isSign("}") else { throw problem("an object that is not read here") }
        return .init(name: name, value: key)
    }

    // MARK: - Functions

    /// Returns nil if no function begins here: `function () {}`, `() => value`, `name => {}`, each with `async` before it.
    private mutating func function() throws(LiftProblem) -> JavaScriptExpression? {
        let start = index
        if isWord("async"), !lexeme(at: index + 1).startsLine { index += 1 }
        if isWord("function") {
            index += 1
            if case .name = token { index += 1 }
            try require("(")
            return .function(parameters: try list(until: ")").count, body: try block())
        }
        guard let count = try arrowParameters() else {
            index = start
            return nil
        }
        if isSign("{") { return .function(parameters: count, body: try block()) }
        let line = lexeme.line
        return .function(parameters: count, body: [.init(kind: .expression(try assignment()), line: line)])
    }

    /// Reads the parameters before an arrow, and returns their number; nil if there is no arrow.
    private mutating func arrowParameters() throws(LiftProblem) -> Int? {
        if case .name = token, lexeme(at: index + 1).token == .sign("=>") {
            index += 2
            return 1
        }
        guard isSign("("), let end = closingBracket(), lexeme(at: end + 1).token == .sign("=>") else { return nil }
        let count = end == index + 1 ? 0 : 1
        index = end + 2
        return count
    }

    /// Returns the bracket that closes the current one.
    private func closingBracket() -> Int? {
        var depth = 0
        for place in index..<lexemes.count {
            switch lexemes[place].token {
            case .sign("("): depth += 1
            case .sign(")"):
                depth -= 1
                if depth == 0 { return place }
            default: break
            }
        }
        return nil
    }
}
