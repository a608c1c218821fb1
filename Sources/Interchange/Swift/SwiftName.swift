/// Makes names that Swift takes, of whatever keys and titles say.
enum SwiftName {
    /// "user_name" becomes `userName`, "Content-Type" `contentType`, "+1" `plus1`. Without backticks.
    static func property(_ text: String) -> String {
        let words = words(in: text)
        let first = words.first.map(lowercasedFirst) ?? "value"
        let name = first + words.dropFirst().map(uppercasedFirst).joined()
        let legal = startsWithDigit(name) ? "_" + name : name
        return impossible.contains(legal) ? legal + "Value" : legal
    }

    /// "user_name" becomes `UserName`.
    static func type(_ text: String) -> String {
        let name = words(in: text).map(uppercasedFirst).joined()
        guard let first = name.unicodeScalars.first else { return "Value" }
        if startsWithDigit(name) { return "_" + name + "Type" }
        // In scripts without capitals a type would have the name of its property.
        return isCapital(first) ? name : name + "Type"
    }

    /// The name of one of several: "users" becomes "user"; nil for what does not look like several.
    static func singular(_ text: String) -> String? {
        let lower = text.lowercased()
        if lower.count < 3 || ["ss", "us", "is", "news", "series"].contains(where: lower.hasSuffix) { return nil }
        if lower.hasSuffix("ies"), lower.count > 4 { return text.dropLast(3) + "y" }
        if ["sses", "shes", "ches", "xes"].contains(where: lower.hasSuffix) { return String(text.dropLast(2)) }
        return lower.hasSuffix("s") ? String(text.dropLast()) : nil
    }

    /// Returns the name as it is written where it is declared or used.
    static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Returns the name as it is written before a colon in a call.
    static func label(_ name: String) -> String { ["inout", "let", "var"].contains(name) ? "`\(name)`" : name }

    /// The first of `name`, `name2`, `name3` that is not taken.
    static func unique(_ name: String, among taken: Set<String>) -> String {
        guard taken.contains(name) else { return name }
        var number = 2
        while taken.contains("\(name)\(number)") { number += 1 }
        return "\(name)\(number)"
    }

    // MARK: Words

    /// Returns words of letters and digits, cut at everything else and where a small letter meets a capital one.
    private static func words(in text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            guard isLegal(scalar) else {
                words.append(word)
                word = index == 0 ? sign(scalar) : ""
                continue
            }
            if isCapital(scalar), let last = word.unicodeScalars.last, !isCapital(last) {
                words.append(word)
                word = ""
            }
            word.unicodeScalars.append(scalar)
        }
        return (words + [word]).filter { !$0.isEmpty }
    }

    /// Returns the word for a sign in front: votes are often counted under "+1" and "-1".
    private static func sign(_ scalar: Unicode.Scalar) -> String {
        scalar == "+" ? "plus" : scalar == "-" ? "minus" : ""
    }

    private static func isCapital(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isUppercase }

    /// - Source: The Swift Programming Language, "Identifiers"; of what it allows, letters and digits.
    private static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0xC0...0x2FF, 0x370...0x167F, 0x1E00...0x1FFF, 0x2C00...0x2DFF, 0x3040...0xD7FF, 0x10000...0x1FFFD,
            0x20000...0x2FFFD:
            scalar.properties.isAlphabetic && scalar.properties.generalCategory.isLetter
        default: false
        }
    }

    private static func startsWithDigit(_ name: String) -> Bool {
        name.utf8.first.map { (0x30...0x39).contains($0) } ?? false
    }

    /// "ID" becomes "id", "URLPath" "urlPath".
    private static func lowercasedFirst(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }.count
        if capitals == word.count { return word.lowercased() }
        let count = capitals > 1 ? capitals - 1 : capitals
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }

    private static func uppercasedFirst(_ word: String) -> String {
        // The capital of some letters is several: ß.
        let first = word.prefix(1).uppercased()
        return (first.count == 1 ? first : String(word.prefix(1))) + word.dropFirst()
    }

    // MARK: Words of the language

    /// Names that cannot be properties, whatever surrounds them, or that the conformances have themselves.
    private static let impossible: Set<String> = ["self", "Self", "init", "Type", "Protocol", "hashValue", "_"]

    /// - Source: The Swift Programming Language, "Keywords and Punctuation".
    private static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "inout", "internal",
        "let", "open", "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static", "struct",
        "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
        "fallthrough", "for", "guard", "if", "in", "repeat", "return", "switch", "throw", "where", "while", "any", "as",
        "await", "false", "is", "nil", "super", "throws", "true", "try", "package",
    ]
}

extension Unicode.GeneralCategory {
    fileprivate var isLetter: Bool {
        switch self {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }
}
