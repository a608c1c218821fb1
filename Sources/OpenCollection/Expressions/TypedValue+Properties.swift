extension TypedValue {
    /// The result that JavaScript gives for `value.name` and `value[0]`.
    public enum Property: Sendable, Hashable {
        case value(TypedValue)
        case undefined
        /// A null, which has no members at all: asking for one is an error.
        case ofNull
        /// A function that JavaScript gives to every value of the kind: "map" of a list.
        case builtIn
    }

    /// Elements and `length` of lists and texts (in UTF-16 units), members of objects; of equal names the last.
    public func property(_ name: String) -> Property {
        switch self {
        case .null: return .ofNull
        case .object(let members):
            if let member = members.last(where: { $0.name == name }) { return .value(member.value) }
        case .list(let elements):
            if name == "length" { return .value(.number(Double(elements.count))) }
            if let index = Self.index(name) { return index < elements.count ? .value(elements[index]) : .undefined }
        case .string(let text):
            if name == "length" { return .value(.number(Double(text.utf16.count))) }
            if let index = Self.index(name) { return Self.unit(index, of: text) }
        case .boolean, .number, .longNumber: break
        }
        return JavaScriptBuiltIns.has(name, ofListOrText: isListOrText) ? .builtIn : .undefined
    }

    private var isListOrText: Bool {
        switch self {
        case .list, .string: true
        default: false
        }
    }

    /// "0", "12"; not "01".
    public static func index(_ name: String) -> Int? {
        guard let index = Int(name), index >= 0, String(index) == name else { return nil }
        return index
    }

    private static func unit(_ index: Int, of text: String) -> Property {
        let units = text.utf16
        guard let place = units.index(units.startIndex, offsetBy: index, limitedBy: units.endIndex),
            place < units.endIndex
        else { return .undefined }
        return .value(.string(String(decoding: [units[place]], as: UTF16.self)))
    }
}

/// Names that values of JavaScript have without having been given them. They are not data, so nothing is concluded from them.
public enum JavaScriptBuiltIns {
    public static func has(_ name: String, ofListOrText: Bool) -> Bool {
        ofEverything.contains(name) || ofListOrText && ofListsAndTexts.contains(name)
    }

    private static let ofEverything: Set = [
        "constructor", "__proto__", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable",
        "toLocaleString",
    ]
    private static let ofListsAndTexts: Set = [
        "at", "concat", "includes", "indexOf", "lastIndexOf", "slice", "map", "filter", "find", "findIndex", "forEach",
        "every",
        "some", "reduce", "reduceRight", "join", "keys", "values", "entries", "push", "pop", "shift", "unshift", "sort",
        "reverse", "splice", "flat", "flatMap", "fill", "charAt", "charCodeAt", "codePointAt", "endsWith", "startsWith",
        "match",
        "matchAll", "padEnd", "padStart", "repeat", "replace", "replaceAll", "search", "split", "substring", "substr",
        "toLowerCase", "toUpperCase", "trim", "trimStart", "trimEnd", "normalize",
    ]
}
