/// Reads a JSON text once, piece by piece as it arrives, checks it against RFC 8259 and counts the lines of its layout.
///
/// A state machine over bytes: it can stop and continue anywhere, and keeps nothing of what it has read. A line starts with the first token
/// of a member, an element or a top-level value, and with the closing bracket of a container that is not empty. It does not use
/// Text's `JSONReader`, which needs all bytes at once and builds values: for 100 MB that takes too long.
struct JSONScanner: Sendable {
    /// Whether several values may follow each other (JSON lines).
    let allowsSequence: Bool
    /// The number of bytes that were read, or the place of the fault.
    private(set) var offset = 0
    /// The number of lines that have started.
    private(set) var lines = 0
    /// The fault; nil while the text is valid. Nothing is read after it.
    private(set) var fault: (offset: Int, reason: String)?
    private(set) var nesting = Nesting()

    private var state = State.start
    private var stringIsKey = false
    /// The number of digits that are missing after `\u`.
    private var missingHexDigits: UInt8 = 0
    private var literal = Literal.null
    private var literalPosition = 0

    init(allowsSequence: Bool = false) { self.allowsSequence = allowsSequence }

    /// The expected token, or the token that is being read.
    private enum State {
        case start
        /// A value at the start of a line: an element, or a top-level value.
        case value
        case memberValue
        case valueOrEnd, keyOrEnd, key, colon, commaOrEnd, done
        case string, escape, hexEscape, literal
        case minus, zero, integer, point, fraction, exponentMark, exponentSign, exponent
        case failed
    }

    private enum Literal {
        case `true`, `false`, null

        var text: StaticString {
            switch self {
            case .true: "true"
            case .false: "false"
            case .null: "null"
            }
        }
    }
}

extension JSONScanner {
    /// Reads the bytes that follow those read before.
    mutating func scan(_ bytes: UnsafeRawBufferPointer, into checkpoints: inout Checkpoints) {
        var cursor = 0
        let base = offset
        while cursor < bytes.count, state != .failed {
            switch state {
            case .string: scanString(bytes, &cursor, base)
            case .escape: scanEscape(bytes[cursor], &cursor, base)
            case .hexEscape: scanHexDigit(bytes[cursor], &cursor, base)
            case .literal: scanLiteral(bytes[cursor], &cursor, base)
            case .minus, .zero, .integer, .point, .fraction, .exponentMark, .exponentSign, .exponent:
                scanNumber(bytes, &cursor, base)
            case .start: skipByteOrderMark(bytes, &cursor)
            default: scanStructure(bytes, &cursor, base, &checkpoints)
            }
        }
        offset = base + cursor
    }

    /// Ends the text: an unfinished one is a fault.
    mutating func finish() {
        switch state {
        case .failed, .done: return
        case .zero, .integer, .fraction, .exponent:
            endValue()
            return finish()
        case .value where allowsSequence && nesting.isEmpty, .start where allowsSequence: return
        default: fail(at: offset, reasonForEnd)
        }
    }

    private mutating func fail(at place: Int, _ reason: String) {
        fault = (place, reason)
        state = .failed
    }

    private mutating func fail(at place: Int, expected: String, found byte: UInt8) {
        fail(at: place, "expected \(expected), found \(Self.name(of: byte))")
    }

    private var reasonForEnd: String {
        switch state {
        case .string, .escape, .hexEscape: "the body ends inside a string"
        case .literal: "the body ends inside `\(literal.text)`"
        case .minus, .point, .exponentMark, .exponentSign: "the body ends inside a number"
        default:
            nesting.isEmpty
                ? "the body ends before a value" : "the body ends inside \(nesting.isObject ? "an object" : "an array")"
        }
    }

    /// Returns "`;`", or "byte 0x0A" for an unprintable byte.
    static func name(of byte: UInt8) -> String {
        if (0x20..<0x7F).contains(byte) { return "`\(Character(Unicode.Scalar(byte)))`" }
        let digits = String(byte, radix: 16, uppercase: true)
        return "byte 0x" + (digits.count < 2 ? "0" : "") + digits
    }
}

// Structure.
extension JSONScanner {
    /// Skips a byte order mark if all three bytes come at once; apart, they are a fault, so the index waits for them.
    private mutating func skipByteOrderMark(_ bytes: UnsafeRawBufferPointer, _ cursor: inout Int) {
        state = .value
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { cursor = 3 }
    }

    @inline(__always)
    private mutating func scanStructure(
        _ bytes: UnsafeRawBufferPointer, _ cursor: inout Int, _ base: Int, _ checkpoints: inout Checkpoints
    ) {
        let byte = bytes[cursor]
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09:
            cursor = ByteSearch.endOfWhitespace(bytes, from: cursor, to: bytes.count)
        case UInt8(ascii: ","): takeComma(base + cursor, &cursor)
        case UInt8(ascii: ":"):
            guard state == .colon else { return failUnexpected(byte, base + cursor) }
            state = .memberValue
            cursor += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): takeClose(byte, base + cursor, &cursor, &checkpoints)
        case UInt8(ascii: "\""): takeQuote(base + cursor, &cursor, &checkpoints)
        default:
            takeValue(byte, base + cursor, &cursor, &checkpoints)
            // Most numbers end in the piece they start in, with a comma: that saves two turns of the loop.
            if state == .integer, cursor < bytes.count { scanNumber(bytes, &cursor, base) }
            if state == .commaOrEnd, cursor < bytes.count, bytes[cursor] == UInt8(ascii: ",") {
                takeComma(base + cursor, &cursor)
            }
        }
    }

    @inline(__always)
    private mutating func takeComma(_ place: Int, _ cursor: inout Int) {
        guard state == .commaOrEnd else { return failUnexpected(UInt8(ascii: ","), place) }
        state = nesting.isObject ? .key : .value
        cursor += 1
    }

    @inline(__always)
    private mutating func takeQuote(_ place: Int, _ cursor: inout Int, _ checkpoints: inout Checkpoints) {
        switch state {
        case .key, .keyOrEnd:
            startLine(place, &checkpoints)
            stringIsKey = true
        case .memberValue: stringIsKey = false
        case .value, .valueOrEnd,
            .done where allowsSequence:
            startLine(place, &checkpoints)
            stringIsKey = false
        default: return failUnexpected(UInt8(ascii: "\""), place)
        }
        state = .string
        cursor += 1
    }

    @inline(__always)
    private mutating func takeClose(
        _ byte: UInt8, _ place: Int, _ cursor: inout Int, _ checkpoints: inout Checkpoints
    ) {
        let isObject = byte == UInt8(ascii: "}")
        guard !nesting.isEmpty, nesting.isObject == isObject else { return failUnexpected(byte, place) }
        switch state {
        case .commaOrEnd: startLine(place, &checkpoints)
        case .valueOrEnd, .keyOrEnd: break
        default: return failUnexpected(byte, place)
        }
        nesting.pop()
        endValue()
        cursor += 1
    }

    @inline(__always)
    private mutating func takeValue(
        _ byte: UInt8, _ place: Int, _ cursor: inout Int, _ checkpoints: inout Checkpoints
    ) {
        let next: State
        switch byte {
        case UInt8(ascii: "{"): next = .keyOrEnd
        case UInt8(ascii: "["): next = .valueOrEnd
        case UInt8(ascii: "-"): next = .minus
        case UInt8(ascii: "0"): next = .zero
        case UInt8(ascii: "1")...UInt8(ascii: "9"): next = .integer
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): next = .literal
        default: return failUnexpected(byte, place)
        }
        guard beginValue(byte, place, &checkpoints) else { return }
        state = next
        cursor += 1
        if next == .literal { beginLiteral(byte) }
        if next == .keyOrEnd || next == .valueOrEnd { open(isObject: next == .keyOrEnd, place) }
    }

    @inline(__always)
    private mutating func beginValue(_ byte: UInt8, _ place: Int, _ checkpoints: inout Checkpoints) -> Bool {
        switch state {
        case .memberValue: return true
        case .value, .valueOrEnd,
            .done where allowsSequence:
            startLine(place, &checkpoints)
            return true
        default:
            failUnexpected(byte, place)
            return false
        }
    }

    private mutating func open(isObject: Bool, _ place: Int) {
        guard nesting.depth < Nesting.maximumDepth else {
            return fail(at: place, "nested deeper than \(Nesting.maximumDepth) levels")
        }
        nesting.push(isObject: isObject)
    }

    private mutating func beginLiteral(_ byte: UInt8) {
        literal = byte == UInt8(ascii: "t") ? .true : byte == UInt8(ascii: "f") ? .false : .null
        literalPosition = 1
    }

    @inline(__always)
    private mutating func startLine(_ place: Int, _ checkpoints: inout Checkpoints) {
        if place >= checkpoints.nextOffset {
            checkpoints.append(Checkpoint(offset: place, line: lines, nesting: nesting))
        }
        lines += 1
    }

    @inline(__always)
    private mutating func endValue() { state = nesting.isEmpty ? .done : .commaOrEnd }

    private mutating func failUnexpected(_ byte: UInt8, _ place: Int) {
        fail(at: place, expected: expectation, found: byte)
    }

    private var expectation: String {
        switch state {
        case .value, .memberValue: "a value"
        case .valueOrEnd: "a value or `]`"
        case .keyOrEnd: "a name in quotes or `}`"
        case .key: "a name in quotes"
        case .colon: "`:`"
        case .commaOrEnd: nesting.isObject ? "`,` or `}`" : "`,` or `]`"
        default: allowsSequence ? "a value" : "nothing after the value"
        }
    }
}

// Tokens.
extension JSONScanner {
    @inline(__always)
    private mutating func scanString(_ bytes: UnsafeRawBufferPointer, _ cursor: inout Int, _ base: Int) {
        cursor = ByteSearch.endOfPlainString(bytes, from: cursor, to: bytes.count)
        guard cursor < bytes.count else { return }
        switch bytes[cursor] {
        case UInt8(ascii: "\""):
            if stringIsKey { state = .colon } else { endValue() }
        case UInt8(ascii: "\\"): state = .escape
        default:
            return fail(at: base + cursor, "\(Self.name(of: bytes[cursor])) must be escaped in a string")
        }
        cursor += 1
    }

    private mutating func scanEscape(_ byte: UInt8, _ cursor: inout Int, _ base: Int) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            state = .string
        case UInt8(ascii: "u"):
            state = .hexEscape
            missingHexDigits = 4
        default:
            return fail(at: base + cursor, expected: "one of `\"\\/bfnrtu` after `\\`", found: byte)
        }
        cursor += 1
    }

    private mutating func scanHexDigit(_ byte: UInt8, _ cursor: inout Int, _ base: Int) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            missingHexDigits -= 1
            if missingHexDigits == 0 { state = .string }
            cursor += 1
        default: fail(at: base + cursor, expected: "four hexadecimal digits after `\\u`", found: byte)
        }
    }

    private mutating func scanLiteral(_ byte: UInt8, _ cursor: inout Int, _ base: Int) {
        let text = literal.text
        guard byte == text.utf8Start[literalPosition] else {
            return fail(at: base + cursor, expected: "`\(text)`", found: byte)
        }
        cursor += 1
        literalPosition += 1
        if literalPosition == text.utf8CodeUnitCount { endValue() }
    }

    @inline(__always)
    private mutating func scanNumber(_ bytes: UnsafeRawBufferPointer, _ cursor: inout Int, _ base: Int) {
        if state == .integer || state == .fraction || state == .exponent {
            while cursor < bytes.count, Self.isDigit(bytes[cursor]) { cursor += 1 }
            guard cursor < bytes.count else { return }
        }
        guard let next = stateOfNumber(after: bytes[cursor]) else { return endNumber(bytes[cursor], base + cursor) }
        state = next
        cursor += 1
    }

    /// Returns the next state after a byte within a number; nil if it is not part of one here.
    @inline(__always)
    private func stateOfNumber(after byte: UInt8) -> State? {
        switch (state, byte) {
        case (.minus, UInt8(ascii: "0")): .zero
        case (.minus, UInt8(ascii: "1")...UInt8(ascii: "9")): .integer
        case (.zero, UInt8(ascii: ".")), (.integer, UInt8(ascii: ".")): .point
        case (.zero, UInt8(ascii: "e")), (.integer, UInt8(ascii: "e")), (.fraction, UInt8(ascii: "e")),
            (.zero, UInt8(ascii: "E")), (.integer, UInt8(ascii: "E")), (.fraction, UInt8(ascii: "E")):
            .exponentMark
        case (.point, UInt8(ascii: "0")...UInt8(ascii: "9")): .fraction
        case (.exponentMark, UInt8(ascii: "+")), (.exponentMark, UInt8(ascii: "-")): .exponentSign
        case (.exponentMark, UInt8(ascii: "0")...UInt8(ascii: "9")),
            (.exponentSign, UInt8(ascii: "0")...UInt8(ascii: "9")):
            .exponent
        default: nil
        }
    }

    @inline(__always)
    private mutating func endNumber(_ byte: UInt8, _ place: Int) {
        switch state {
        case .integer, .fraction, .exponent: endValue()
        case .zero where Self.isDigit(byte): fail(at: place, "a number must not start with a zero")
        case .zero: endValue()
        default: fail(at: place, expected: "a digit", found: byte)
        }
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
