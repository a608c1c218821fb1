public import BodyStore
import Text

/// A token of a JSON text.
public enum JSONToken: Sendable, Hashable {
    case beginObject, endObject, beginArray, endArray
    /// The name of a member, its escapes undone; its value follows.
    case key(String)
    /// A string, its escapes undone.
    case string(String)
    /// A number as written: "1.50".
    case number(String)
    case bool(Bool)
    case null
}

/// Reads the tokens of a JSON body, for callers that need values and not lines.
///
/// It trusts the scanner: the bytes have been found to be JSON as far as they go. Whitespace, commas and colons are skipped.
public struct JSONTokenReader {
    private let bytes: UnsafeRawBufferPointer
    /// Whether the body was read to its end and is JSON throughout; false if only its beginning is read.
    public let isWhole: Bool
    private var position = 0
    private var nesting = Nesting()
    private var expectsKey = false

    init(_ bytes: UnsafeRawBufferPointer, isWhole: Bool) {
        self.bytes = bytes
        self.isWhole = isWhole
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Returns the next token; nil at the end, also if a token is cut off there.
    public mutating func next() -> JSONToken? {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ":"): position += 1
            case UInt8(ascii: ","):
                expectsKey = nesting.isObject
                position += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["): return open(isObject: byte == UInt8(ascii: "{"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): return close()
            case UInt8(ascii: "\""): return string()
            default: return word()
            }
        }
        return nil
    }

    private mutating func open(isObject: Bool) -> JSONToken {
        nesting.push(isObject: isObject)
        expectsKey = isObject
        position += 1
        return isObject ? .beginObject : .beginArray
    }

    private mutating func close() -> JSONToken? {
        guard !nesting.isEmpty else { return nil }
        let isObject = nesting.isObject
        nesting.pop()
        expectsKey = false
        position += 1
        return isObject ? .endObject : .endArray
    }

    private mutating func string() -> JSONToken? {
        var end = position + 1
        var hasEscapes = false
        while true {
            end = ByteSearch.endOfPlainString(bytes, from: min(end, bytes.count), to: bytes.count)
            guard end < bytes.count else { return atEnd() }
            if bytes[end] == UInt8(ascii: "\"") { break }
            hasEscapes = true
            end += 2
        }
        let text = UnsafeRawBufferPointer(rebasing: bytes[(position + 1)..<end])
        position = end + 1
        let value = hasEscapes ? JSONText.unescapedLeniently(text) : String(decoding: text, as: UTF8.self)
        guard nesting.isObject, expectsKey else { return .string(value) }
        expectsKey = false
        return .key(value)
    }

    private mutating func word() -> JSONToken? {
        let end = bytes[position...].firstIndex { !Self.isWord($0) } ?? bytes.count
        // A number at the end of an incomplete body may have more digits.
        guard end > position, end < bytes.count || isWhole else { return atEnd() }
        let text = String(decoding: bytes[position..<end], as: UTF8.self)
        position = end
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: return .number(text)
        }
    }

    private mutating func atEnd() -> JSONToken? {
        position = bytes.count
        return nil
    }

    /// Whether a byte is a letter, a digit or a sign: part of a literal or a number.
    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }
}

extension BodyStore {
    /// Returns the first token of a range that is JSON: for a value's bytes, the value or its opening bracket.
    public func scalar(in range: Range<Int>) -> JSONToken? {
        withBytes(in: range) { bytes in
            var reader = JSONTokenReader(bytes, isWhole: true)
            return reader.next()
        }
    }

    /// Lends a reader of the body's tokens, as far as the body is JSON.
    ///
    /// - Parameter limit: The end of the bytes to read; the reader is not whole if it is before the end of the body.
    public func withJSONTokens<Result>(
        upTo limit: Int = .max, _ body: (inout JSONTokenReader) throws -> Result
    ) rethrows -> Result {
        var index = BodyIndex(kind: .json)
        index.extend(over: self, upTo: limit)
        let end = index.fault?.offsetInBytes ?? index.scannedBytes
        return try withBytes(in: 0..<end) { bytes in
            var reader = JSONTokenReader(bytes, isWhole: index.isComplete && index.fault == nil)
            return try body(&reader)
        }
    }
}
