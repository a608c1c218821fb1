import BodyView

/// A fingerprint of a JSON value: equal values have equal ones.
///
/// Different values may have equal ones, once in 2^64 times: if an attacker could search for such values, pass a random seed.
struct Fingerprint: Hashable {
    /// The fingerprint of the value: the same for `1` and `1.0`, for `"A"` and `"\u0041"`, and for objects with another order of members.
    var value: UInt64
    /// The fingerprint of the spelling: the same for the same tokens in the same order, whatever spaces are between them.
    var spelling: UInt64
}

/// Functions that combine words into one.
///
/// - Source: The multiplication of wyhash, both halves of the product folded.
enum Mixing {
    static let first: UInt64 = 0xA076_1D64_78BD_642F
    static let second: UInt64 = 0xE703_7ED1_A0B4_28DB

    @inline(__always)
    static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
        // A word that equals its constant makes the product zero: no input begins with `first`.
        let product = (one ^ first).multipliedFullWidth(by: other ^ second)
        return product.high ^ product.low
    }

    /// Returns the hash of bytes, eight at a time.
    @inline(__always)
    static func hash(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, seed: UInt64) -> UInt64 {
        var hash = seed ^ UInt64(truncatingIfNeeded: range.count)
        var cursor = range.lowerBound
        while cursor + 8 <= range.upperBound {
            hash = mix(hash, ByteSearch.word(bytes, at: cursor))
            cursor += 8
        }
        var rest: UInt64 = 0
        while cursor < range.upperBound {
            rest = rest << 8 | UInt64(bytes[cursor])
            cursor += 1
        }
        return mix(hash, rest)
    }
}

/// The value of a number as it is written, to its last digit, without floating-point numbers.
struct NumberFingerprint {
    private var hash: UInt64
    private var group: UInt64 = 0
    private var groupDigits = 0
    private var isZero = true
    /// The number of zeros that count only if another digit follows.
    private var zeros = 0

    private init(seed: UInt64) { hash = seed }

    /// - Parameter range: The range of a number as in RFC 8259, section 6.
    @inline(__always)
    static func hash(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, seed: UInt64) -> UInt64 {
        var number = NumberFingerprint(seed: seed)
        return number.read(bytes, range)
    }

    @inline(__always)
    private mutating func read(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt64 {
        var cursor = range.lowerBound
        let isNegative = bytes[cursor] == UInt8(ascii: "-")
        if isNegative { cursor += 1 }
        var fractionDigits = 0
        var isFraction = false
        var exponent = 0
        while cursor < range.upperBound {
            let byte = bytes[cursor]
            cursor += 1
            if byte == UInt8(ascii: ".") {
                isFraction = true
            } else if byte | 0x20 == UInt8(ascii: "e") {
                guard let read = Self.exponent(bytes, cursor..<range.upperBound) else {
                    return Mixing.hash(bytes, range, seed: hash)
                }
                exponent = read
                break
            } else {
                if isFraction { fractionDigits += 1 }
                take(digit: UInt64(byte & 0x0F))
            }
        }
        guard !isZero else { return Mixing.mix(hash, 0) }
        let scale = exponent &- fractionDigits &+ zeros
        return Mixing.mix(
            Mixing.mix(hash, group), UInt64(bitPattern: Int64(scale)) << 1 | (isNegative ? 1 : 0))
    }

    @inline(__always)
    private mutating func take(digit: UInt64) {
        if digit == 0 {
            if !isZero { zeros += 1 }
            return
        }
        isZero = false
        while zeros > 0 {
            append(digit: 0)
            zeros -= 1
        }
        append(digit: digit)
    }

    @inline(__always)
    private mutating func append(digit: UInt64) {
        group = group &* 10 &+ digit
        groupDigits += 1
        guard groupDigits == 18 else { return }
        hash = Mixing.mix(hash, group)
        (group, groupDigits) = (0, 0)
    }

    /// Reads the exponent; nil if it has so many digits that the number only equals the same spelling.
    private static func exponent(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
        var cursor = range.lowerBound
        guard cursor < range.upperBound else { return 0 }
        let isNegative = bytes[cursor] == UInt8(ascii: "-")
        if isNegative || bytes[cursor] == UInt8(ascii: "+") { cursor += 1 }
        var result = 0
        while cursor < range.upperBound {
            guard result < 1 << 53 else { return nil }
            result = result * 10 + Int(bytes[cursor] & 0x0F)
            cursor += 1
        }
        return isNegative ? -result : result
    }
}
