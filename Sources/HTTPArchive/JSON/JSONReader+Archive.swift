import Text

extension JSONReader {
    /// Creates a reader that accepts more than the standard: a byte order mark, control characters in strings, and invalid UTF-8, which becomes
    /// U+FFFD.
    ///
    /// - Parameter bytes: The bytes, which must outlive the reader; it throws ``HARError`` with line and column.
    init(archive bytes: UnsafeRawBufferPointer) {
        self.init(bytes.bindMemory(to: UInt8.self), maximumDepth: 256, isLenient: true) { HARError($0) }
    }

    mutating func value() throws -> HAR.JSON {
        switch try peek() {
        case UInt8(ascii: "{"):
            var members = HAR.Members()
            try object { reader, name in members.append(name, try reader.value()) }
            return .object(members)
        case UInt8(ascii: "["):
            var values: [HAR.JSON] = []
            try array { values.append(try $0.value()) }
            return .array(values)
        default:
            return switch try scalar() {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let text): .number(text)
            case .string(let text): .string(text)
            }
        }
    }
}

extension HARError {
    init(_ fault: JSONFault) { self.init(fault.message, line: fault.line, column: fault.columnInBytes) }

    /// Returns the error with a place in the file, unless it has one.
    func placed(in reader: JSONReader, at offset: Int) -> HARError {
        let place = reader.fault("", at: offset)
        var error = self
        error.line = error.line ?? place.line
        error.column = error.column ?? place.columnInBytes
        return error
    }
}
