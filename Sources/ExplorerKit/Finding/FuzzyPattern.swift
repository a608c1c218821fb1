/// A few letters typed to find one of many texts: words in any order, each found where its letters occur in their order.
///
/// Case does not count. Letters are compared as they are written: "e" does not find "é".
package struct FuzzyPattern: Sendable, Hashable {
    package struct Word: Sendable, Hashable {
        /// The bytes, folded, in UTF-8.
        package let bytes: [UInt8]
        package let letters: FuzzyLetters

        package init(_ bytes: [UInt8]) {
            self.bytes = bytes
            letters = FuzzyLetters(bytes)
        }
    }

    package let words: [Word]

    package init(_ text: String) {
        words = text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }).map {
            Word(FuzzyFolding.folded(String(Substring($0))))
        }
    }

    /// Whether the pattern has no words, and so finds everything.
    package var isEmpty: Bool { words.isEmpty }

    /// Whether another pattern found all that this one finds: it is what that one was, and more.
    package func narrows(_ other: FuzzyPattern) -> Bool {
        other.words.count <= words.count
            && zip(other.words, words).allSatisfy { shorter, longer in longer.bytes.starts(with: shorter.bytes) }
    }

    /// Returns the number of first words that another pattern has as well.
    package func wordsShared(with other: FuzzyPattern) -> Int { zip(words, other.words).prefix { $0 == $1 }.count }
}

/// Letters in small form. What has another length in UTF-8 then stays as it is, so that places stay what they are.
package enum FuzzyFolding {
    package static func folded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        append(text, to: &bytes)
        return bytes
    }

    package static func append(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                let byte = UInt8(scalar.value)
                bytes.append(0x41...0x5A ~= byte ? byte | 0x20 : byte)
            } else {
                append(scalar, to: &bytes)
            }
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        let small = scalar.properties.lowercaseMapping.utf8
        let isAlike = small.count == String(scalar).utf8.count
        bytes.append(contentsOf: isAlike ? Array(small) : Array(String(scalar).utf8))
    }
}

/// The letters of a text: one that lacks a letter of a pattern is passed over at once.
package struct FuzzyLetters: Sendable, Hashable {
    private let bits: UInt64

    package init(_ bytes: [UInt8], from start: Int = 0) {
        var bits: UInt64 = 0
        for place in start..<bytes.count { bits |= 1 << Self.place(of: bytes[place]) }
        self.bits = bits
    }

    package func isSuperset(of other: FuzzyLetters) -> Bool { bits & other.bits == other.bits }

    private static func place(of byte: UInt8) -> UInt64 {
        switch byte {
        case 0x61...0x7A: UInt64(byte - 0x61)
        case 0x30...0x39: UInt64(byte - 0x30) + 26
        case 0x80...: 63
        default: UInt64(byte % 27) + 36
        }
    }
}
