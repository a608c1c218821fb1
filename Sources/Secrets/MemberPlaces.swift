import Text

/// Finds values of JSON members whose names say that they are secret, at any depth, also in broken JSON, or in JSON that is a text in other JSON.
struct MemberPlaces {
    private var places: [SecretSpan] = []
    private let verdict: (_ name: String) -> SecretVocabulary.Verdict

    private typealias Bytes = UnsafeBufferPointer<UInt8>
    /// The content between quotes, and the number of backslashes before each of these: one within a text of JSON.
    private typealias Quoted = (content: Range<Int>, level: Int, end: Int)

    private static let longestName = 200

    /// A name, and what it says about the values under it.
    private struct Label {
        var name: String
        var verdict: SecretVocabulary.Verdict
    }

    static func all(
        in bytes: UnsafeBufferPointer<UInt8>, by verdict: @escaping (_ name: String) -> SecretVocabulary.Verdict
    ) -> [SecretSpan] { MemberPlaces(in: bytes, by: verdict).places }

    private init(in bytes: Bytes, by verdict: @escaping (_ name: String) -> SecretVocabulary.Verdict) {
        self.verdict = verdict
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
            guard let name = Self.quoted(bytes, from: start, longest: Self.longestName),
                let value = Self.value(bytes, behind: name)
            else {
                // The next quote may be the first of a name.
                index = start + 1
                continue
            }
            let text = JSONText.decoded(bytes[name.content], times: name.level.depth)
            let label = Label(name: text, verdict: verdict(text))
            let isSuspicious = label.verdict == .secret || label.verdict == .ifItLooksSo
            index = isSuspicious ? add(bytes, at: value, level: name.level, label) : value
        }
    }

    /// Returns the index at which the value of a member begins; nil when no colon follows.
    private static func value(_ bytes: Bytes, behind name: Quoted) -> Int? {
        let colon = skippingWhitespace(bytes, name.end)
        guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return nil }
        return skippingWhitespace(bytes, colon + 1)
    }

    private static func skippingWhitespace(_ bytes: Bytes, _ start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
        return index
    }

    /// - Returns: The index to go on at.
    private mutating func add(_ bytes: Bytes, at start: Int, level: Int, _ label: Label) -> Int {
        guard start < bytes.count else { return start }
        if let end = Self.endOfPlaceholder(bytes, at: start) { return end }
        switch bytes[start] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return addText(bytes, at: start, label)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return addAll(bytes, from: start, level: level, label)
        case UInt8(ascii: "-"), 0x30...0x39: return addNumber(bytes, at: start, level: level, label)
        default: return start
        }
    }

    private mutating func addText(_ bytes: Bytes, at start: Int, _ label: Label) -> Int {
        guard let quote = bytes[start...].firstIndex(where: { $0 != UInt8(ascii: "\\") }),
            bytes[quote] == UInt8(ascii: "\"")
        else { return start + 1 }
        guard let text = Self.quoted(bytes, from: quote) else {
            // It was cut: all that is there.
            add(quote + 1..<bytes.count, of: bytes, label)
            return bytes.count
        }
        add(text.content, of: bytes, level: text.level, label)
        return text.end
    }

    private mutating func add(
        _ range: Range<Int>, of bytes: Bytes, level: Int = 0, _ label: Label, _ kind: SecretSpan.Kind = .value
    ) {
        let text = JSONText.decoded(bytes[range], times: level.depth)
        if SecretVocabulary.isSecret(text, by: label.verdict) { places.append(SecretSpan(range, label.name, kind)) }
    }

    private mutating func addNumber(_ bytes: Bytes, at start: Int, level: Int, _ label: Label) -> Int {
        let end = bytes[start...].firstIndex { !JSONText.isNumberByte($0) } ?? bytes.count
        add(start..<end, of: bytes, label, level == 0 ? .number : .value)
        return end
    }

    /// Adds all texts and numbers of an object or an array, but for the names of members.
    private mutating func addAll(_ bytes: Bytes, from start: Int, level: Int, _ label: Label) -> Int {
        var depth = 0
        var index = start
        var inner = label
        while index < bytes.count {
            if let end = Self.endOfPlaceholder(bytes, at: index) {
                index = end
                continue
            }
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, index) = (depth + 1, index + 1)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                (depth, index) = (depth - 1, index + 1)
                if depth == 0 { return index }
            case UInt8(ascii: "\""):
                guard let text = Self.quoted(bytes, from: index) else {
                    add(index + 1..<bytes.count, of: bytes, inner)
                    return bytes.count
                }
                if Self.value(bytes, behind: text) == nil {
                    add(text.content, of: bytes, level: text.level, inner)
                } else {
                    let own = JSONText.decoded(bytes[text.content], times: text.level.depth)
                    inner.verdict = verdict(own).within(label.verdict)
                }
                index = text.end
            case UInt8(ascii: "-"), 0x30...0x39: index = addNumber(bytes, at: index, level: level, inner)
            default: index += 1
            }
        }
        return index
    }

    /// Returns the end of a placeholder without quotes around it, `{{pin}}`; nil for braces with a text or a number in them, which are broken JSON.
    private static func endOfPlaceholder(_ bytes: Bytes, at start: Int) -> Int? {
        let brace = UInt8(ascii: "{")
        guard start + 4 < bytes.count, bytes[start] == brace, bytes[start + 1] == brace,
            !(0x30...0x39).contains(bytes[start + 2]), bytes[start + 2] != UInt8(ascii: "-"),
            let end = bytes[(start + 2)...].firstIndex(where: { "{}\"\n".utf8.contains($0) }), end > start + 2,
            end + 1 < bytes.count, bytes[end] == UInt8(ascii: "}"), bytes[end + 1] == UInt8(ascii: "}")
        else { return nil }
        return end + 2
    }

    /// Reads from a quote on: the number of backslashes before it gives the number before the quote that ends it.
    private static func quoted(_ bytes: Bytes, from quote: Int, longest: Int = .max) -> Quoted? {
        let level = backslashes(bytes, before: quote)
        // What was escaped n times has 2^n - 1 of them.
        guard (level + 1).nonzeroBitCount == 1 else { return nil }
        var index = quote + 1
        while index < bytes.count, index - quote <= longest {
            if bytes[index] == UInt8(ascii: "\"") {
                let count = min(backslashes(bytes, before: index), index - quote - 1)
                if count % (2 * (level + 1)) == level { return (quote + 1..<index - level, level, index + 1) }
            }
            index += 1
        }
        return nil
    }

    private static func backslashes(_ bytes: Bytes, before index: Int) -> Int {
        var start = index
        while start > 0, bytes[start - 1] == UInt8(ascii: "\\") { start -= 1 }
        return index - start
    }
}

extension Int {
    /// The number of times that a text was escaped whose quotes have that many backslashes.
    fileprivate var depth: Int { (self + 1).trailingZeroBitCount }
}
