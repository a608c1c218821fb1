import Foundation

/// The reason why a text is not JSON, and the place.
package struct JSONFault: Error, Hashable {
    package var message: String
    /// The offset in bytes, 0-based.
    package var offset: Int
    /// The line, 1-based.
    package var line: Int
    /// The column in bytes, 1-based.
    package var columnInBytes: Int
    /// The column in scalars, 1-based.
    package var column: Int
}

/// Reads JSON from bytes, a value or a member at a time, so that a large text is never in memory as a tree.
///
/// Lone surrogates become U+FFFD.
/// - Source: RFC 8259.
package struct JSONReader {
    package typealias Bytes = UnsafeBufferPointer<UInt8>

    /// A value that is neither an object nor an array.
    package enum Scalar {
        case null
        case bool(Bool)
        /// A number as it is written, "1.50".
        case number(String)
        case string(String)
    }

    /// The position of the reader, in bytes from the start.
    package private(set) var place = 0
    private let bytes: Bytes
    private let maximumDepth: Int
    private let isLenient: Bool
    private let error: (JSONFault) -> any Error
    private var depth = 0

    /// - Parameters:
    ///   - bytes: The text, which must outlive the reader.
    ///   - maximumDepth: The deepest nesting; deeper texts are refused before they could exhaust the stack.
    ///   - isLenient: Whether a byte order mark and control characters in strings are accepted.
    ///   - error: Returns the error that is thrown for a fault.
    package init(
        _ bytes: Bytes, maximumDepth: Int, isLenient: Bool = false,
        error: @escaping (JSONFault) -> any Error = { $0 }
    ) {
        (self.bytes, self.maximumDepth, self.isLenient, self.error) = (bytes, maximumDepth, isLenient, error)
        if isLenient, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    /// - Parameter member: A closure called with each name, which must read its value.
    package mutating func object(_ member: (inout JSONReader, String) throws -> Void) throws {
        try enter(UInt8(ascii: "{"), "an object")
        var isFirst = true
        while try !closes(UInt8(ascii: "}"), isFirst: isFirst) {
            isFirst = false
            guard try peek() == UInt8(ascii: "\"") else { throw failure("expected a name in quotes") }
            let name = try string()
            guard try peek() == UInt8(ascii: ":") else { throw failure("expected ':' after the name") }
            place += 1
            try member(&self, name)
        }
        depth -= 1
    }

    /// - Parameter element: A closure that must read one value.
    package mutating func array(_ element: (inout JSONReader) throws -> Void) throws {
        try enter(UInt8(ascii: "["), "an array")
        var isFirst = true
        while try !closes(UInt8(ascii: "]"), isFirst: isFirst) {
            isFirst = false
            try element(&self)
        }
        depth -= 1
    }

    /// Reads a value that is neither an object nor an array.
    package mutating func scalar() throws -> Scalar {
        switch try peek() {
        case UInt8(ascii: "\""): .string(try string())
        case UInt8(ascii: "t"): try literal("true", .bool(true))
        case UInt8(ascii: "f"): try literal("false", .bool(false))
        case UInt8(ascii: "n"): try literal("null", .null)
        default: .number(try number())
        }
    }

    /// Reads the end: only whitespace may follow.
    package mutating func end() throws {
        skipWhitespace()
        guard place == bytes.count else { throw failure("expected the end of the text") }
    }

    /// Returns the next byte that is not whitespace.
    package mutating func peek() throws -> UInt8 {
        skipWhitespace()
        guard place < bytes.count else { throw failure("the text ends too early") }
        return bytes[place]
    }

    private mutating func skipWhitespace() {
        while place < bytes.count, JSONText.isWhitespace(bytes[place]) { place += 1 }
    }

    private mutating func enter(_ opening: UInt8, _ what: String) throws {
        guard try peek() == opening else { throw failure("expected \(what)") }
        guard depth < maximumDepth else { throw failure("nested deeper than \(maximumDepth)") }
        depth += 1
        place += 1
    }

    /// Reads the comma, or the closing bracket.
    private mutating func closes(_ closing: UInt8, isFirst: Bool) throws -> Bool {
        let byte = try peek()
        if isFirst, byte != closing { return false }
        guard byte == closing || byte == UInt8(ascii: ",") else {
            throw failure("expected ',' or '\(Character(UnicodeScalar(closing)))'")
        }
        place += 1
        return byte == closing
    }

    private mutating func literal(_ word: StaticString, _ value: Scalar) throws -> Scalar {
        let count = word.utf8CodeUnitCount
        guard place + count <= bytes.count, bytes[place..<place + count].elementsEqual("\(word)".utf8) else {
            throw failure("expected a value")
        }
        place += count
        return value
    }

    private mutating func number() throws -> String {
        let start = place
        while place < bytes.count, JSONText.isNumberByte(bytes[place]) { place += 1 }
        guard JSONText.isNumber(bytes[start..<place]) else {
            let isEmpty = place == start
            place = start
            throw failure(isEmpty ? "expected a value" : "expected a number")
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func string() throws -> String {
        let start = place + 1
        guard let (end, hasEscapes) = bytes.endOfString(from: start) else {
            throw failure("the string that begins here has no end")
        }
        let raw = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start..<end])
        if !isLenient, let control = raw.firstIndex(where: { $0 < 0x20 }) {
            throw failure("a control character or line break in a string, expected its escape", at: start + control)
        }
        guard let text = hasEscapes ? JSONText.unescaped(raw) : String(decoding: raw, as: UTF8.self) else {
            let place = JSONText.placeOfUnknownEscape(in: raw) ?? 0
            throw failure("an escape that JSON does not know", at: start + place)
        }
        place = end + 1
        return text
    }

    /// - Parameter offset: The place in bytes from the start; nil for the position of the reader.
    package func fault(_ message: String, at offset: Int? = nil) -> JSONFault {
        let offset = min(offset ?? place, bytes.count)
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return JSONFault(
            message: message, offset: offset, line: before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 },
            columnInBytes: offset - lineStart + 1,
            column: before[lineStart...].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 })
    }

    private func failure(_ message: String, at offset: Int? = nil) -> any Error { error(fault(message, at: offset)) }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the closing quote of a string that begins here; nil if there is none.
    package func endOfString(from start: Int) -> (end: Int, hasEscapes: Bool)? {
        let bytes = UnsafeRawBufferPointer(self)
        var index = start
        var hasEscapes = false
        var next = bytes.firstIndex(of: UInt8(ascii: "\""), from: index)
        while let quote = next {
            guard let backslash = bytes.firstIndex(of: UInt8(ascii: "\\"), from: index, to: quote) else {
                return (quote, hasEscapes)
            }
            hasEscapes = true
            index = backslash + 2
            // There may be many escapes before one quote, which is searched once.
            if index > quote { next = bytes.firstIndex(of: UInt8(ascii: "\""), from: index) }
        }
        return nil
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the first place of a byte, found with the C library: strings may be long.
    func firstIndex(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
        let end = end ?? count
        guard start < end, let base = baseAddress, let found = memchr(base + start, Int32(byte), end - start) else {
            return nil
        }
        return UnsafeRawPointer(found) - base
    }
}
