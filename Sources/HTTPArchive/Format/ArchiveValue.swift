import Foundation

/// A value of the format: its known members, and all other members unchanged.
protocol ArchiveValue: ArchiveMember, Codable, Sendable, Hashable {
    var other: HAR.Members { get set }
    /// The value that an object without members is read as.
    static var blank: Self { get }

    /// Codes each property once, in the order of the specification: reads it, or writes it.
    mutating func code(_ coder: inout MemberCoder)
}

extension ArchiveValue {
    init(json: HAR.JSON) throws(HARError) {
        guard case .object(let members) = json else { throw HARError("expected an object, found \(json.kind)") }
        self = .blank
        var coder = MemberCoder(reading: members)
        code(&coder)
        if let problem = coder.problem { throw problem }
        other = coder.members
    }

    var json: HAR.JSON {
        var coder = MemberCoder()
        var value = self
        value.code(&coder)
        var members = coder.members
        // A member stored in a property must not be written twice.
        let known = Set(members.map(\.name))
        for member in other where !known.contains(member.name) { members.append(member.name, member.value) }
        return .object(members)
    }

    static func read(_ json: HAR.JSON) throws(HARError) -> Self? { try Self(json: json) }

    public init(from decoder: any Decoder) throws {
        do {
            try self.init(json: HAR.JSON(from: decoder))
        } catch let error as HARError {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.description))
        }
    }

    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// Reads members into properties, or writes properties as members.
///
/// If a member cannot be read, ``problem`` is set, and the rest is skipped.
struct MemberCoder {
    /// The members that are left to be read, or those that are written.
    private(set) var members: HAR.Members
    let isReading: Bool
    private(set) var problem: HARError?

    /// Creates a coder that writes.
    init() { (members, isReading) = (HAR.Members(), false) }
    init(reading members: HAR.Members) { (self.members, isReading) = (members, true) }

    /// Codes a member that keeps its value if the object has none.
    mutating func code<Value: ArchiveMember>(_ name: String, _ value: inout Value) {
        if isReading { value = read(name) ?? value } else { members.append(name, value.json) }
    }

    /// Codes a member that is written only if it has a value.
    mutating func code<Value: ArchiveMember>(_ name: String, _ value: inout Value?) {
        if isReading { value = read(name) ?? value } else { members.put(name, value) }
    }

    /// Codes a required member.
    mutating func require<Value: ArchiveMember>(_ name: String, _ value: inout Value, _ missing: HARError) {
        guard isReading else { return members.append(name, value.json) }
        if let found: Value = read(name) { value = found } else { problem = problem ?? missing }
    }

    private mutating func read<Value: ArchiveMember>(_ name: String) -> Value? {
        guard problem == nil, let json = members.take(name) else { return nil }
        do throws(HARError) {
            return try Value.read(json)
        } catch {
            problem = error.within(name)
            return nil
        }
    }
}

/// The type of a member. Reading is lenient: a number may be in quotes, and text may be a number.
protocol ArchiveMember {
    /// Returns the value; nil if the member counts as missing.
    static func read(_ json: HAR.JSON) throws(HARError) -> Self?
    var json: HAR.JSON { get }
}

extension String: ArchiveMember {
    static func read(_ json: HAR.JSON) throws(HARError) -> String? {
        switch json {
        case .string(let text), .number(let text): text
        case .bool(let value): value ? "true" : "false"
        default: throw HARError("expected a string, found \(json.kind)")
        }
    }
    var json: HAR.JSON { .string(self) }
}

extension Double: ArchiveMember {
    static func read(_ json: HAR.JSON) throws(HARError) -> Double? {
        switch json {
        case .string(""): return nil
        case .string(let text), .number(let text):
            guard let number = Double(text), number.isFinite else {
                throw HARError("expected a number, found other text")
            }
            return number
        default: throw HARError("expected a number, found \(json.kind)")
        }
    }
    var json: HAR.JSON { .number(self) }
}

extension Int: ArchiveMember {
    static func read(_ json: HAR.JSON) throws(HARError) -> Int? {
        guard let number = try Double.read(json) else { return nil }
        guard let whole = Int(exactly: number.rounded()) else { throw HARError("the number is too large") }
        return whole
    }
    var json: HAR.JSON { .number(self) }
}

extension Bool: ArchiveMember {
    static func read(_ json: HAR.JSON) throws(HARError) -> Bool? {
        switch json {
        case .string(""): nil
        case .bool(let value): value
        case .string(let text) where text.lowercased() == "true": true
        case .string(let text) where text.lowercased() == "false": false
        case .number("1"): true
        case .number("0"): false
        default: throw HARError("expected true or false, found \(json.kind)")
        }
    }
    var json: HAR.JSON { .bool(self) }
}

extension Date: ArchiveMember {
    static func read(_ json: HAR.JSON) throws(HARError) -> Date? {
        guard let text = try String.read(json), !text.isEmpty else { return nil }
        guard let date = ArchiveDate.date(text) else { throw HARError("expected a date of ISO 8601") }
        return date
    }
    var json: HAR.JSON { .string(ArchiveDate.text(self)) }
}

extension Array: ArchiveMember where Element: ArchiveValue {
    static func read(_ json: HAR.JSON) throws(HARError) -> [Element]? {
        guard case .array(let values) = json else { throw HARError("expected an array, found \(json.kind)") }
        var elements: [Element] = []
        for (index, value) in values.enumerated() {
            do throws(HARError) { elements.append(try Element(json: value)) } catch { throw error.within("[\(index)]") }
        }
        return elements
    }
    var json: HAR.JSON { .array(map(\.json)) }
}

extension HAR.Members {
    /// - Parameter value: The value; nil leaves the member out.
    mutating func put(_ name: String, _ value: (some ArchiveMember)?) {
        if let value { append(name, value.json) }
    }
}
