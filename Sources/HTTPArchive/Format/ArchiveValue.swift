import Foundation

/// A value of the format: what is known by name, and all other members as they were.
protocol ArchiveValue: Codable, Sendable, Hashable {
    var other: HAR.Members { get set }

    /// Takes out of the members what it knows; the rest becomes ``other``.
    init(reading members: inout HAR.Members) throws

    /// What it knows, in the order of the specification.
    func write(to members: inout HAR.Members)
}

extension ArchiveValue {
    init(json: HAR.JSON) throws {
        guard case .object(var members) = json else { throw HARError("expected an object, found \(json.kind)") }
        try self.init(reading: &members)
        other = members
    }

    var json: HAR.JSON {
        var members = HAR.Members()
        write(to: &members)
        // A member that a property has a value for cannot stand there twice.
        let known = Set(members.map(\.name))
        for member in other where !known.contains(member.name) { members.append(member.name, member.value) }
        return .object(members)
    }

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

extension HAR.Members {
    // Reading is lenient: null counts as missing, a number may stand in quotes, and text may be a number.

    mutating func takeString(_ name: String) throws -> String? {
        switch take(name) {
        case nil: nil
        case .string(let text), .number(let text): text
        case .bool(let value): value ? "true" : "false"
        case let other?: throw HARError("expected a string, found \(other.kind)", path: name)
        }
    }

    mutating func takeDouble(_ name: String) throws -> Double? {
        switch take(name) {
        case nil, .string(""): return nil
        case .string(let text), .number(let text):
            guard let number = Double(text), number.isFinite else {
                throw HARError("expected a number, found other text", path: name)
            }
            return number
        case let other?: throw HARError("expected a number, found \(other.kind)", path: name)
        }
    }

    mutating func takeInt(_ name: String) throws -> Int? {
        guard let number = try takeDouble(name) else { return nil }
        guard let whole = Int(exactly: number.rounded()) else {
            throw HARError("the number is too large", path: name)
        }
        return whole
    }

    mutating func takeBool(_ name: String) throws -> Bool? {
        switch take(name) {
        case nil, .string(""): nil
        case .bool(let value): value
        case .string(let text) where text.lowercased() == "true": true
        case .string(let text) where text.lowercased() == "false": false
        case .number("1"): true
        case .number("0"): false
        case let other?: throw HARError("expected true or false, found \(other.kind)", path: name)
        }
    }

    mutating func takeDate(_ name: String) throws -> Date? {
        guard let text = try takeString(name), !text.isEmpty else { return nil }
        guard let date = ArchiveDate.date(text) else {
            throw HARError("expected a date of ISO 8601", path: name)
        }
        return date
    }

    mutating func takeValue<Value: ArchiveValue>(_ name: String) throws -> Value? {
        guard let json = take(name) else { return nil }
        return try within(name) { try Value(json: json) }
    }

    mutating func takeList<Value: ArchiveValue>(_ name: String) throws -> [Value]? {
        guard let json = take(name) else { return nil }
        guard case .array(let values) = json else {
            throw HARError("expected an array, found \(json.kind)", path: name)
        }
        return try values.enumerated().map { index, value in
            try within("\(name)[\(index)]") { try Value(json: value) }
        }
    }

    // Writing: nil leaves the member out.

    mutating func put(_ name: String, _ value: String?) { if let value { append(name, .string(value)) } }
    mutating func put(_ name: String, _ value: Double?) { if let value { append(name, .number(value)) } }
    mutating func put(_ name: String, _ value: Int?) { if let value { append(name, .number(value)) } }
    mutating func put(_ name: String, _ value: Bool?) { if let value { append(name, .bool(value)) } }
    mutating func put(_ name: String, _ value: Date?) {
        if let value { append(name, .string(ArchiveDate.text(value))) }
    }
    mutating func put(_ name: String, _ value: (some ArchiveValue)?) { if let value { append(name, value.json) } }
    mutating func put(_ name: String, _ values: [some ArchiveValue]?) {
        if let values { append(name, .array(values.map(\.json))) }
    }
}
