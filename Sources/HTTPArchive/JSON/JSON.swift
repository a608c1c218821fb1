import Quoting

extension HAR {
    /// Any JSON: what the format does not know by name is kept as this.
    ///
    /// - Source: RFC 8259.
    public enum JSON: Sendable, Hashable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// As written, "1.50": no digit is lost.
        case number(String)
        /// Text, its escapes undone.
        case string(String)
        /// Values in their order.
        case array([JSON])
        /// Members in their order.
        case object(Members)

        /// "an object", for messages.
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

    /// The members of an object in their order, which makes no difference when two are compared.
    public struct Members: Sendable, Hashable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
        /// One name with its value.
        public struct Member: Sendable, Hashable {
            /// Of the member, its escapes undone.
            public var name: String
            /// Of the member.
            public var value: JSON

            /// A name and its value.
            public init(_ name: String, _ value: JSON) {
                self.name = name
                self.value = value
            }
        }

        private var members: [Member]

        /// None.
        public init() { members = [] }
        /// In this order.
        public init(_ members: [Member]) { self.members = members }
        public init(dictionaryLiteral elements: (String, JSON)...) { members = elements.map { Member($0, $1) } }

        public var startIndex: Int { members.startIndex }
        public var endIndex: Int { members.endIndex }
        public subscript(position: Int) -> Member { members[position] }

        /// The last value of a name, as every reader of JSON has it. Setting replaces it in its place; nil removes it.
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

        /// Does not look whether the name is there already.
        mutating func append(_ name: String, _ value: JSON) { members.append(Member(name, value)) }

        /// Takes a value out; nil, and nothing is taken, where it is missing or null.
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
    /// A number in its shortest form. What JSON has no number for (NaN, infinity) becomes 0.
    public static func number(_ value: Double) -> HAR.JSON {
        guard value.isFinite else { return 0 }
        return .number(value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)")
    }

    /// A whole number.
    /// A whole number.
    public static func number(_ value: Int) -> HAR.JSON { .number("\(value)") }

    /// The text of a string; nil for everything else.
    public var text: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The value of a number; nil for everything else.
    public var double: Double? {
        if case .number(let text) = self { return Double(text) }
        return nil
    }
}
