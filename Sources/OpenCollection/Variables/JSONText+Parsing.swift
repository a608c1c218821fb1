import Text

// Small JSON texts: values of variables, and the check of a body before it is sent. Never response bodies.

extension JSONText {
    /// - Throws: ``JSONFault`` when the text is not exactly one JSON value (RFC 8259) or nests deeper than 500.
    ///
    /// - Parameter keepsDigits: whether long whole numbers keep their digits, which JavaScript would lose.
    static func parse(_ text: String, keepsDigits: Bool = false) throws -> TypedValue {
        var text = text
        return try text.withUTF8 { bytes in
            var reader = JSONReader(bytes, maximumDepth: 500)
            let value = try reader.value(keepsDigits: keepsDigits)
            try reader.end()
            return value
        }
    }
}

extension JSONReader {
    fileprivate mutating func value(keepsDigits: Bool) throws -> TypedValue {
        switch try peek() {
        case UInt8(ascii: "{"):
            var members: [TypedValue.Member] = []
            try object { members.append(TypedValue.Member($1, try $0.value(keepsDigits: keepsDigits))) }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [TypedValue] = []
            try array { elements.append(try $0.value(keepsDigits: keepsDigits)) }
            return .list(elements)
        default:
            return switch try scalar() {
            case .null: .null
            case .bool(let value): .boolean(value)
            case .number(let text): keepsDigits ? TypedValue(jsonNumber: text) : .number(Double(text) ?? .nan)
            case .string(let text): .string(text)
            }
        }
    }
}
