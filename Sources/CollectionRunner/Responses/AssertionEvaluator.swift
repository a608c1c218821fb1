import OpenCollection
import Text

/// Whether an assertion holds: its left side, its operator, its right side.
///
/// - Source: Bruno, `packages/bruno-js/src/runtime/assert-runtime.js`: Chai, whose `eq` is strict.
struct AssertionEvaluator {
    let left: FoundValue
    let right: ExpectedOperand
    /// Whether the right side is not to be shown.
    let isSecret: Bool
    /// Whether a pattern has taken too long.
    let isOutOfTime: () -> Bool

    func holds(_ operator: AssertionOperator) throws(NoValue) -> Bool {
        switch `operator` {
        case .eq: try isStrictlyEqual
        case .neq: try !isStrictlyEqual
        case .gt: compare { $0 > $1 }
        case .gte: compare { $0 >= $1 }
        case .lt: compare { $0 < $1 }
        case .lte: compare { $0 <= $1 }
        case .between: isBetween
        case .in: try isOneOf
        case .notIn: try !isOneOf
        case .contains: try contains ?? false
        case .notContains: try contains.map { !$0 } ?? false
        case .length: try hasLength
        case .matches: try matches
        case .notMatches: try !matches
        case .startsWith: try texts.map { $0.utf16.starts(with: $1.utf16) } ?? false
        case .endsWith: try texts.map { $0.utf16.reversed().starts(with: $1.utf16.reversed()) } ?? false
        case .isEmpty: isEmpty ?? false
        case .isNotEmpty: isEmpty.map { !$0 } ?? false
        default: holdsByKind(`operator`)
        }
    }

    /// Operators without a right side, that look at the kind of value or at one value only.
    private func holdsByKind(_ operator: AssertionOperator) -> Bool {
        switch `operator` {
        case .isNull: left == .value(.null)
        case .isUndefined: left == .undefined
        case .isDefined: left != .undefined
        case .isTruthy: left == .value(.boolean(true))
        case .isFalsy: left == .value(.boolean(false))
        case .isJson: left.kind == .object || left.kind == .list
        case .isNumber: left.kind == .number
        case .isString: left.kind == .text
        case .isBoolean: left.kind == .boolean
        case .isArray: left.kind == .list
        default: false
        }
    }

    // MARK: - Comparing

    private var isStrictlyEqual: Bool {
        get throws(NoValue) {
            guard case .one(let right) = right else { return false }
            return try Self.areEqual(left, right)
        }
    }

    private var isOneOf: Bool {
        get throws(NoValue) {
            guard case .several(let values) = right else { return false }
            for value in values where try Self.areEqual(left, value) { return true }
            return false
        }
    }

    private static func areEqual(_ left: FoundValue, _ right: TypedValue?) throws(NoValue) -> Bool {
        switch left {
        case .undefined: right == nil
        case .value(let value): if let right { try value.isStrictlyEqual(to: right) } else { false }
        // Lists and objects equal nothing.
        case .large(let large):
            if large.kind == .text, case .string? = right { throw .tooLarge } else { false }
        }
    }

    private func compare(_ holds: (Double, Double) -> Bool) -> Bool {
        guard let left = left.number, case .one(let value) = right, let right = value?.double else { return false }
        return holds(left, right)
    }

    private var isBetween: Bool {
        guard let left = left.number, case .pair(let first, let last) = right, let first = first?.double,
            let last = last?.double
        else { return false }
        return first <= left && left <= last
    }

    // MARK: - Texts and lists

    /// Both sides as texts; nil if one of them is something else.
    private var texts: (String, String)? {
        get throws(NoValue) {
            guard left.kind == .text, case .one(let value?) = right, let right = value.writtenText else { return nil }
            guard case .value(.string(let text)) = left else { throw .tooLarge }
            return (text, right)
        }
    }

    /// Whether the left side contains the right one; nil if its kind can contain nothing.
    private var contains: Bool? {
        get throws(NoValue) {
            guard case .one(let right) = right else { return nil }
            switch left {
            case .value(.string(let text)):
                let part = right?.scriptText ?? "undefined"
                return part.isEmpty || text.contains(units: part)
            case .value(.list(let elements)):
                guard let right else { return false }
                for element in elements where try element.isStrictlyEqual(to: right) { return true }
                return false
            case .large(let large) where large.kind != .object: throw .tooLarge
            default: return nil
            }
        }
    }

    /// Compared loosely: a text that reads as a number is that number.
    private var hasLength: Bool {
        get throws(NoValue) {
            guard case .one(let value) = right, let value, let wanted = value.looseNumber else {
                throw .notEvaluated("length is compared with a number")
            }
            guard let length = try left.length else { return false }
            return length == wanted
        }
    }

    /// Whether the left side is empty; nil for what is neither empty nor not: numbers, true and false, null, undefined.
    private var isEmpty: Bool? {
        switch left {
        case .value(.string(let text)): text.isEmpty
        case .value(.list(let elements)): elements.isEmpty
        case .value(.object(let members)): members.isEmpty
        case .large: false
        default: nil
        }
    }

    private func pattern(_ text: String) throws(NoValue) -> JavaScriptPattern {
        do throws(NoValue) {
            return try JavaScriptPattern(text)
        } catch {
            throw isSecret ? .notEvaluated("the pattern is not a supported regular expression") : error
        }
    }

    private var matches: Bool {
        get throws(NoValue) {
            guard case .pattern(let text) = right else { return false }
            let pattern = try pattern(text)
            switch left {
            case .undefined: return false
            case .large: throw .tooLarge
            case .value(let value): return try pattern.matches(value.scriptText, isOutOfTime: isOutOfTime)
            }
        }
    }
}

extension FoundValue {
    enum Kind { case undefined, null, boolean, number, text, list, object }

    var kind: Kind {
        switch self {
        case .undefined: .undefined
        case .value(let value): value.kind
        case .large(let large):
            switch large.kind {
            case .object: .object
            case .list: .list
            case .text: .text
            }
        }
    }

    fileprivate var number: Double? {
        guard case .value(let value) = self else { return nil }
        return value.double
    }

    /// The length of a text, a list, or an object with such a member; nil for any other value.
    fileprivate var length: Double? {
        get throws(NoValue) {
            switch self {
            case .undefined: return nil
            case .value(let value):
                guard case .value(let length) = value.property("length") else { return nil }
                return length.looseNumber
            case .large(let large):
                guard let count = large.count else { throw .tooLarge }
                return Double(count)
            }
        }
    }
}

extension TypedValue {
    fileprivate var kind: FoundValue.Kind {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .number, .longNumber: .number
        case .string: .text
        case .list: .list
        case .object: .object
        }
    }

    /// The number as JavaScript reads it; nil if it is no number.
    var double: Double? {
        switch self {
        case .number(let number): number
        case .longNumber(let text): JavaScriptNumber.parse(text)
        default: nil
        }
    }

    /// A number, or a text that reads as one.
    fileprivate var looseNumber: Double? {
        if case .string(let text) = self { JavaScriptNumber.parse(text) } else { double }
    }

    /// Compares like `===`: objects and lists equal nothing, since no two are one and the same.
    fileprivate func isStrictlyEqual(to other: TypedValue) throws(NoValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.boolean(let one), .boolean(let other)): one == other
        case (.string(let one), .string(let other)): one.utf16.elementsEqual(other.utf16)
        // The format takes so long a number for a text: an id that is one equals it.
        case (.string(let one), .longNumber(let other)): one.utf16.elementsEqual(other.utf16)
        default: try isSameNumber(as: other)
        }
    }

    /// Compares long whole numbers by their digits, all others as JavaScript has them.
    private func isSameNumber(as other: TypedValue) throws(NoValue) -> Bool {
        guard let one = double, let two = other.double else { return false }
        if one.isInfinite, two.isInfinite { throw .boundless }
        guard isLong || other.isLong, let digits = wholeDigits, let others = other.wholeDigits else {
            return one == two
        }
        return digits == others
    }

    private var isLong: Bool { if case .longNumber = self { true } else { false } }

    /// The digits of a whole number that is written without an exponent, and its minus.
    private var wholeDigits: String? {
        guard let number = double, number.isFinite else { return nil }
        let text = if case .longNumber(let text) = self { text } else { JavaScriptNumber.text(of: number) }
        let digits = text.drop { $0 == "+" || $0 == "-" }
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return (text.hasPrefix("-") ? "-" : "") + digits.drop { $0 == "0" }
    }

    /// The text on the right side of an operator that takes texts only.
    fileprivate var writtenText: String? {
        switch self {
        case .string(let text), .longNumber(let text): text
        default: nil
        }
    }

    /// `String(value)`, but for long whole numbers, which keep their digits.
    var scriptText: String {
        switch self {
        case .string(let text): text
        case .list(let elements):
            elements.map { $0 == .null ? "" : $0.scriptText }.joined(separator: ",")
        case .object: "[object Object]"
        case .null, .boolean, .number, .longNumber: jsonText
        }
    }
}

extension String {
    /// Whether the other's UTF-16 units occur in it: JavaScript knows no equivalent spellings.
    fileprivate func contains(units other: String) -> Bool {
        Array(utf8).firstRange(of: Array(other.utf8)) != nil
    }
}
