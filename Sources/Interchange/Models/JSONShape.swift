/// The shape of all values that were seen at one place of a JSON text.
struct JSONShape: Sendable, Hashable {
    /// The number of values seen here, nulls included.
    var count = 0
    var hasNull = false
    var hasBool = false
    /// The numbers seen here; nil if none.
    var number: NumberShape?
    /// Whether one of the numbers was below zero.
    var hasNegative = false
    /// The strings seen here; nil if none.
    var string: StringShape?
    /// The objects seen here; nil if none.
    var object: ObjectShape?
    /// The arrays seen here; nil if none.
    var array: ArrayShape?
    /// Whether something was not looked into: a number that no type holds, or a value that is nested too deeply.
    var hasUnknown = false

    /// The number of kinds of values besides null.
    var kinds: Int {
        [hasBool, number != nil, string != nil, object != nil, array != nil].reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    mutating func merge(_ other: JSONShape) {
        count += other.count
        hasNull = hasNull || other.hasNull
        hasBool = hasBool || other.hasBool
        hasUnknown = hasUnknown || other.hasUnknown
        hasNegative = hasNegative || other.hasNegative
        number = merged(number, other.number) { $0 = max($0, $1) }
        widenForSign()
        string = merged(string, other.string) { $0.merge($1) }
        object = merged(object, other.object) { $0.merge($1) }
        array = merged(array, other.array) { $0.merge($1) }
    }

    /// An unsigned type holds no negative number, so that both together need a wider one.
    mutating func widenForSign() {
        if hasNegative, number == .unsigned { number = .decimal }
    }
}

/// Returns one of two parts if the other is missing, else both as one.
private func merged<Part>(_ first: Part?, _ second: Part?, _ merge: (inout Part, Part) -> Void) -> Part? {
    guard var result = first, let second else { return first ?? second }
    merge(&result, second)
    return result
}

/// The type that holds all numbers that were seen; a later case holds what the earlier ones do, as far as it can.
enum NumberShape: Int, Sendable, Hashable, Comparable {
    case int
    /// Greater than `Int`, not greater than `UInt64`, and never negative.
    case unsigned
    /// Integers with up to 38 digits.
    case decimal
    case double

    static func < (left: NumberShape, right: NumberShape) -> Bool { left.rawValue < right.rawValue }

    /// - Parameter text: The number as written. The shape is nil if not even a `Double` holds it.
    init?(_ text: String) {
        let digits = text.drop { $0 == "-" }
        if Int(text) != nil {
            self = .int
        } else if UInt64(text) != nil {
            self = .unsigned
        } else if digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), digits.count <= 38 {
            self = .decimal
        } else if let value = Double(text), value.isFinite {
            self = .double
        } else {
            return nil
        }
    }
}

/// The shape that strings have in common.
struct StringShape: Sendable, Hashable {
    /// The date format of the strings; nil if at least one is not a date.
    var date: DateShape?

    mutating func merge(_ other: StringShape) {
        date = merged(date, other.date)
    }

    private func merged(_ first: DateShape?, _ second: DateShape?) -> DateShape? {
        guard let first, let second else { return nil }
        return DateShape(hasFraction: first.hasFraction || second.hasFraction)
    }
}

/// The elements of arrays, all as one.
struct ArrayShape: Sendable, Hashable {
    /// The shape of all elements, in a list of one; empty while all arrays were empty.
    var elements: [JSONShape] = []

    mutating func merge(_ other: ArrayShape) {
        guard let element = other.elements.first else { return }
        if elements.isEmpty { elements = [element] } else { elements[0].merge(element) }
    }
}
