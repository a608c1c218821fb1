extension SourceScanner {
    mutating func readProperty(_ attributes: [Attribute], _ modifiers: [Modifier], _ start: Int) -> Property {
        let isLet = isWord(token, "let")
        advance()
        var bindings = [readBinding()]
        while isSymbol(token, ",") {
            advance()
            bindings.append(readBinding())
        }
        return Property(attributes: attributes, modifiers: modifiers, isLet: isLet, start: start, bindings: bindings)
    }

    private mutating func readBinding() -> Property.Binding {
        var binding = Property.Binding(name: "", nameRange: token.range, accessors: .none)
        if token.kind == .word {
            binding.name = name(token)
            advance()
        } else if isSymbol(token, "(") {
            skipBalanced()
            binding.nameRange = binding.nameRange.lowerBound..<endOfPrevious
        }
        if isSymbol(token, ":") {
            advance()
            binding.type = readType()
        }
        if isSymbol(token, "=") {
            advance()
            binding.value = readValue()
        }
        if isSymbol(token, "{") { binding.accessors = readAccessors(hasValue: binding.value != nil) }
        return binding
    }

    private mutating func readAccessors(hasValue: Bool) -> Property.Accessors {
        defer { skipBalanced() }
        return hasValue || beginsWithObserver ? .observers : .computed
    }

    /// Whether the brace here opens observers.
    private var beginsWithObserver: Bool {
        var scanner = self
        scanner.advance()
        _ = scanner.readAttributes()
        return scanner.isWord(scanner.token, "willSet") || scanner.isWord(scanner.token, "didSet")
    }

    /// Reads up to `=`, `,`, a brace, or the next declaration.
    private mutating func readType() -> Range<Int>? {
        let start = token.range.lowerBound
        let first = index
        var depth = 0
        while token.kind != .end, !isAtDeclaration {
            if isSymbol(token, "{") || isClosing(token) || isSymbol(token, ";") || isSymbol(token, "=") { break }
            if isSymbol(token, ","), depth == 0 { break }
            if isSymbol(token, "<") { depth += 1 }
            if isSymbol(token, ">") { depth -= 1 }
            if isOpening(token) { skipBalanced() } else { advance() }
        }
        return index == first ? nil : start..<endOfPrevious
    }

    /// Reads up to `,` before another binding, observers, or the next declaration.
    private mutating func readValue() -> Range<Int>? {
        let start = token.range.lowerBound
        let first = index
        while token.kind != .end, !isAtDeclaration, !isClosing(token), !isSymbol(token, ";") {
            if isSymbol(token, ","), beginsBinding(token(after: 1), token(after: 2)) { break }
            if isSymbol(token, "{"), beginsWithObserver { break }
            if isSymbol(token, "<"), token.isAdjacent, skipGenericArguments() { continue }
            if isOpening(token) { skipBalanced() } else { advance() }
        }
        return index == first ? nil : start..<endOfPrevious
    }

    private func beginsBinding(_ name: Token, _ next: Token) -> Bool {
        guard name.kind == .word else { return false }
        return [":", "=", ",", "{"].contains { isSymbol(next, $0) } || next.startsLine
    }

    /// Skips `<A, B>` if it is a list of generic arguments, not a comparison.
    @discardableResult
    mutating func skipGenericArguments() -> Bool {
        var scanner = self
        var depth = 0
        repeat {
            if scanner.isSymbol(scanner.token, "<") { depth += 1 }
            if scanner.isSymbol(scanner.token, ">") { depth -= 1 }
            if scanner.isSymbol(scanner.token, "(") || scanner.isSymbol(scanner.token, "[") {
                scanner.skipBalanced()
            } else if scanner.mayStandInType(scanner.token) {
                scanner.advance()
            } else {
                return false
            }
        } while depth > 0
        self = scanner
        return true
    }

    private func mayStandInType(_ token: Token) -> Bool {
        switch token.kind {
        case .word: true
        case .symbol: token.range.count == 2 || "<>,.?!&:@".utf8.contains(bytes[token.range.lowerBound])
        default: false
        }
    }
}
