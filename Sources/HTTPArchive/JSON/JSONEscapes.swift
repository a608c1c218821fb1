/// What stands behind a backslash in a string.
///
/// - Source: RFC 8259, section 7.
enum JSONEscapes {
    /// - Returns: nil when an escape is none.
    static func decode(_ raw: UnsafeBufferPointer<UInt8>) -> String? {
        var output: [UInt8] = []
        output.reserveCapacity(raw.count)
        var index = 0
        while let backslash = raw.firstIndex(of: UInt8(ascii: "\\"), from: index) {
            output.append(contentsOf: UnsafeBufferPointer(rebasing: raw[index..<backslash]))
            guard let letter = raw[(backslash + 1)...].first else { return nil }
            index = backslash + 2
            if letter == UInt8(ascii: "u") {
                var rest = raw[index...]
                guard let scalar = scalar(&rest) else { return nil }
                output += String(scalar).utf8
                index = rest.startIndex
            } else {
                guard let byte = simple(letter) else { return nil }
                output.append(byte)
            }
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: raw[index...]))
        return String(decoding: output, as: UTF8.self)
    }

    private static func simple(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// Four digits, and four more where the first are half of a pair. Half a pair alone is U+FFFD.
    private static func scalar(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        guard let first = unit(rest) else { return nil }
        rest = rest.dropFirst(4)
        guard (0xD800...0xDBFF).contains(first), rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]),
            let second = unit(rest.dropFirst(2)), (0xDC00...0xDFFF).contains(second)
        else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        rest = rest.dropFirst(6)
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private static func unit(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32? {
        let digits = bytes.prefix(4)
        guard digits.count == 4 else { return nil }
        return digits.reduce(UInt32?(0)) { sum, byte in
            guard let sum, let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
            return sum << 4 + UInt32(digit)
        }
    }
}

enum JSONNumber {
    /// - Source: RFC 8259, section 6.
    static func isValid(_ text: some Sequence<UInt8>) -> Bool {
        var rest = Array(text)[...]
        func digits() -> Int {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !startsWithZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard digits() > 0 else { return false }
        }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}
