import Text

/// The pairs of escapes such as `\ud83d\ude00` in a text, and the escapes of the same length that take their places while libyaml reads it.
///
/// Outside of double quotes nothing is an escape: what was replaced there is put back as it was written.
struct SurrogatePairs {
    /// The character that replaces each first half.
    private var heads: [ArraySlice<UInt8>: Unicode.Scalar] = [:]
    private var written: [Unicode.Scalar: ArraySlice<UInt8>] = [:]
    private let tail: Unicode.Scalar
    private var places: [(offset: Int, head: Unicode.Scalar)] = []

    private static let length = 12

    /// Returns nil if the text holds no such pair.
    init?(in bytes: ContiguousArray<UInt8>, avoiding taken: [Unicode.Scalar]) {
        let offsets = Self.offsets(in: bytes)
        guard !offsets.isEmpty else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        let used = Substitute.escaped(in: text).union(text.unicodeScalars).union(taken)
        var free = (UInt32(0xE000)...0xF8FF).lazy.compactMap(Unicode.Scalar.init).filter { !used.contains($0) }
            .makeIterator()
        guard let tail = free.next() else { return nil }
        self.tail = tail
        for offset in offsets {
            let pair = Array(bytes[offset..<offset + Self.length])[...]
            guard let head = heads[pair] ?? free.next() else { return }
            heads[pair] = head
            written[head] = pair
            places.append((offset, head))
        }
    }

    /// Returns the offsets of pairs that begin with a backslash which is not itself escaped.
    private static func offsets(in bytes: ContiguousArray<UInt8>) -> [Int] {
        var (offsets, position) = ([Int](), bytes.startIndex)
        while position + length <= bytes.count {
            guard bytes[position] == UInt8(ascii: "\\") else {
                position += 1
                continue
            }
            let isPair = scalar(of: bytes[position..<position + length]) != nil
            if isPair { offsets.append(position) }
            position += isPair ? length : 2
        }
        return offsets
    }

    /// Returns nil if the escapes are not a high and a low surrogate.
    private static func scalar(of pair: some Collection<UInt8>) -> Unicode.Scalar? {
        guard let high = unit(pair.prefix(6)), let low = unit(pair.dropFirst(6)) else { return nil }
        return Unicode.Scalar(high: high, low: low)
    }

    private static func unit(_ escape: some Collection<UInt8>) -> UInt32? {
        let digits = escape.dropFirst(2)
        guard escape.starts(with: "\\u".utf8), digits.allSatisfy({ $0 != UInt8(ascii: "+") }) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    func apply(to bytes: inout ContiguousArray<UInt8>) {
        for (offset, head) in places {
            bytes.replaceSubrange(offset..<offset + Self.length, with: Self.escape(head) + Self.escape(tail))
        }
    }

    /// Returns an escape: four digits are enough for the private use area.
    private static func escape(_ scalar: Unicode.Scalar) -> [UInt8] {
        Array("\\u\(String(scalar.value, radix: 16))".utf8)
    }

    /// Returns the decoded text of a scalar as its author means it.
    func restored(_ text: String) -> String {
        let isEscaped = text.utf8.contains(UInt8(ascii: "\\"))
        let text = isEscaped ? restoredAsWritten(text) : text
        guard text.unicodeScalars.contains(tail) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where scalar != tail {
            scalars.append(written[scalar].flatMap(Self.scalar) ?? scalar)
        }
        return String(scalars)
    }

    private func restoredAsWritten(_ text: String) -> String {
        let (bytes, end) = (ContiguousArray(text.utf8), Self.escape(tail))
        var (restored, position) = ([UInt8](), bytes.startIndex)
        while position < bytes.count {
            let next = bytes[position...].prefix(Self.length)
            let head = Self.unit(next.prefix(6)).flatMap(Unicode.Scalar.init)
            if next.dropFirst(6).elementsEqual(end), let pair = head.flatMap({ written[$0] }) {
                restored += pair
                position += Self.length
            } else {
                restored.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: restored, as: UTF8.self)
    }
}
