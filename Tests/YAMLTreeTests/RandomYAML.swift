import YAMLTree

/// The same numbers for the same seed.
///
/// - Source: SplitMix64, Steele, Lea, Flood 2014.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }
}

/// Texts as people write them, with the value that each one says.
struct RandomYAML {
    var generator: SeededGenerator

    static let strings = [
        "x", "word", "two words", "1", "yes", "", "a: b", "#c", "x #y", "'", "\"", "it's", "{{v}}", "- x", "é🦊",
        " lead", "trail ",
        "null", "a\\b", "tab\there", "[1]", "*a", "&b", "!t", "%", "@", "`", "|", ">", "?", ":", "-", "---", "0x1F",
        "1_0",
    ]
    static let texts = [
        "x\n", "x\ny", "x\ny\n", "x\n\n  y\n", "x\n\n", "  x\ny\n", "# x\ny", "\nx\n", "\tx\n", "x\n \ny\n", "é\n---\n",
    ]

    /// A scalar, or with some luck a small collection.
    mutating func value(depth: Int = 2) -> YAMLValue {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: return .null
        case 1: return .bool(generator.chance(50))
        case 2: return .int(Int.random(in: -99...99, using: &generator))
        case 3: return .double(generator.pick([1.5, -0.25, 1e30, .infinity]))
        case 4, 5: return .string(generator.pick(Self.texts))
        case 6 where depth > 0:
            return .sequence((0..<Int.random(in: 0...3, using: &generator)).map { _ in value(depth: depth - 1) })
        case 7 where depth > 0:
            let count = Int.random(in: 0...3, using: &generator)
            return .mapping(YAMLMapping((0..<count).map { ("n\($0)", value(depth: depth - 1)) }))
        default: return .string(generator.pick(Self.strings))
        }
    }

    mutating func document() -> (text: String, value: YAMLValue) {
        var lines: [String] = generator.chance(30) ? ["# file"] : []
        let (body, value) = generator.chance(75) ? mapping(indent: 0, depth: 3) : sequence(indent: 0, depth: 3)
        lines += body
        var text = lines.joined(separator: "\n")
        if body.last != "", generator.chance(30) {} else { text += "\n" }
        if generator.chance(25) { text = text.replacing("\n", with: "\r\n") }
        if generator.chance(10) { text = "\u{FEFF}" + text }
        return (text, value)
    }

    // MARK: Block collections

    private mutating func mapping(indent: Int, depth: Int) -> ([String], YAMLValue) {
        var lines: [String] = []
        var mapping = YAMLMapping()
        for index in 0..<Int.random(in: 1...4, using: &generator) {
            let key = "k\(index)" + generator.pick(["", "", "", " b", "-c", "é", ":x", "'"])
            if index > 0 { lines += between(lines, indent) }
            let name = generator.chance(20) ? "\"\(key)\"" : key
            let (first, rest, value) = self.value(indent: indent, depth: depth, isItem: false)
            lines.append(spaces(indent) + name + ":" + first)
            lines += rest
            mapping[key] = value
        }
        return (lines, .mapping(mapping))
    }

    private mutating func sequence(indent: Int, depth: Int) -> ([String], YAMLValue) {
        var lines: [String] = []
        var items: [YAMLValue] = []
        for index in 0..<Int.random(in: 1...4, using: &generator) {
            if index > 0 { lines += between(lines, indent) }
            let (first, rest, value) = self.value(indent: indent, depth: depth, isItem: true)
            lines.append(spaces(indent) + "-" + first)
            lines += rest
            items.append(value)
        }
        return (lines, .sequence(items))
    }

    /// Returns comments and empty lines; none below a block scalar, where they would be its text.
    private mutating func between(_ above: [String], _ indent: Int) -> [String] {
        guard above.last != "" else { return [] }
        var lines: [String] = []
        if generator.chance(20) { lines.append("") }
        if generator.chance(20) { lines.append(spaces(indent) + "# above") }
        return lines
    }

    /// Returns the text after the indicator, the lines below, and their value.
    private mutating func value(indent: Int, depth: Int, isItem: Bool) -> (String, [String], YAMLValue) {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1, 2:
            return depth > 0 ? nestedMapping(indent, depth, isItem) : inline()
        case 3, 4:
            return depth > 0 ? nestedSequence(indent, depth, isItem) : inline()
        case 5: return block(indent)
        case 6: return ("", [], .null)
        case 7:
            let (text, value) = flow(depth: 2)
            return (" " + text + comment(), [], value)
        default: return inline()
        }
    }

    private mutating func nestedMapping(_ indent: Int, _ depth: Int, _ isItem: Bool) -> (String, [String], YAMLValue) {
        if isItem, generator.chance(70) { return compact(indent) { $0.mapping(indent: $1, depth: depth - 1) } }
        let (lines, value) = mapping(indent: indent + generator.pick([2, 2, 4, 1]), depth: depth - 1)
        return (comment(), lines, value)
    }

    private mutating func nestedSequence(_ indent: Int, _ depth: Int, _ isItem: Bool) -> (String, [String], YAMLValue) {
        if isItem, generator.chance(70) { return compact(indent) { $0.sequence(indent: $1, depth: depth - 1) } }
        let (lines, value) = sequence(indent: indent + (isItem ? 2 : generator.pick([0, 2, 4])), depth: depth - 1)
        return (comment(), lines, value)
    }

    private mutating func compact(
        _ indent: Int, _ body: (inout Self, Int) -> ([String], YAMLValue)
    ) -> (String, [String], YAMLValue) {
        let gap = generator.pick([1, 1, 1, 3])
        let (lines, value) = body(&self, indent + 1 + gap)
        return (spaces(gap) + String(lines[0].dropFirst(indent + 1 + gap)), Array(lines.dropFirst()), value)
    }

    // MARK: Scalars

    private mutating func inline() -> (String, [String], YAMLValue) {
        let (text, value) = scalar(inFlow: false)
        return (" " + text + comment(), [], value)
    }

    private mutating func scalar(inFlow: Bool) -> (String, YAMLValue) {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
            return generator.pick([("1", 1), ("0x10", 16), ("1.50", 1.5), ("~", nil), ("True", true), ("yes", "yes")])
        case 1:
            let text = generator.pick(Self.strings)
            return ("'" + text.replacing("'", with: "''") + "'", .string(text))
        case 2: return generator.pick([("\"\\u00e9\\n\"", "é\n"), ("\"a\\\"b\"", "a\"b"), ("\"\"", "")])
        default: return generator.pick([("plain", "plain"), ("two words", "two words"), ("a#b", "a#b"), ("é", "é")])
        }
    }

    private mutating func block(_ indent: Int) -> (String, [String], YAMLValue) {
        let inner = indent + generator.pick([2, 2, 4])
        let filled = generator.pick([["x"], ["x", "y"], ["x", "", "y"], ["x", "  y"], ["# x"]])
        let lines = filled.map { $0.isEmpty ? "" : spaces(inner) + $0 }
        let text = filled.joined(separator: "\n")
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return (" |" + comment(), lines, .string(text + "\n"))
        case 1: return (" |-" + comment(), lines, .string(text))
        case 2: return (" |+", lines + [""], .string(text + "\n\n"))
        default: return (" >-" + comment(), [spaces(inner) + "x", spaces(inner) + "y"], "x y")
        }
    }

    private mutating func comment() -> String {
        generator.chance(20) ? generator.pick([" # c", "  # c", " #"]) : ""
    }

    private mutating func flow(depth: Int) -> (String, YAMLValue) {
        let count = Int.random(in: 0...3, using: &generator)
        let parts = (0..<count).map { _ in
            depth > 0 && generator.chance(30) ? flow(depth: depth - 1) : scalar(inFlow: true)
        }
        let separator = generator.pick([", ", ",", " , "])
        if generator.chance(50) {
            return ("[" + parts.map(\.0).joined(separator: separator) + "]", .sequence(parts.map(\.1)))
        }
        let entries = parts.enumerated().map { ("f\($0)", $1.1) }
        let text = parts.enumerated().map { "f\($0): \($1.0)" }.joined(separator: separator)
        return ("{" + text + "}", .mapping(YAMLMapping(entries)))
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
