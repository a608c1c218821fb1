/// The value of a `Content-Type` field (RFC 9110, section 8.3).
public struct ContentType: Sendable, Hashable, CustomStringConvertible {
    /// The type in lower case: "application".
    public var type: String
    /// The subtype in lower case: "problem+json".
    public var subtype: String
    /// The parameters in order; names in lower case, values without quotes.
    public var parameters: [Parameter]

    public struct Parameter: Sendable, Hashable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(type: String, subtype: String, parameters: [Parameter] = []) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    /// Reads a field's value; nil if it has no type and subtype. Invalid parameters are left out.
    public init?(_ value: String) {
        var pieces = Self.split(value)[...]
        let essence = pieces.removeFirst().unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(
            Substring.init)
        guard essence.count == 2, let type = Self.token(essence[0]), let subtype = Self.token(essence[1]) else {
            return nil
        }
        self.init(type: type, subtype: subtype, parameters: pieces.compactMap { Parameter(piece: $0) })
    }

    /// The type and subtype, without parameters: "application/json".
    public var essence: String { "\(type)/\(subtype)" }
    /// The named charset as spelled; nil if there is none.
    public var charset: String? { self["charset"] }

    /// The first value of a parameter; its name in lower case.
    public subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }

    public var description: String {
        parameters.reduce(essence) { "\($0); \($1.name)=\(Self.isToken($1.value) ? $1.value : "\"\($1.value)\"")" }
    }
}

extension ContentType {
    /// Splits the text at semicolons outside quotes.
    private static func split(_ text: String) -> [String] {
        var pieces = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text.unicodeScalars {
            if character == ";", !isQuoted {
                pieces.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            pieces[pieces.count - 1].unicodeScalars.append(character)
        }
        return pieces
    }

    private static func token(_ text: Substring) -> String? {
        let trimmed = trim(text)
        return isToken(trimmed) ? trimmed.lowercased() : nil
    }

    fileprivate static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
    }

    fileprivate static func trim(_ text: some StringProtocol) -> String {
        let isSpaceOrTab: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
        let rest = text.unicodeScalars.drop(while: isSpaceOrTab)
        return String(String.UnicodeScalarView(rest.reversed().drop(while: isSpaceOrTab).reversed()))
    }
}

extension ContentType.Parameter {
    fileprivate init?(piece: String) {
        guard let equals = piece.unicodeScalars.firstIndex(of: "=") else { return nil }
        let name = ContentType.trim(piece[..<equals]).lowercased()
        guard ContentType.isToken(name) else { return nil }
        self.init(name, Self.unquoted(ContentType.trim(Substring(piece[equals...].unicodeScalars.dropFirst()))))
    }

    private static func unquoted(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count >= 2, scalars.first == "\"", scalars.last == "\"" else { return text }
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for character in scalars.dropFirst().dropLast() {
            isEscaped = character == "\\" && !isEscaped
            if !isEscaped { result.append(character) }
        }
        return String(result)
    }
}
