import Foundation
import MicroClient
import OpenCollection
import Quoting
import Secrets

/// Values in words for a person, secrets masked: texts in quotes, everything else as JSON.
struct ShownValue {
    private let secrets: SecretMatcher
    /// Secrets that are known to be in what is shown, however short.
    private var meant: [String] = []
    private static let longest = 200

    init(secrets: SecretSet) { self.secrets = secrets.matcher }

    /// Returns the same for values that are compared with secrets, or made of them.
    func knowing(_ meant: [String]) -> ShownValue {
        var shown = self
        shown.meant = meant.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
        return shown
    }

    /// Whether the right side holds secrets: once they are trimmed and unescaped, it is not known which part of the result they are.
    var comparesWithSecrets: Bool { !meant.isEmpty }

    func text(of value: FoundValue, isSecret: Bool) -> String {
        switch value {
        case .undefined: return "undefined"
        case .large(let large): return text(of: large)
        case .value(let value): return text(of: value, isSecret: isSecret)
        }
    }

    /// - Parameter value: The value to show; nil is `undefined`.
    func text(of value: TypedValue?, isSecret: Bool = false) -> String {
        guard let value else { return "undefined" }
        return shortened(isSecret ? value.wholeMask : masked(value).jsonText)
    }

    /// Whether a part of it is a secret: a known one, one by its member's name, or a token by its look.
    func hides(_ value: TypedValue) -> Bool {
        switch value {
        case .string(let text): secrets.occurs(in: text) || !LiteralSecret.all(in: text).isEmpty
        case .list(let elements): elements.contains(where: hides)
        case .object(let members):
            members.contains {
                hides($0.value) || $0.holdsCredential
            }
        case .null, .boolean, .number, .longNumber: false
        }
    }

    /// Length of the beginning that is shown: a secret that begins there is whole within it.
    private static let mostBytes = 128 << 10

    func text(of plain: String) -> String {
        let plain = plain.utf8.count > Self.mostBytes ? String(plain.unicodeScalars.prefix(Self.mostBytes)) : plain
        let masked = meant.reduce(secrets.masked(plain)) { $0.replacingBytes(of: $1, with: Redaction.mask) }
        // Tokens of well-known shapes are masked wherever they are found.
        return SecretMatcher.hiding(LiteralSecret.all(in: masked).map(\.range), in: masked)
    }

    private func text(of large: FoundValue.Large) -> String {
        switch large.kind {
        case .object: "a large object"
        case .list: large.count.map { "a list of \($0) elements" } ?? "a large list"
        case .text: "a large text"
        }
    }

    private func masked(_ value: TypedValue) -> TypedValue {
        switch value {
        case .string(let text): .string(self.text(of: text))
        case .list(let elements): .list(elements.prefix(Self.longest).map(masked))
        case .object(let members): .object(members.prefix(Self.longest).map(masked))
        case .number, .longNumber: meant.contains { value.jsonText.contains($0) } ? .string(Redaction.mask) : value
        case .null, .boolean: value
        }
    }

    private func masked(_ member: TypedValue.Member) -> TypedValue.Member {
        .init(text(of: member.name), member.holdsCredential ? .string(Redaction.mask) : masked(member.value))
    }

    private func shortened(_ text: String) -> String {
        text.count > Self.longest ? text.prefix(Self.longest) + "…" : text
    }
}

extension TypedValue.Member {
    fileprivate var holdsCredential: Bool { value.isScalar && SecretVocabulary.isSecret(value.text, under: name) }
}

extension TypedValue {
    fileprivate var isScalar: Bool {
        switch self {
        case .list, .object: false
        default: true
        }
    }

    /// The mask of a whole value; null, true, false and empty values are no secrets.
    fileprivate var wholeMask: String {
        switch self {
        case .null, .boolean, .list([]), .object([]), .string(""): jsonText
        default: Redaction.mask
        }
    }
}

extension AssertionOperator {
    /// Returns the expectation in words.
    func expectation(_ right: ExpectedOperand, _ shown: ShownValue, isSecret: Bool) -> String {
        let isSecret = isSecret || shown.comparesWithSecrets
        func text(_ value: TypedValue?) -> String { shown.text(of: value, isSecret: isSecret) }
        switch right {
        case .none: return unaryExpectation
        case .one(let value): return expectation(text(value))
        case .pair(let first, let last): return "a number from \(text(first)) to \(text(last))"
        case .several(let values):
            return "\(self == .in ? "one" : "none") of \(values.map(text).joined(separator: ", "))"
        case .pattern(let pattern):
            let pattern = shown.comparesWithSecrets ? Redaction.mask : shown.text(of: pattern)
            return "\(self == .matches ? "a match" : "no match") of /\(pattern)/"
        }
    }

    private func expectation(_ value: String) -> String {
        switch self {
        case .neq: "anything but \(value)"
        case .gt: "a number above \(value)"
        case .gte: "a number of at least \(value)"
        case .lt: "a number below \(value)"
        case .lte: "a number of at most \(value)"
        case .contains: "a text or list with \(value) in it"
        case .notContains: "a text or list without \(value)"
        case .length: "the length \(value)"
        case .startsWith: "a text that starts with \(value)"
        case .endsWith: "a text that ends with \(value)"
        default: value
        }
    }

    private var unaryExpectation: String {
        switch self {
        case .isEmpty: "an empty text, list or object"
        case .isNotEmpty: "a text, list or object that is not empty"
        case .isNull: "null"
        case .isUndefined: "undefined"
        case .isDefined: "anything but undefined"
        case .isTruthy: "true"
        case .isFalsy: "false"
        case .isJson: "an object or a list"
        case .isNumber: "a number"
        case .isString: "a text"
        case .isBoolean: "true or false"
        default: "a list"
        }
    }
}
