import OpenCollection
import Quoting
import Text

/// Placeholders in a rendered request for values that are not to be written out, and the shell variables made of them.
struct ShellPlaceholders {
    /// Why a value is not written out.
    enum Meaning: String, CaseIterable {
        case secret = "secret"
        case literal = "hard-coded in the request, and looks like a secret"
        case environment = "secret, from the process environment"
        case missing = "without a value here"
        case token = "an OAuth 2 token"
        /// A value that changes while a load test runs, or that is at the top of its file.
        case variable = "variable"
    }

    /// The beginning of each mark, which does not occur in the texts that marks are put into.
    private let mark: String
    /// Shell variables by the number in the mark.
    private var names: [String] = []
    private var numbers: [ExactText: Int] = [:]
    /// Literals that look like secrets, with the shell variable that each became.
    private(set) var literals: [ExactText: String] = [:]
    /// Shell variables that occur, with what they are, in order.
    private(set) var used: [(name: String, meaning: Meaning)] = []
    private var meanings: [String: Meaning] = [:]
    private let publicNames: Set<String>
    private let publicValues: Set<String>

    /// - Parameters:
    ///   - text: everything that the marks are put into.
    ///   - scopes: the variables, some of which may be written out although they look like secrets.
    init(besides text: String, scopes: VariableScopes) {
        publicNames = scopes.publicNames
        publicValues = scopes.publicValues
        var mark = "StandInForValue"
        while text.utf8.contains(mark.utf8) { mark += "X" }
        self.mark = mark
    }

    /// The mark for a name; only letters and digits, so that no encoding changes it.
    mutating func mark(for name: String, _ meaning: Meaning) -> String {
        let key = ExactText("\(meaning) \(name)")
        if let number = numbers[key] { return "\(mark)\(number)E" }
        // The shell's own environment holds it under this name.
        let shellName = meaning == .environment ? Self.shellName(name) : unique(Self.shellName(name))
        names.append(shellName)
        numbers[key] = names.count - 1
        meanings[shellName] = meaning
        return "\(mark)\(names.count - 1)E"
    }

    /// Whether a text begins with the mark for a value.
    func beginsWithMark(_ text: String) -> Bool { text.utf8.starts(with: mark.utf8) }

    /// A rendered text with variables in the place of marks and of literals that look like secrets.
    ///
    /// - Parameters:
    ///   - name: The name of the header or field that has the text as its value.
    ///   - type: The `Content-Type` of the body that the text is; nil if it is none.
    mutating func shellText(_ text: String, named name: String? = nil, ofBody type: String? = nil) -> ShellText {
        let (template, holes) = template(text)
        let bytes = Array(template.utf8)
        var places = holes.map { (range: $0.range, name: names[$0.number]) }
        for secret in LiteralSecret.all(in: template, named: name, ofBody: type) {
            let value = String(decoding: bytes[secret.range], as: UTF8.self)
            guard !secret.isPublic(publicNames), !publicValues.contains(value),
                !holes.contains(where: { secret.range.contains($0.range.lowerBound) })
            else { continue }
            places.append((secret.range, variable(for: value, secret.variableName)))
        }
        places.sort { $0.range.lowerBound < $1.range.lowerBound }
        return ShellText(pieces(template, places))
    }

    private mutating func pieces(_ text: String, _ places: [(range: Range<Int>, name: String)]) -> [ShellText.Piece] {
        for place in places where !used.contains(where: { $0.name == place.name }) {
            used.append((place.name, meanings[place.name] ?? .secret))
        }
        let texts = text.around(places.map(\.range)).map { ShellText.Piece.text($0) }
        return texts.prefix(1) + zip(places, texts.dropFirst()).flatMap { [.variable($0.name), $1] }
    }

    /// The text with placeholders in the place of marks, which is what ``LiteralSecret`` passes over.
    private func template(_ text: String) -> (text: String, holes: [(range: Range<Int>, number: Int)]) {
        var result: [UInt8] = []
        var holes: [(Range<Int>, Int)] = []
        for (index, part) in text.utf8.split(separator: Array(mark.utf8), omittingEmptySubsequences: false).enumerated()
        {
            guard index > 0, let end = part.firstIndex(of: UInt8(ascii: "E")), let number = Int(Substring(part[..<end]))
            else {
                result += part
                continue
            }
            let start = result.count
            result += "{{\(names[number])}}".utf8
            holes.append((start..<result.count, number))
            result += part[part.index(after: end)...]
        }
        return (String(decoding: result, as: UTF8.self), holes)
    }

    private mutating func variable(for value: String, _ plain: String) -> String {
        if let name = literals[ExactText(value)] { return name }
        let name = unique(Self.shellName(plain).uppercased())
        literals[ExactText(value)] = name
        meanings[name] = .literal
        return name
    }

    private func unique(_ name: String) -> String {
        let taken = Set(names).union(literals.values)
        if !taken.contains(name), !Self.reserved.contains(name) { return name }
        return (2...).lazy.map { "\(name)_\($0)" }.first { !taken.contains($0) } ?? name
    }

    /// Names that mean something to a shell or a program that it starts.
    static let reserved: Set = [
        "PATH", "HOME", "IFS", "PWD", "USER", "SHELL", "TERM", "LANG", "PS1", "PS2", "PS4", "ENV", "UID", "PPID", "_",
    ]

    static func shellName(_ name: String) -> String {
        let plain = String(
            decoding: name.utf8.map { ShellQuoting.isNameByte($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        guard let first = plain.utf8.first else { return "VALUE" }
        return (0x30...0x39).contains(first) ? "_\(plain)" : plain
    }
}
