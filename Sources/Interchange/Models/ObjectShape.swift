/// The members of objects that were at one place.
struct ObjectShape: Sendable, Hashable {
    struct Field: Sendable, Hashable {
        /// The key as in the text, its escapes decoded.
        var key: String
        var shape = JSONShape()
        /// The number of whole objects that had it.
        var presence = 0
        /// The number of the last object that had it: a key may occur twice in one.
        var lastObject = -1
    }

    /// The number of different keys beyond which they are data and not names.
    static let maximumFields = 100

    /// The number of objects that were read to their end.
    var count = 0
    /// The fields in the order in which they were first seen.
    private(set) var fields: [Field] = []
    private var places: [String: Int] = [:]
    /// All values as one shape, once there are too many fields; none before.
    private var entries: [JSONShape] = []

    /// Calls the closure with the shape of the value of a key in the object that is being read.
    mutating func withField<Result>(_ key: String, _ body: (inout JSONShape) -> Result) -> Result {
        if places[key] == nil, fields.count == Self.maximumFields { collapse() }
        guard entries.isEmpty else { return body(&entries[0]) }
        let place = place(of: key)
        fields[place].lastObject = count
        return body(&fields[place].shape)
    }

    /// The object that was being read is whole: what it lacked counts as missing.
    mutating func endObject() {
        for place in fields.indices where fields[place].lastObject == count { fields[place].presence += 1 }
        count += 1
    }

    mutating func merge(_ other: ObjectShape) {
        if !other.entries.isEmpty { collapse() }
        for field in other.fields {
            withField(field.key) { $0.merge(field.shape) }
            if entries.isEmpty { fields[place(of: field.key)].presence += field.presence }
        }
        if let more = other.entries.first { entries[0].merge(more) }
        count += other.count
    }

    /// Treats every key as data from here on.
    private mutating func collapse() {
        guard entries.isEmpty else { return }
        entries = [mergedFields]
        fields = []
        places = [:]
    }

    private var mergedFields: JSONShape {
        fields.reduce(into: JSONShape()) { $0.merge($1.shape) }
    }

    private mutating func place(of key: String) -> Int {
        if let place = places[key] { return place }
        places[key] = fields.count
        fields.append(Field(key: key))
        return fields.count - 1
    }

    // MARK: What it means

    /// The shape of all values when the keys are data, like numbers or days; nil when they are names.
    var dictionaryValue: JSONShape? {
        if let entry = entries.first { return entry }
        guard !fields.isEmpty, fields.allSatisfy({ Self.isData($0.key) }) else { return nil }
        return mergedFields
    }

    /// Whether a key is data: a number, a UUID or a day is not the name of a field.
    private static func isData(_ key: String) -> Bool {
        if !key.isEmpty, key.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return true }
        return matches(key, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") || matches(key, "dddd-dd-dd")
    }

    /// Whether a text fits a pattern, in which `x` is a hexadecimal digit and `d` a decimal one.
    private static func matches(_ text: String, _ pattern: String) -> Bool {
        text.count == pattern.count
            && zip(text, pattern).allSatisfy { character, mark in
                switch mark {
                case "x": character.isASCII && character.isHexDigit
                case "d": character.isASCII && character.isNumber
                default: character == mark
                }
            }
    }

    /// Whether a field was missing in an object that was read to its end.
    func isOptional(_ field: Field) -> Bool { field.presence < count }
}
