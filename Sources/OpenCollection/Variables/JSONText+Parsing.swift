import Text

// Small JSON texts: values of variables, and the check of a body before it is sent. Never response bodies.

extension JSONText {
    /// - Throws: ``JSONFault`` when the text is not exactly one JSON value (RFC 8259) or nests deeper than 500.
    ///
    /// - Parameter number: Makes the value of a number from its text.
    static func parse(
        _ text: String, number: (String) -> TypedValue = { .number(Double($0) ?? .nan) }
    ) throws -> TypedValue {
        var text = text
        return try text.withUTF8 { bytes in
            var reader = JSONReader(bytes, maximumDepth: 500)
            let value = try reader.value(number)
            try reader.end()
            return value
        }
    }
}

extension JSONReader {
    fileprivate mutating func value(_ number: (String) -> TypedValue) throws -> TypedValue {
        switch try peek() {
        case UInt8(ascii: "{"):
            var members: [TypedValue.Member] = []
            try object { members.append(TypedValue.Member($1, try $0.value(number))) }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [TypedValue] = []
            try array { elements.append(try $0.value(number)) }
            return .list(elements)
        default:
            return switch try scalar() {
            case .null: .null
            case .bool(let value): .boolean(value)
            case .number(let text): number(text)
            case .string(let text): .string(text)
            }
        }
    }
}
