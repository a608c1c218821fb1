/// The words, texts, numbers and comments of JavaScript, the language of scripts.
///
/// It knows as much of the language as it takes to distinguish these, and accepts what is broken.
///
/// - Source: ECMA-262, section 12 (lexical grammar).
package struct ScriptTokens {
    package enum Kind: Sendable, Hashable {
        /// A word of the language.
        case word
        /// A text, a template or a regular expression.
        case text
        case number
        case comment
    }

    /// A part of a line. Columns count characters.
    package struct Token: Sendable, Hashable {
        package var columns: Range<Int>
        package var kind: Kind
    }

    /// The construct of the language that a line begins in.
    private enum Place: Hashable {
        case code
        case comment
        case template
    }

    private var place = Place.code
    /// The number of open braces in the `${` of each template around the code.
    private var braces: [Int] = []
    /// Whether a slash begins a regular expression: no value is before it.
    private var expectsValue = true

    /// Returns the tokens of some lines of a script.
    package static func tokens(of script: [String], in range: Range<Int>) -> [[Token]] {
        var tokens = ScriptTokens()
        return script.prefix(range.upperBound).map { tokens.read(Array($0)) }.dropFirst(range.lowerBound).map(\.self)
    }

    // MARK: - One line

    private mutating func read(_ line: [Character]) -> [Token] {
        var tokens: [Token] = []
        var index = 0
        while index < line.count {
            let start = index
            let kind = next(in: line, &index)
            guard let kind, index > start else { continue }
            if let last = tokens.last, last.kind == kind, last.columns.upperBound == start {
                tokens[tokens.count - 1].columns = last.columns.lowerBound..<index
            } else {
                tokens.append(Token(columns: start..<index, kind: kind))
            }
        }
        return tokens
    }

    /// Passes one part of a line, or one character.
    ///
    /// - Returns: its kind, or nil if it is none of these.
    private mutating func next(in line: [Character], _ index: inout Int) -> Kind? {
        switch place {
        case .comment:
            index = Self.end(of: ["*", "/"], in: line, from: index) ?? line.count
            if index >= 2, line[index - 2] == "*", line[index - 1] == "/" { place = .code }
            return .comment
        case .template: return template(line, &index)
        case .code: return code(line, &index)
        }
    }

    private mutating func template(_ line: [Character], _ index: inout Int) -> Kind {
        while index < line.count {
            if line[index] == "$", index + 1 < line.count, line[index + 1] == "{" {
                (place, expectsValue) = (.code, true)
                braces.append(0)
                index += 2
                return .text
            }
            let isEnd = line[index] == "`"
            index += line[index] == "\\" ? 2 : 1
            if isEnd {
                (place, expectsValue) = (.code, false)
                break
            }
        }
        index = min(index, line.count)
        return .text
    }

    private mutating func code(_ line: [Character], _ index: inout Int) -> Kind? {
        let character = line[index]
        let following = index + 1 < line.count ? line[index + 1] : nil
        switch character {
        case "/" where following == "/":
            index = line.count
            return .comment
        case "/" where following == "*":
            place = .comment
            index += 2
            return .comment
        case "/" where expectsValue:
            index = Self.endOfExpression(in: line, from: index + 1)
            expectsValue = false
            return .text
        case "\"", "'":
            index = Self.end(ofTextIn: line, from: index + 1, closing: character)
            expectsValue = false
            return .text
        case "`":
            place = .template
            index += 1
            return .text
        case "{", "}": return brace(character, &index)
        case _ where character.isLetter || "_$#".contains(character): return word(line, &index)
        case _ where character.isNumber:
            while index < line.count, line[index].isLetter || line[index].isNumber || "._".contains(line[index]) {
                index += 1
            }
            expectsValue = false
            return .number
        default:
            if !character.isWhitespace { expectsValue = !")]".contains(character) }
            index += 1
            return nil
        }
    }

    /// A closing brace may be that of `${`.
    private mutating func brace(_ character: Character, _ index: inout Int) -> Kind? {
        index += 1
        expectsValue = true
        guard let open = braces.last else { return nil }
        if character == "}", open == 0 {
            braces.removeLast()
            place = .template
            return .text
        }
        braces[braces.count - 1] += character == "{" ? 1 : -1
        return nil
    }

    private mutating func word(_ line: [Character], _ index: inout Int) -> Kind? {
        let start = index
        while index < line.count, line[index].isLetter || line[index].isNumber || "_$#".contains(line[index]) {
            index += 1
        }
        // A member may have the name of a word of the language: `promise.catch`.
        let isMember = start > 0 && line[start - 1] == "."
        let isWord = !isMember && Self.words.contains(String(line[start..<index]))
        expectsValue = isWord && !Self.values.contains(String(line[start..<index]))
        return isWord ? .word : nil
    }

    private static let values: Set = ["false", "null", "super", "this", "true", "undefined"]
    private static let words: Set = values.union([
        "async", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
        "else", "export", "extends", "finally", "for", "function", "if", "import", "in", "instanceof", "let", "new",
        "of",
        "return", "static", "switch", "throw", "try", "typeof", "var", "void", "while", "with", "yield",
    ])

    private static func end(of mark: [Character], in line: [Character], from start: Int) -> Int? {
        line[start...].indices.first { line[$0...].starts(with: mark) }.map { $0 + mark.count }
    }

    private static func end(ofTextIn line: [Character], from start: Int, closing: Character) -> Int {
        var index = start
        while index < line.count, line[index] != closing { index += line[index] == "\\" ? 2 : 1 }
        return min(index + 1, line.count)
    }

    /// Returns the end of a regular expression with its flags.
    private static func endOfExpression(in line: [Character], from start: Int) -> Int {
        var (index, isInClass) = (start, false)
        while index < line.count, line[index] != "/" || isInClass {
            if line[index] == "[" { isInClass = true }
            if line[index] == "]" { isInClass = false }
            index += line[index] == "\\" ? 2 : 1
        }
        index += 1
        while index < line.count, line[index].isLetter { index += 1 }
        return min(index, line.count)
    }
}
