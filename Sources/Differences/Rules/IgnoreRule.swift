public import BodyView

/// A rule by which a difference does not count.
public enum IgnoreRule: Sendable, Hashable {
    /// Values at these paths of JSON, and within.
    case path(PathPattern)
    /// A change between two values that both match this pattern: of JSON, of headers and of lines of text.
    case values(ValuePattern)
    /// A header by its name, ignoring case; `*` matches any characters.
    case header(String)
    /// Lines of text in which a regular expression finds something, on both sides.
    case line(BodyPattern)
    /// Text in the place of a marker of the old value, `{{token}}`, which masks a secret. Not a user's rule.
    ///
    /// - Parameter onBothSides: Whether the new value may be masked too: for kept responses, not for one that has just arrived.
    case masked(onBothSides: Bool)
    /// `Content-Length` follows from the body: if that is compared, it adds nothing. Not a user's rule.
    case followsFromBody
}

/// A pattern of values.
public enum ValuePattern: Sendable, Hashable {
    /// A date: "2026-11-22", "2026-11-22T03:25:10Z", "2026-11-22 03:25:10.123+01:00".
    case isoDate
    case uuid
    /// A number as in JSON, also within a string.
    case number
    /// A regular expression finds something in the value; `^` and `$` anchor it to the whole.
    case regex(BodyPattern)
}

/// The reason why the text of a rule is invalid.
public struct IgnoreRuleError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text as it was written.
    public var text: String
    /// The fault, and how to fix it.
    public var reason: String

    public init(text: String, reason: String) { (self.text, self.reason) = (text, reason) }

    /// The text with the reason: "`$.items[`: character 9: expected a number, `*` or a name in quotes".
    public var description: String { "`\(text)`: \(reason)" }
}

extension IgnoreRule: CustomStringConvertible {
    /// The rule as in a file: "$..id", "pattern: uuid", "pattern: /^req-/", "line: /^# made at/", "header: X-Trace-*".
    public var description: String {
        switch self {
        case .path(let path): path.description
        case .values(let pattern): "pattern: \(pattern)"
        case .header(let name): "header: \(name)"
        case .line(let pattern): "line: /\(pattern.text)/"
        case .masked: "masked"
        case .followsFromBody: "follows from the body"
        }
    }

    /// The name of the rule in a verdict: "$.updatedAt", "a uuid", "Date".
    public var name: String {
        switch self {
        case .path, .line: description
        case .values(let pattern): "\(pattern)"
        case .header(let name): name
        case .masked: "masked values"
        case .followsFromBody: "Content-Length"
        }
    }

    /// - Throws: ``IgnoreRuleError`` with the valid forms.
    public init(_ text: String) throws(IgnoreRuleError) {
        let trimmed = text.trimmed
        guard !trimmed.hasPrefix("$") else {
            self = .path(try PathPattern(trimmed))
            return
        }
        let pieces = trimmed.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = pieces.count == 2 ? String(pieces[1]).trimmed : ""
        switch (pieces.first.map(String.init), value.isEmpty) {
        case ("pattern", false): self = .values(try ValuePattern(value))
        case ("line", false): self = .line(try BodyPattern(rule: value, kind: "line"))
        case ("header", false): self = .header(try Self.headerName(value))
        default:
            throw IgnoreRuleError(
                text: text,
                reason: "write a path ($.items[*].updatedAt, $..id), `pattern: iso-date`, `pattern: uuid`, "
                    + "`pattern: number`, `pattern: /regex/` or `line: /regex/`")
        }
    }

    /// Creates a rule from a header's name in the list of headers.
    ///
    /// - Throws: ``IgnoreRuleError`` if the name is not valid for a header.
    public init(header name: String) throws(IgnoreRuleError) { self = .header(try Self.headerName(name.trimmed)) }

    private static func headerName(_ text: String) throws(IgnoreRuleError) -> String {
        let isName =
            !text.isEmpty
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
        guard isName else {
            throw IgnoreRuleError(
                text: text,
                reason: "a header name has no spaces or colons; `*` matches any characters, as in X-Trace-*")
        }
        return text
    }
}

extension ValuePattern: CustomStringConvertible {
    /// The pattern as in a file: "iso-date", "uuid", "number", "/^req-/".
    public var description: String {
        switch self {
        case .isoDate: "iso-date"
        case .uuid: "uuid"
        case .number: "number"
        case .regex(let pattern): "/\(pattern.text)/"
        }
    }

    /// - Throws: ``IgnoreRuleError`` with the valid patterns.
    public init(_ text: String) throws(IgnoreRuleError) {
        switch text {
        case "iso-date": self = .isoDate
        case "uuid": self = .uuid
        case "number": self = .number
        case _ where text.hasPrefix("/"): self = .regex(try BodyPattern(rule: text, kind: "pattern"))
        default:
            throw IgnoreRuleError(
                text: text, reason: "the patterns are iso-date, uuid, number, and a regular expression between slashes")
        }
    }
}

extension BodyPattern {
    /// Reads a regular expression between slashes, which need no escape within.
    fileprivate init(rule text: String, kind: String) throws(IgnoreRuleError) {
        guard text.count > 2, text.hasPrefix("/"), text.hasSuffix("/") else {
            throw IgnoreRuleError(
                text: text, reason: "write a regular expression between slashes, as in `\(kind): /^build \\d+/`")
        }
        self.init(String(text.dropFirst().dropLast()), isRegex: true)
        do throws(BodyPatternError) {
            _ = try BodyMatcher(self)
        } catch {
            throw IgnoreRuleError(text: text, reason: "\(error)")
        }
    }
}

extension String {
    /// The text without spaces at both ends.
    var trimmed: String {
        let isSpaceOrTab: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: isSpaceOrTab).reversed().drop(while: isSpaceOrTab).reversed())
    }
}
