import Spelling
import Text

/// A function in a template: `{{$base64(user + ':' + password)}}`.
///
/// An argument is the name of a variable, a text in quotes, a number or another function; `+` joins several.
public struct TemplateCall: Sendable, Hashable {
    enum Term: Sendable, Hashable {
        case text(String)
        /// A number, `true`, `false` or `null`.
        case literal(String)
        case name(String)
        case call(TemplateCall)
    }

    struct Argument: Sendable, Hashable {
        /// The word before a colon, as in `sub: user`.
        var label: String?
        var terms: [Term]
    }

    /// Why a call gives nothing, to follow its text: "takes a text: {{$base64(text)}}".
    struct Fault: Error, Hashable {
        var message: String
    }

    var function: TemplateFunction
    var arguments: [Argument]

    /// The names of the variables in it, each once.
    var names: [String] {
        arguments.flatMap(\.terms).flatMap { term -> [String] in
            switch term {
            case .name(let name): [name]
            case .call(let call): call.names
            case .text, .literal: []
            }
        }.unique
    }

    /// Whether the result depends on the time.
    var usesClock: Bool {
        function.usesClock
            || arguments.flatMap(\.terms).contains { if case .call(let call) = $0 { call.usesClock } else { false } }
    }

    /// Reads the name of a placeholder; nil if it is not a call: `$word(...)`.
    static func parse(_ name: String) -> Result<TemplateCall, Fault>? {
        guard name.utf8.first == UInt8(ascii: "$") else { return nil }
        var parser = TemplateCallParser(rest: name[...])
        guard let word = parser.functionName() else { return nil }
        do throws(Fault) {
            let call = try parser.call(word)
            guard parser.isAtEnd else { throw Fault(message: "has text after its last )") }
            return .success(call)
        } catch {
            return .failure(error)
        }
    }

    /// The names of variables that a placeholder needs: its own, or those in the arguments of a call.
    static func names(in name: String) -> [String] {
        guard case .success(let call)? = parse(name) else { return [name] }
        return call.names
    }
}

private struct TemplateCallParser {
    private(set) var rest: Substring
    private var depth = 0

    init(rest: Substring) { self.rest = rest }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads `$word(` or `word(`; nil if something else is next.
    mutating func functionName() -> String? {
        let word = rest.drop { $0 == "$" }.prefix(while: Self.isPartOfWord)
        guard rest[..<word.startIndex].count <= 1, word.first?.isLetter == true, rest[word.endIndex...].first == "("
        else { return nil }
        rest = rest[word.endIndex...].dropFirst()
        return String(word)
    }

    mutating func call(_ word: String) throws(TemplateCall.Fault) -> TemplateCall {
        guard let function = TemplateFunction.all.first(where: { $0.name == word }) else {
            let names = TemplateFunction.all.map(\.name)
            let advice = NearestWord.find(word, among: names).map { "did you mean $\($0)?" }
            throw TemplateCall.Fault(
                message: "is not a function; \(advice ?? "there are \(names.joined(separator: ", "))")")
        }
        depth += 1
        defer { depth -= 1 }
        guard depth <= 16 else { throw TemplateCall.Fault(message: "has too many functions within each other") }
        var arguments: [TemplateCall.Argument] = []
        if take(")") { return TemplateCall(function: function, arguments: []) }
        repeat { arguments.append(try argument()) } while take(",")
        guard take(")") else { throw TemplateCall.Fault(message: "lacks a )") }
        return TemplateCall(function: function, arguments: arguments)
    }

    private mutating func argument() throws(TemplateCall.Fault) -> TemplateCall.Argument {
        skipSpaces()
        let word = rest.prefix(while: Self.isPartOfWord)
        var label: String?
        if !word.isEmpty, rest[word.endIndex...].first == ":" {
            label = String(word)
            rest = rest[word.endIndex...].dropFirst()
        }
        var terms: [TemplateCall.Term] = []
        repeat { terms.append(try term()) } while take("+")
        return TemplateCall.Argument(label: label, terms: terms)
    }

    private mutating func term() throws(TemplateCall.Fault) -> TemplateCall.Term {
        skipSpaces()
        if let quote = rest.first, quote == "'" || quote == "\"" { return .text(try quoted(quote)) }
        if let word = functionName() { return .call(try call(word)) }
        let text = rest.prefix { !",+)".contains($0) }
        rest = rest[text.endIndex...]
        let name = String(text).trimmingWhitespace()
        guard !name.isEmpty else { throw TemplateCall.Fault(message: "lacks an argument: a name, or a text in quotes") }
        return ["true", "false", "null"].contains(name) || JSONText.isNumber(name) ? .literal(name) : .name(name)
    }

    private mutating func quoted(_ quote: Character) throws(TemplateCall.Fault) -> String {
        guard let end = rest.dropFirst().firstIndex(of: quote) else {
            throw TemplateCall.Fault(message: "has a text without its closing \(quote)")
        }
        defer { rest = rest[end...].dropFirst() }
        return String(rest[..<end].dropFirst())
    }

    private mutating func take(_ sign: Character) -> Bool {
        skipSpaces()
        guard rest.first == sign else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func skipSpaces() { rest = rest.drop(while: \.isWhitespace) }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "_")
    }
}
