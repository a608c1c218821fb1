extension SourceScanner {
    mutating func readDeclaration() -> Declaration? {
        guard var declaration = readHead(readAttributes(), readModifiers()) else { return nil }
        while token.kind != .end, !isSymbol(token, "{") { advance() }
        guard token.kind != .end else { return declaration }
        declaration.bodyStart = token.range.upperBound
        advance()
        declaration.members = readMembers()
        return declaration
    }

    /// Reads up to and including the name.
    private mutating func readHead(_ attributes: [Attribute], _ modifiers: [Modifier]) -> Declaration? {
        guard token.kind == .word, Self.typeWords.contains(text(token.range)) else { return nil }
        let keyword = token
        advance()
        let isNamed = token.kind == .word
        var declaration = Declaration(
            attributes: attributes, modifiers: modifiers, keyword: text(keyword.range), keywordRange: keyword.range,
            name: isNamed ? name(token) : "", nameRange: isNamed ? token.range : keyword.range, members: [])
        if isNamed { advance() }
        declaration.isGeneric = isSymbol(token, "<")
        return declaration
    }

    /// Reads up to a closing brace, a directive that ends this branch, or the end.
    mutating func readMembers() -> [Member] {
        var members: [Member] = []
        while token.kind != .end, !isSymbol(token, "}"), !endsBranch {
            let start = index
            if let member = readMember() { members.append(member) }
            if index == start { advance() }
        }
        return members
    }

    private var endsBranch: Bool { conditionalDepth > 0 && token.kind == .directive && text(token.range) != "#if" }

    private mutating func readMember() -> Member? {
        if token.kind == .directive { return text(token.range) == "#if" ? readConditional() : nil }
        let attributes = readAttributes()
        let start = token.range.lowerBound
        let modifiers = readModifiers()
        guard token.kind == .word else {
            if isOpening(token) { skipBalanced() }
            return nil
        }
        let word = text(token.range)
        switch word {
        case "let", "var": return .property(readProperty(attributes, modifiers, start))
        case "init", "func", "deinit", "subscript":
            advance()
            skipToBody()
            return word == "init" ? .initializer : .other(word)
        default:
            if let type = readHead(attributes, modifiers) {
                skipToBody()
                return .type(type)
            }
            advance()
            skipStatement()
            return .other(word)
        }
    }

    // MARK: Attributes and modifiers

    mutating func readAttributes() -> [Attribute] {
        var attributes: [Attribute] = []
        while isSymbol(token, "@"), token(after: 1).kind == .word { attributes.append(readAttribute()) }
        return attributes
    }

    private mutating func readAttribute() -> Attribute {
        let start = token.range.lowerBound
        advance()
        var name = self.name(token)
        advance()
        while isSymbol(token, "."), token(after: 1).kind == .word {
            advance()
            name = self.name(token)
            advance()
        }
        if isSymbol(token, "<"), token.isAdjacent { skipGenericArguments() }
        let arguments = isSymbol(token, "(") && token.isAdjacent ? readArguments() : nil
        return Attribute(name: name, range: start..<endOfPrevious, arguments: arguments)
    }

    /// Reads the text between the parentheses.
    private mutating func readArguments() -> Range<Int> {
        let start = token.range.upperBound
        skipBalanced()
        let isClosed = previous.map { isSymbol($0, ")") && $0.range.lowerBound >= start } ?? false
        return start..<(isClosed ? endOfPrevious - 1 : max(start, endOfPrevious))
    }

    /// Returns the arguments in a range of the source, which commas separate.
    public func arguments(in range: Range<Int>) -> [Argument] {
        var scanner = self
        scanner.index = tokens.firstIndex { $0.range.lowerBound >= range.lowerBound } ?? tokens.count - 1
        var found: [Argument] = []
        while scanner.token.kind != .end, range.contains(scanner.token.range.lowerBound) {
            found.append(scanner.readOneArgument(until: range.upperBound))
            scanner.advance()
        }
        return found
    }

    private mutating func readOneArgument(until end: Int) -> Argument {
        var label: String?
        if token.kind == .word, isSymbol(token(after: 1), ":") {
            label = name(token)
            advance()
            advance()
        }
        let start = token.range.lowerBound
        let first = index
        while token.kind != .end, token.range.lowerBound < end, !isSymbol(token, ",") {
            if isSymbol(token, "<"), token.isAdjacent, skipGenericArguments() { continue }
            if isOpening(token) { skipBalanced() } else { advance() }
        }
        return Argument(label: label, value: start..<(index == first ? start : endOfPrevious))
    }

    var endOfPrevious: Int { previous?.range.upperBound ?? 0 }

    mutating func readModifiers() -> [Modifier] {
        var modifiers: [Modifier] = []
        while token.kind == .word, isModifier(text(token.range)) {
            let name = text(token.range)
            advance()
            var detail: String?
            if isSymbol(token, "(") {
                advance()
                detail = text(token.range)
                while token.kind != .end, !isClosing(token) { advance() }
                advance()
            }
            modifiers.append(Modifier(name: name, detail: detail))
        }
        return modifiers
    }

    /// Returns whether a word is a modifier; `class` is one when a member follows.
    private func isModifier(_ word: String) -> Bool {
        if word == "class" { return ["func", "var", "let", "subscript"].contains(text(token(after: 1).range)) }
        return Self.modifierWords.contains(word)
    }

    // MARK: What is skipped

    /// Skips to after the first brace at this level, or before the next declaration when there is none.
    private mutating func skipToBody() {
        while token.kind != .end, !isClosing(token), !isSymbol(token, ";"), !isAtDeclaration {
            let isBody = isSymbol(token, "{")
            if isOpening(token) { skipBalanced() } else { advance() }
            if isBody { return }
        }
    }

    private mutating func skipStatement() {
        while token.kind != .end, !isClosing(token), !isSymbol(token, ";"), !isAtDeclaration {
            if isOpening(token) { skipBalanced() } else { advance() }
        }
    }

    // MARK: Conditions

    private mutating func readConditional() -> Member {
        var branches: [Member.Branch] = []
        conditionalDepth += 1
        while token.kind == .directive, text(token.range) != "#endif", branches.isEmpty || text(token.range) != "#if" {
            let directive = readDirectiveLine()
            // Excessive nesting is skipped.
            if conditionalDepth > 64 {
                index = tokens.count - 1
            } else {
                branches.append(Member.Branch(directive: directive, members: readMembers()))
            }
            while token.kind != .end, token.kind != .directive { advance() }
        }
        conditionalDepth -= 1
        if token.kind == .directive { advance() }
        return .conditional(branches)
    }

    /// Reads the directive with its condition, to the end of the line.
    private mutating func readDirectiveLine() -> String {
        let start = token.range.lowerBound
        advance()
        while token.kind != .end, !token.startsLine { if isOpening(token) { skipBalanced() } else { advance() } }
        return text(start..<endOfPrevious)
    }
}
