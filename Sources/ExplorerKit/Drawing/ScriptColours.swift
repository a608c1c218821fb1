import TextGrid

/// The words, texts, numbers and comments of JavaScript, for their colours.
///
/// It knows as much of the language as colours need, and takes what is broken as it comes.
///
/// - Source: ECMA-262, section 12 (lexical grammar).
package struct ScriptColours {
    /// A part of a line with a colour of its own. Columns count characters.
    package struct Part: Sendable, Hashable {
        package var columns: Range<Int>
        package var style: Style
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

    /// Returns the parts of some lines of a script.
    package static func parts(of script: [String], in range: Range<Int>) -> [[Part]] {
        var colours = ScriptColours()
        return script.prefix(range.upperBound).map { colours.read(Array($0)) }.dropFirst(range.lowerBound).map(\.self)
    }

    /// Returns a line as runs.
    package static func runs(_ line: String, _ parts: [Part]) -> [StyledText] {
        let characters = Array(line)
        var runs: [StyledText] = []
        var end = 0
        for part in parts {
            if part.columns.lowerBound > end {
                runs.append(StyledText(String(characters[end..<part.columns.lowerBound])))
            }
            runs.append(StyledText(String(characters[part.columns]), part.style))
            end = part.columns.upperBound
        }
        if end < characters.count { runs.append(StyledText(String(characters[end...]))) }
        return runs
    }

    // MARK: - One line

    private mutating func read(_ line: [Character]) -> [Part] {
        var parts: [Part] = []
        var index = 0
        while index < line.count {
            let start = index
            let style = next(in: line, &index)
            guard let style, index > start else { continue }
            if let last = parts.last, last.style == style, last.columns.upperBound == start {
                parts[parts.count - 1].columns = last.columns.lowerBound..<index
            } else {
                parts.append(Part(columns: start..<index, style: style))
            }
        }
        return parts
    }

    /// Goes over one part of a line, or one character.
    ///
    /// - Returns: Its style; nil for one without a colour.
    private mutating func next(in line: [Character], _ index: inout Int) -> Style? {
        switch place {
        case .comment:
            index = Self.end(of: ["*", "/"], in: line, from: index) ?? line.count
            if index >= 2, line[index - 2] == "*", line[index - 1] == "/" { place = .code }
            return .dimmed
        case .template: return template(line, &index)
        case .code: return code(line, &index)
        }
    }

    private mutating func template(_ line: [Character], _ index: inout Int) -> Style {
        while index < line.count {
            if line[index] == "$", index + 1 < line.count, line[index + 1] == "{" {
                (place, expectsValue) = (.code, true)
                braces.append(0)
                index += 2
                return .jsonString
            }
            let isEnd = line[index] == "`"
            index += line[index] == "\\" ? 2 : 1
            if isEnd {
                (place, expectsValue) = (.code, false)
                break
            }
        }
        index = min(index, line.count)
        return .jsonString
    }

    private mutating func code(_ line: [Character], _ index: inout Int) -> Style? {
        let character = line[index]
        let following = index + 1 < line.count ? line[index + 1] : nil
        switch character {
        case "/" where following == "/":
            index = line.count
            return .dimmed
        case "/" where following == "*":
            place = .comment
            index += 2
            return .dimmed
        case "/" where expectsValue:
            index = Self.endOfExpression(in: line, from: index + 1)
            expectsValue = false
            return .jsonString
        case "\"", "'":
            index = Self.end(ofTextIn: line, from: index + 1, closing: character)
            expectsValue = false
            return .jsonString
        case "`":
            place = .template
            index += 1
            return .jsonString
        case "{", "}": return brace(character, &index)
        case _ where character.isLetter || "_$#".contains(character): return word(line, &index)
        case _ where character.isNumber:
            while index < line.count, line[index].isLetter || line[index].isNumber || "._".contains(line[index]) {
                index += 1
            }
            expectsValue = false
            return .jsonNumber
        default:
            if !character.isWhitespace { expectsValue = !")]".contains(character) }
            index += 1
            return nil
        }
    }

    /// A closing brace may be that of `${`.
    private mutating func brace(_ character: Character, _ index: inout Int) -> Style? {
        index += 1
        expectsValue = true
        guard let open = braces.last else { return nil }
        if character == "}", open == 0 {
            braces.removeLast()
            place = .template
            return .jsonString
        }
        braces[braces.count - 1] += character == "{" ? 1 : -1
        return nil
    }

    private mutating func word(_ line: [Character], _ index: inout Int) -> Style? {
        let start = index
        while index < line.count, line[index].isLetter || line[index].isNumber || "_$#".contains(line[index]) {
            index += 1
        }
        // A member may have the name of a word of the language: `promise.catch`.
        let isMember = start > 0 && line[start - 1] == "."
        let isWord = !isMember && Self.words.contains(String(line[start..<index]))
        expectsValue = isWord && !Self.values.contains(String(line[start..<index]))
        return isWord ? .jsonWord : nil
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
