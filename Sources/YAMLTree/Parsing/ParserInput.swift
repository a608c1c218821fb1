/// The input of libyaml for a text, and the way back from its positions to ours.
///
/// Four things differ from the text, none of which moves a byte:
/// - the byte order mark is left out;
/// - a last line without a line break gets one, so that a block scalar there reads as other readers of YAML 1.2 read it;
/// - U+0085, U+2028 and U+2029, which libyaml takes for line breaks as YAML 1.1 did, are replaced by characters of the
///   same length that do not occur in the text, and put back into the decoded scalars;
/// - two escapes that are one character together, as JSON writes those beyond U+FFFF, are replaced likewise: libyaml refuses each half.
struct ParserInput {
    let bytes: ContiguousArray<UInt8>
    private let base: Int
    private let limit: Int
    private let isASCII: Bool
    private let substitutes: [Substitute]
    private let pairs: SurrogatePairs?

    // A position already translated; events come nearly in order, so this walks the text once.
    private var index = 0
    private var offset = 0

    init(_ source: SourceText) {
        base = source.start
        limit = source.end
        var bytes = source.bytes
        if source.start > 0 { bytes.removeFirst(source.start) }
        if bytes.last.map(SourceText.isBreak) != true { bytes.append(0x0A) }
        isASCII = bytes.allSatisfy { $0 < 0x80 }
        substitutes = isASCII ? [] : Substitute.needed(in: bytes)
        for substitute in substitutes { substitute.apply(to: &bytes) }
        pairs = SurrogatePairs(in: bytes, avoiding: substitutes.map(\.replacement))
        pairs?.apply(to: &bytes)
        self.bytes = bytes
    }

    /// Returns the offset in the text of a scalar index of libyaml's.
    mutating func offset(ofIndex target: Int) -> Int {
        if isASCII { return min(base + target, limit) }
        while index < target, offset < bytes.count { stepForward() }
        while index > target, offset > 0 { stepBackward() }
        return min(base + offset, limit)
    }

    func offset(ofByte byte: Int) -> Int { min(base + byte, limit) }

    private mutating func stepForward() {
        offset += 1
        while offset < bytes.count, !SourceText.beginsScalar(bytes[offset]) { offset += 1 }
        index += 1
    }

    private mutating func stepBackward() {
        offset -= 1
        while offset > 0, !SourceText.beginsScalar(bytes[offset]) { offset -= 1 }
        index -= 1
    }

    /// Returns a decoded text with the substitutes undone.
    func restored(_ text: String) -> String {
        let text = pairs?.restored(text) ?? text
        guard !substitutes.isEmpty, text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(substitutes.first { $0.replacement == scalar }?.original ?? scalar)
        }
        return String(scalars)
    }
}

/// A character that replaces one that libyaml takes for a line break.
struct Substitute {
    let original: Unicode.Scalar
    let replacement: Unicode.Scalar

    static func needed(in bytes: ContiguousArray<UInt8>) -> [Substitute] {
        guard holdsOriginal(bytes) else { return [] }
        let text = String(decoding: bytes, as: UTF8.self)
        let present = Set(text.unicodeScalars)
        var taken = present.union(escaped(in: text))
        var substitutes: [Substitute] = []
        for (original, candidates) in replaceable where present.contains(original) {
            let free = candidates.lazy.compactMap(Unicode.Scalar.init).first { !taken.contains($0) }
            guard let free else { continue }
            taken.insert(free)
            substitutes.append(Substitute(original: original, replacement: free))
        }
        return substitutes
    }

    /// The replaceable characters, each with characters of the same length in UTF-8.
    private static let replaceable: [(Unicode.Scalar, ClosedRange<UInt32>)] = [
        ("\u{85}", 0xC0...0x7FF), ("\u{2028}", 0xE000...0xF8FF), ("\u{2029}", 0xE000...0xF8FF),
    ]

    /// Whether one occurs: U+0085 is C2 85; U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
    private static func holdsOriginal(_ bytes: ContiguousArray<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            bytes.indices.dropFirst().contains { index in
                switch (bytes[index - 1], bytes[index]) {
                case (0xC2, 0x85): true
                case (0x80, 0xA8), (0x80, 0xA9): index > 1 && bytes[index - 2] == 0xE2
                default: false
                }
            }
        }
    }

    /// Returns every scalar that an escape such as `\uE000` in the text may mean.
    static func escaped(in text: String) -> Set<Unicode.Scalar> {
        var found: Set<Unicode.Scalar> = []
        for piece in text.utf8.split(separator: UInt8(ascii: "\\")).dropFirst() {
            let digits = piece.dropFirst()
            for count in [2, 4, 8] {
                let hex = String(decoding: digits.prefix(count), as: UTF8.self)
                if let value = UInt32(hex, radix: 16), let scalar = Unicode.Scalar(value) { found.insert(scalar) }
            }
        }
        return found
    }

    func apply(to bytes: inout ContiguousArray<UInt8>) {
        let from = Array(String(original).utf8)
        let to = Array(String(replacement).utf8)
        var position = 0
        while position + from.count <= bytes.count {
            if bytes[position] == from[0], bytes[position..<position + from.count].elementsEqual(from) {
                bytes.replaceSubrange(position..<position + from.count, with: to)
                position += from.count
            } else {
                position += 1
            }
        }
    }
}
