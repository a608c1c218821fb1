extension HAR.JSON: Codable {
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            self = .object(try HAR.Members(container))
        } else if var container = try? decoder.unkeyedContainer() {
            var values: [HAR.JSON] = []
            while !container.isAtEnd { values.append(try container.decode(HAR.JSON.self)) }
            self = .array(values)
        } else {
            self = try HAR.JSON(scalar: decoder.singleValueContainer())
        }
    }

    private init(scalar container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .number("\(value)")
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members): try members.encode(to: encoder)
        case .array(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        default: try encodeScalar(to: encoder.singleValueContainer())
        }
    }

    private func encodeScalar(to container: any SingleValueEncodingContainer) throws {
        var container = container
        switch self {
        case .bool(let value): try container.encode(value)
        case .number(let text):
            if let value = Int64(text) { try container.encode(value) } else { try container.encode(Double(text) ?? 0) }
        case .string(let text): try container.encode(text)
        case .null, .array, .object: try container.encodeNil()
        }
    }
}

extension HAR.Members {
    fileprivate init(_ container: KeyedDecodingContainer<AnyKey>) throws {
        self.init(try container.allKeys.map { Member($0.stringValue, try container.decode(HAR.JSON.self, forKey: $0)) })
    }

    fileprivate func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for member in self { try container.encode(member.value, forKey: AnyKey(stringValue: member.name)) }
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
}
