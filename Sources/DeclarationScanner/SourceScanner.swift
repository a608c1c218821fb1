/// A reader of the members of a type in Swift source, for only as much of the language as that needs.
///
/// Source that is not valid Swift gives some members or none, never a failure.
public struct SourceScanner {
    public let bytes: [UInt8]
    let tokens: [Token]
    var index = 0
    /// The nesting depth of `#if`.
    var conditionalDepth = 0

    public init(_ source: String) {
        bytes = Array(source.utf8)
        tokens = Tokenizer(bytes).tokens
    }

    public func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the type that the source declares; nil when it declares none.
    public func declaration() -> Declaration? {
        var scanner = self
        return scanner.readDeclaration()
    }

    /// Returns the members of a body without its braces, or one member alone.
    public func members() -> [Member] {
        var scanner = self
        return scanner.readMembers()
    }

    /// Returns the attribute with which the source begins.
    public func leadingAttribute() -> Attribute? {
        var scanner = self
        return scanner.readAttributes().first
    }

    /// Whether the source is a string literal and nothing else.
    public var isOneLiteral: Bool { tokens.count == 2 && tokens[0].kind == .literal }

    // MARK: Tokens

    var token: Token { tokens[index] }
    var previous: Token? { index > 0 ? tokens[index - 1] : nil }
    func token(after count: Int) -> Token { tokens[min(index + count, tokens.count - 1)] }
    mutating func advance() { if index < tokens.count - 1 { index += 1 } }

    func isWord(_ token: Token, _ text: String) -> Bool {
        token.kind == .word && bytes[token.range].elementsEqual(text.utf8)
    }

    func isSymbol(_ token: Token, _ symbol: Unicode.Scalar) -> Bool {
        token.kind == .symbol && token.range.count == 1 && bytes[token.range.lowerBound] == UInt8(ascii: symbol)
    }

    /// Returns the word without its backticks.
    func name(_ token: Token) -> String {
        let text = text(token.range)
        return text.hasPrefix("`") && text.count > 2 ? String(text.dropFirst().dropLast()) : text
    }

    func isOpening(_ token: Token) -> Bool { isSymbol(token, "(") || isSymbol(token, "[") || isSymbol(token, "{") }
    func isClosing(_ token: Token) -> Bool { isSymbol(token, ")") || isSymbol(token, "]") || isSymbol(token, "}") }

    /// Skips from an opening bracket to after the closing one.
    mutating func skipBalanced() {
        var depth = 0
        while token.kind != .end {
            if isOpening(token) { depth += 1 }
            if isClosing(token) { depth -= 1 }
            advance()
            if depth <= 0 { return }
        }
    }

    /// Whether a new declaration begins here: the first word of a line, after something that is complete.
    var isAtDeclaration: Bool {
        guard token.startsLine, previousIsComplete else { return false }
        switch token.kind {
        case .directive: return true
        case .symbol: return isSymbol(token, "@") || isSymbol(token, "#")
        case .word: return Self.declarationWords.contains(text(token.range))
        default: return false
        }
    }

    private var previousIsComplete: Bool {
        guard let previous, previous.kind == .symbol else { return true }
        return ")]}>?!".utf8.contains(bytes[previous.range.lowerBound]) && previous.range.count == 1
    }

    static let modifierWords: Set = [
        "public", "private", "internal", "fileprivate", "open", "package", "static", "final", "lazy", "weak", "unowned",
        "mutating", "nonmutating", "override", "required", "convenience", "dynamic", "optional", "indirect", "isolated",
        "nonisolated", "borrowing", "consuming", "prefix", "postfix", "infix", "distributed",
    ]
    static let typeWords: Set = ["struct", "class", "enum", "actor", "protocol", "extension"]
    private static let declarationWords = modifierWords.union(typeWords).union([
        "let", "var", "func", "init", "deinit", "subscript", "typealias", "associatedtype", "case", "import",
        "operator",
        "precedencegroup", "macro",
    ])
}
