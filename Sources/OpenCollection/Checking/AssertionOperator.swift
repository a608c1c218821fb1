import Spelling

/// The operators of assertions.
///
/// - Source: Bruno, `packages/bruno-js/src/runtime/assert-runtime.js`.
public enum AssertionOperator: String, Sendable, Hashable, CaseIterable {
    case eq, neq, gt, gte, lt, lte, between
    case `in`, notIn, contains, notContains, length, matches, notMatches, startsWith, endsWith
    case isEmpty, isNotEmpty, isNull, isUndefined, isDefined, isTruthy, isFalsy
    case isJson, isNumber, isString, isBoolean, isArray

    /// Whether it compares with nothing: its value is ignored.
    public var isUnary: Bool { rawValue.hasPrefix("is") }

    /// Whether its value must be a template literal of JavaScript's: `${…}` runs, a backtick ends it.
    ///
    /// Unary operators have no value, and a pattern is not such a literal.
    public func needsScript(for value: String) -> Bool {
        guard !isUnary, self != .matches, self != .notMatches else { return false }
        return value.contains("${") || value.contains("`")
    }

    static let list = allCases.map(\.rawValue).joined(separator: ", ")

    /// The operator that another tool, or a slip, calls by this word; nil when none is near.
    static func meant(by word: String) -> String? {
        others[word.filter(\.isLetter).lowercased()] ?? NearestWord.find(word, among: allCases.map(\.rawValue))
    }

    /// Names of the format's site and of everyday speech.
    private static let others = [
        "equals": "eq", "equal": "eq", "is": "eq", "notequals": "neq", "notequal": "neq", "isnot": "neq",
        "greaterthan": "gt", "greaterthanorequal": "gte", "greaterthanorequals": "gte", "lessthan": "lt",
        "lessthanorequal": "lte", "lessthanorequals": "lte", "exists": "isDefined", "notexists": "isUndefined",
        "includes": "contains", "haslength": "length", "regex": "matches", "match": "matches", "oneof": "in",
    ]
}

extension Assertion {
    /// An operator that compares with nothing takes the value out.
    package mutating func take(operator word: String) {
        `operator` = word
        if AssertionOperator(rawValue: word)?.isUnary == true { value = nil }
    }
}
