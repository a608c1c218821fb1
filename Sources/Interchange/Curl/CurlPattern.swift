/// The URLs, or the paths of `-T`, that curl makes of one argument with `{a,b}` and `[1-3]` in it.
///
/// - Source: the manual of curl, "URL globbing".
struct CurlPattern {
    /// The most URLs of a pattern, more than is useful as files.
    static let limit = 200

    /// The results; nil if there are more than ``limit``.
    let texts: [String]?

    init(_ text: String) {
        var reader = Reader(text)
        let sets = reader.sets()
        var count = 1
        for set in sets { count = min(count * set.count, Self.limit + 1) }
        texts =
            count > Self.limit
            ? nil : sets.reduce([""]) { texts, set in texts.flatMap { text in set.map { text + $0 } } }
    }

    private struct Reader {
        private var rest: Substring.UnicodeScalarView
        private var found: [[String]] = []
        private var literal = String.UnicodeScalarView()

        init(_ text: String) { rest = text[...].unicodeScalars }

        /// The choices for each stretch of the text.
        mutating func sets() -> [[String]] {
            while let next = rest.first {
                if next == "\\", let mark = rest.dropFirst().first, "{}[]".unicodeScalars.contains(mark) {
                    literal.append(mark)
                    rest = rest.dropFirst(2)
                } else if next == "{", let hole = placeholder() {
                    literal += rest.prefix(hole)
                    rest = rest.dropFirst(hole)
                } else if let set = next == "{" ? choice() : next == "[" ? range() : nil {
                    found += [[String(literal)], set]
                    literal = String.UnicodeScalarView()
                } else {
                    literal.append(next)
                    rest = rest.dropFirst()
                }
            }
            return found + [[String(literal)]]
        }

        /// The number of scalars of the `{{name}}` that comes next; nil for none.
        private func placeholder() -> Int? {
            guard rest.dropFirst().first == "{",
                let end = rest.dropFirst(2).firstIndex(where: { $0 == "}" || $0 == "{" }),
                rest[end...].starts(with: "}}".unicodeScalars)
            else { return nil }
            return rest[..<end].count + 2
        }

        /// Returns the text between a bracket and its end; nil if it is not a pattern.
        private func content(until end: Unicode.Scalar) -> Substring.UnicodeScalarView? {
            let inner = rest.dropFirst()
            guard let last = inner.firstIndex(where: { $0 == end || $0 == "{" || $0 == "[" }), inner[last] == end,
                last > inner.startIndex
            else { return nil }
            return inner[..<last]
        }

        /// `{red,blue}`
        private mutating func choice() -> [String]? {
            guard let content = content(until: "}") else { return nil }
            rest = rest[content.endIndex...].dropFirst()
            return content.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }

        /// `[1-3]`, `[001-100]`, `[a-z]`, `[0-10:5]`
        private mutating func range() -> [String]? {
            guard let content = content(until: "]") else { return nil }
            let parts = content.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard ends.count == 2, parts.count <= 2, let step = parts.count == 2 ? Int(parts[1]) : 1, step > 0,
                let texts = Self.numbers(ends[0], ends[1], step) ?? Self.letters(ends[0], ends[1], step)
            else { return nil }
            rest = rest[content.endIndex...].dropFirst()
            return texts
        }

        private static func numbers(_ first: String, _ last: String, _ step: Int) -> [String]? {
            guard (first + last).utf8.allSatisfy({ (0x30...0x39).contains($0) }), let start = Int(first),
                let end = Int(last),
                start <= end
            else { return nil }
            let width = first.hasPrefix("0") ? first.count : 0
            return stride(from: start, through: end, by: step).prefix(CurlPattern.limit + 1).map { number in
                String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
            }
        }

        private static func letters(_ first: String, _ last: String, _ step: Int) -> [String]? {
            guard let start = letter(first), let end = letter(last), start <= end else { return nil }
            return stride(from: Int(start), through: Int(end), by: step).map {
                String(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: $0))))
            }
        }

        private static func letter(_ text: String) -> UInt8? {
            guard text.utf8.count == 1, let byte = text.utf8.first else { return nil }
            return (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) ? byte : nil
        }
    }
}
