import Quoting

extension HAR {
    /// Any JSON value: members that the format does not define are kept as this.
    ///
    /// - Source: RFC 8259.
    public enum JSON: Sendable, Hashable {
        /// The value `null`.
        case null
        /// The value `true` or `false`.
        case bool(Bool)
        /// A number as written, "1.50": no digit is lost.
        case number(String)
        /// A string, its escapes decoded.
        case string(String)
        /// An array with its values in order.
        case array([JSON])
        /// An object with its members in order.
        case object(Members)

        /// The kind of value with an article, such as "an object", for messages.
        var kind: String {
            switch self {
            case .null: "null"
            case .bool: "true or false"
            case .number: "a number"
            case .string: "a string"
            case .array: "an array"
            case .object: "an object"
            }
        }
    }

    /// The members of an object in their order, which is ignored when two are compared.
    public struct Members: Sendable, Hashable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
        /// A member: a name with its value.
        public struct Member: Sendable, Hashable {
            /// The name, its escapes decoded.
            public var name: String
            /// The value.
            public var value: JSON

            /// Creates a member from a name and its value.
            public init(_ name: String, _ value: JSON) {
                self.name = name
                self.value = value
            }
        }

        private var members: [Member]

        /// Creates an empty list.
        public init() { members = [] }
        /// Creates a list in this order.
        public init(_ members: [Member]) { self.members = members }
        public init(dictionaryLiteral elements: (String, JSON)...) { members = elements.map { Member($0, $1) } }

        public var startIndex: Int { members.startIndex }
        public var endIndex: Int { members.endIndex }
        public subscript(position: Int) -> Member { members[position] }

        /// The last value of a name, as is usual for JSON. Setting replaces it in its place; nil removes it.
        public subscript(name: String) -> JSON? {
            get { members.last { $0.name == name }?.value }
            set {
                guard let newValue else { return members.removeAll { $0.name == name } }
                if let index = members.lastIndex(where: { $0.name.hasSameBytes(as: name) }) {
                    members[index].value = newValue
                } else {
                    members.append(Member(name, newValue))
                }
            }
        }

        /// Appends a member without checking whether the name is there already.
        mutating func append(_ name: String, _ value: JSON) { members.append(Member(name, value)) }

        /// Removes and returns a value; returns nil, and removes nothing, if it is missing or null.
        mutating func take(_ name: String) -> JSON? {
            guard let value = self[name], value != .null else { return nil }
            members.removeAll { $0.name == name }
            return value
        }
    }
}

extension HAR.Members {
    public static func == (one: HAR.Members, other: HAR.Members) -> Bool {
        guard one.count == other.count else { return false }
        return one.elementsEqual(other) || one.sorted(by: Self.precedes).elementsEqual(other.sorted(by: Self.precedes))
    }

    public func hash(into hasher: inout Hasher) {
        for member in sorted(by: Self.precedes) { hasher.combine(member) }
    }

    private static func precedes(_ one: Member, _ other: Member) -> Bool { one.name < other.name }
}

extension HAR.JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(arrayLiteral elements: HAR.JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, HAR.JSON)...) {
        self = .object(HAR.Members(elements.map { HAR.Members.Member($0, $1) }))
    }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .number("\(value)") }
}

extension HAR.JSON {
    /// Returns a number in its shortest form. NaN and infinity, which JSON does not support, become 0.
    public static func number(_ value: Double) -> HAR.JSON {
        guard value.isFinite else { return 0 }
        return .number(value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)")
    }

    /// Returns an integer as a number.
    public static func number(_ value: Int) -> HAR.JSON { .number("\(value)") }

    /// The text of a string; nil for any other value.
    public var text: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The value of a number; nil for any other value.
    public var double: Double? {
        if case .number(let text) = self { return Double(text) }
        return nil
    }
}
