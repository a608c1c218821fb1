import Foundation

/// Reads JSON from bytes, a value or a member at a time, so that a large file never stands in memory as a tree.
///
/// More is accepted than the standard allows: a byte order mark, control characters in strings, bytes that are no UTF-8 and lone
/// surrogates (both become U+FFFD). What is no JSON is an error with its line and column.
/// - Source: RFC 8259.
package struct JSONScanner {
    /// Deeper nesting is refused before it could exhaust the stack.
    package static let maximumDepth = 256

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0

    /// - Parameter bytes: must outlive the scanner.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    // MARK: Values

    package mutating func value() throws -> HAR.JSON {
        switch try peek() {
        case UInt8(ascii: "{"):
            var members = HAR.Members()
            try object { scanner, name in members.append(name, try scanner.value()) }
            return .object(members)
        case UInt8(ascii: "["):
            var values: [HAR.JSON] = []
            try array { values.append(try $0.value()) }
            return .array(values)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return .number(try number())
        }
    }

    /// - Parameter member: is called with each name and must read its value.
    package mutating func object(_ member: (inout JSONScanner, String) throws -> Void) throws {
        try enter(UInt8(ascii: "{"), "an object")
        var isFirst = true
        while try !closes(UInt8(ascii: "}"), isFirst: isFirst) {
            isFirst = false
            guard try peek() == UInt8(ascii: "\"") else { throw error("expected a name in quotes") }
            let name = try string()
            guard try peek() == UInt8(ascii: ":") else { throw error("expected ':' after the name") }
            position += 1
            try member(&self, name)
        }
        depth -= 1
    }

    /// - Parameter element: must read one value.
    package mutating func array(_ element: (inout JSONScanner) throws -> Void) throws {
        try enter(UInt8(ascii: "["), "an array")
        var isFirst = true
        while try !closes(UInt8(ascii: "]"), isFirst: isFirst) {
            isFirst = false
            try element(&self)
        }
        depth -= 1
    }

    /// Nothing but blanks may follow.
    package mutating func end() throws {
        skipBlanks()
        guard position == bytes.count else { throw error("expected the end of the file") }
    }

    // MARK: Parts

    /// The next byte that is no blank.
    package mutating func peek() throws -> UInt8 {
        skipBlanks()
        guard position < bytes.count else { throw error("the file ends too early") }
        return bytes[position]
    }

    private mutating func skipBlanks() {
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    }

    fileprivate static func isBlank(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09: true
        default: false
        }
    }

    private mutating func enter(_ opening: UInt8, _ what: String) throws {
        guard try peek() == opening else { throw error("expected \(what)") }
        guard depth < Self.maximumDepth else { throw error("nested deeper than \(Self.maximumDepth)") }
        depth += 1
        position += 1
    }

    /// Steps over the comma, or over the closing bracket.
    private mutating func closes(_ closing: UInt8, isFirst: Bool) throws -> Bool {
        let byte = try peek()
        if byte == closing {
            position += 1
            return true
        }
        if isFirst { return false }
        guard byte == UInt8(ascii: ",") else {
            throw error("expected ',' or '\(Character(UnicodeScalar(closing)))'")
        }
        position += 1
        return false
    }

    private mutating func literal(_ word: StaticString, _ value: HAR.JSON) throws -> HAR.JSON {
        let count = word.utf8CodeUnitCount
        guard position + count <= bytes.count,
            bytes[position..<position + count].elementsEqual("\(word)".utf8)
        else { throw error("expected a value") }
        position += count
        return value
    }

    private mutating func number() throws -> String {
        let start = position
        while position < bytes.count, Self.isNumberByte(bytes[position]) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard JSONNumber.isValid(text.utf8) else {
            position = start
            throw error(text.isEmpty ? "expected a value" : "expected a number")
        }
        return text
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private mutating func string() throws -> String {
        let start = position + 1
        guard let (end, hasEscapes) = bytes.endOfString(from: start) else {
            throw error("the string that begins here has no end")
        }
        position = end + 1
        let raw = UnsafeBufferPointer(rebasing: bytes[start..<end])
        guard hasEscapes else { return String(decoding: raw, as: UTF8.self) }
        guard let text = JSONEscapes.decode(raw) else {
            position = start - 1
            throw error("the string that begins here has an escape that JSON does not know")
        }
        return text
    }

    // MARK: Places

    /// Where the scanner is, in bytes from the start.
    var place: Int { position }

    func error(_ message: String) -> HARError { error(message, at: position) }

    /// - Parameter offset: in bytes from the start of the file.
    func error(_ message: String, at offset: Int) -> HARError {
        let before = bytes[..<min(offset, bytes.count)]
        let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return HARError(message, line: line, column: min(offset, bytes.count) - lineStart + 1)
    }
}

extension HAR {
    /// JSON without the blanks between its parts: the same however it is laid out.
    ///
    /// - Parameter json: a value that was read.
    package static func withoutLayout(_ json: Data) -> [UInt8] {
        json.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            var compact: [UInt8] = []
            compact.reserveCapacity(bytes.count)
            var position = 0
            while position < bytes.count {
                let byte = bytes[position]
                if byte == UInt8(ascii: "\""), let end = bytes.endOfString(from: position + 1)?.end {
                    compact += bytes[position...end]
                    position = end + 1
                } else {
                    if !JSONScanner.isBlank(byte) { compact.append(byte) }
                    position += 1
                }
            }
            return compact
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The search of the C library: strings of archives are long.
    func firstIndex(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
        let end = end ?? count
        guard start < end, let base = baseAddress, let found = memchr(base + start, Int32(byte), end - start) else {
            return nil
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Where the closing quote of a string stands that begins here; nil when there is none.
    func endOfString(from start: Int) -> (end: Int, hasEscapes: Bool)? {
        var index = start
        var hasEscapes = false
        var next = firstIndex(of: UInt8(ascii: "\""), from: index)
        while let quote = next {
            guard let backslash = firstIndex(of: UInt8(ascii: "\\"), from: index, to: quote) else {
                return (quote, hasEscapes)
            }
            hasEscapes = true
            index = backslash + 2
            // Many escapes may stand before one quote, which is looked for once.
            if index > quote { next = firstIndex(of: UInt8(ascii: "\""), from: index) }
        }
        return nil
    }
}
