import BodyStore
import Foundation
import Text

/// Writes JSON to a sink, member by member in the order of the calls, indented and in pieces.
///
/// Only a piece of about ``pieceSize`` bytes is kept, and one text beyond it, so that a body of any size passes through.
final class JSONWriter {
    typealias Sink = (UnsafeRawBufferPointer) throws -> Void

    static let pieceSize = 64 << 10
    private let sink: Sink
    private var output = JSONOutput(isIndented: true, escapesDelete: true)

    init(sink: @escaping Sink) { self.sink = sink }

    // MARK: Structure

    func object(_ members: () throws -> Void) throws { try nest("{", "}", members) }

    func array<Element>(_ elements: some Sequence<Element>, _ write: (Element) throws -> Void) throws {
        try nest("[", "]") {
            for element in elements {
                output.element()
                try write(element)
            }
        }
    }

    /// Writes a whole document, an object, and a line end.
    static func object(to sink: @escaping Sink, _ members: (JSONWriter) throws -> Void) throws {
        let json = JSONWriter(sink: sink)
        try json.object { try members(json) }
        try json.finish()
    }

    // MARK: Members

    /// Writes the name of a member; its value follows.
    func key(_ name: String) throws {
        output.name(name)
        try passOn()
    }

    func object(_ name: String, _ members: () throws -> Void) throws {
        try key(name)
        try object(members)
    }

    func array<Element>(
        _ name: String, _ elements: some Sequence<Element>, _ write: (Element) throws -> Void
    ) throws {
        try key(name)
        try array(elements, write)
    }

    func member(_ name: String, _ text: String?) throws {
        try key(name)
        try string(text)
    }

    func member(_ name: String, _ number: Int?) throws {
        try key(name)
        try raw(number.map(String.init) ?? "null")
    }

    func member(_ name: String, _ value: Bool) throws {
        try key(name)
        try raw(value ? "true" : "false")
    }

    func member(_ name: String, seconds duration: Duration?) throws {
        try key(name)
        try seconds(duration)
    }

    /// - Parameter text: The value, which is JSON already, on one line.
    func member(_ name: String, json text: String) throws {
        try key(name)
        try json(text)
    }

    func members(_ texts: [(name: String, text: String?)]) throws {
        for (name, text) in texts { try member(name, text) }
    }

    // MARK: Bytes

    /// Writes what is left to the sink, with a line end.
    func finish() throws {
        try raw("\n")
        try flush()
    }

    private func nest(_ open: String, _ close: String, _ body: () throws -> Void) throws {
        output.open(open)
        try body()
        output.close(close)
        try passOn()
    }

    // MARK: Values

    func null() throws { try raw("null") }
    func integer(_ number: Int) throws { try raw(String(number)) }

    func string(_ text: String?) throws {
        guard let text else { return try null() }
        output.string(text)
        try passOn()
    }

    /// Writes text that is JSON already, on one line.
    func json(_ text: String) throws { try raw(text) }

    /// Writes a duration in seconds, to the microsecond: `0.2`.
    func seconds(_ duration: Duration?) throws {
        guard let duration else { return try null() }
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let rest = String(microseconds.magnitude % 1_000_000 + 1_000_000).dropFirst()
        let digits = String(rest.reversed().drop { $0 == "0" }.reversed())
        let sign = microseconds < 0 ? "-" : ""
        try raw("\(sign)\(microseconds.magnitude / 1_000_000)" + (digits.isEmpty ? "" : ".\(digits)"))
    }

    /// Writes a pair on one line: `["Host", "127.0.0.1"]`.
    func pair(_ first: String, _ second: String) throws {
        try raw("[")
        try string(first)
        try raw(", ")
        try string(second)
        try raw("]")
    }

    /// Writes bytes that are known to be UTF-8 as a string.
    func string(of pieces: BodyPieces) throws {
        try raw("\"")
        try pieces.lend {
            output.escaped($0)
            try passOn()
        }
        try raw("\"")
    }

    func base64(of pieces: BodyPieces) throws {
        try raw("\"")
        var rest = Data()
        try pieces.lend { bytes in
            rest.append(contentsOf: bytes)
            let whole = rest.count / 3 * 3
            try raw(rest.prefix(whole).base64EncodedString())
            rest = Data(rest.dropFirst(whole))
        }
        try raw(rest.base64EncodedString())
        try raw("\"")
    }

    // MARK: Bytes

    private func raw(_ text: String) throws {
        output.put(text)
        try passOn()
    }

    private func passOn() throws { if output.bytes.count >= Self.pieceSize - 8 { try flush() } }

    private func flush() throws { try output.takeBytes().withUnsafeBytes(sink) }
}

/// A body, lent piece by piece.
struct BodyPieces {
    /// The number of bytes of a piece: a multiple of three, as base64 is written piece by piece.
    static let size = 12 << 10
    private let store: BodyStore

    init(_ store: BodyStore) { self.store = store }
    init(_ bytes: some Sequence<UInt8>) { store = BodyStore(bytes) }

    var isEmpty: Bool { store.count == 0 }

    /// - Parameter end: The number of bytes that are lent at most.
    func lend(upTo end: Int = .max, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let count = min(end, store.count)
        for start in stride(from: 0, to: count, by: Self.size) {
            try store.withBytes(in: start..<min(start + Self.size, count), body)
        }
    }

    /// Whether the whole body is well-formed UTF-8.
    var isUTF8: Bool {
        var check = UTF8Check()
        try? lend { bytes in for byte in bytes where check.isValid { check.take(byte) } }
        return check.isComplete
    }
}

/// A check of UTF-8 for well-formedness, byte by byte.
///
/// - Source: The Unicode Standard, table 3-7.
struct UTF8Check {
    private(set) var isValid = true
    private var pending = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether what was taken so far is a whole text.
    var isComplete: Bool { isValid && pending == 0 }

    mutating func take(_ byte: UInt8) {
        guard pending == 0 else {
            isValid = isValid && allowed.contains(byte)
            pending -= 1
            allowed = 0x80...0xBF
            return
        }
        switch byte {
        case 0..<0x80: break
        case 0xC2...0xDF: pending = 1
        case 0xE0: (pending, allowed) = (2, 0xA0...0xBF)
        case 0xED: (pending, allowed) = (2, 0x80...0x9F)
        case 0xE1...0xEF: pending = 2
        case 0xF0: (pending, allowed) = (3, 0x90...0xBF)
        case 0xF1...0xF3: pending = 3
        case 0xF4: (pending, allowed) = (3, 0x80...0x8F)
        default: isValid = false
        }
    }
}
