import Quoting

/// A pattern of values in JSON bodies: a subset of JSONPath. It also covers values within a matching one.
public struct PathPattern: Sendable, Hashable {
    public enum Step: Sendable, Hashable {
        case member(String)
        case element(Int)
        /// Any member, or any element.
        case any
        /// Any number of steps, including none; another step follows.
        case descent
    }

    public var steps: [Step]

    public init(_ steps: [Step]) { self.steps = steps }

    /// Creates a pattern for this value alone.
    public init(_ path: JSONPath) {
        steps = path.steps.map { step in
            switch step {
            case .member(let name, _): .member(name)
            case .element(let number): .element(number)
            }
        }
    }

    /// The pattern with any element in the place of each element.
    public var withAnyElements: PathPattern {
        PathPattern(steps.map { if case .element = $0 { .any } else { $0 } })
    }

    /// Whether the pattern matches a value, or one that contains it.
    public func covers(_ path: JSONPath) -> Bool { covers(path.steps) }

    /// Whether the pattern matches exactly this value.
    public func matches(_ path: JSONPath) -> Bool { ends(on: path.steps).last == true }

    /// Whether the pattern covers a path. Without descent, like most patterns, it is compared step by step.
    func covers(_ path: [JSONPath.Step]) -> Bool {
        guard !steps.contains(.descent) else { return ends(on: path).contains(true) }
        return path.count >= steps.count && zip(steps, path).allSatisfy { fits($0, $1) }
    }

    /// Returns whether the pattern ends at each prefix of the path, the empty one first.
    private func ends(on path: [JSONPath.Step]) -> [Bool] {
        var states: Set<Int> = closure([0])
        var ends = [states.contains(steps.count)]
        for step in path {
            var next: Set<Int> = []
            for state in states where state < steps.count {
                if steps[state] == .descent { next.insert(state) }
                if fits(steps[state], step) { next.insert(state + 1) }
            }
            states = closure(next)
            ends.append(states.contains(steps.count))
            if states.isEmpty { break }
        }
        while ends.count < path.count + 1 { ends.append(false) }
        return ends
    }

    private func closure(_ states: Set<Int>) -> Set<Int> {
        states.reduce(into: states) { all, state in
            var state = state
            while state < steps.count, steps[state] == .descent {
                state += 1
                all.insert(state)
            }
        }
    }

    private func fits(_ pattern: Step, _ step: JSONPath.Step) -> Bool {
        switch (pattern, step) {
        case (.any, _): true
        case (.member(let name), .member(let other, _)): name.hasSameBytes(as: other)
        case (.element(let number), .element(let other)): number == other
        default: false
        }
    }
}

extension PathPattern: CustomStringConvertible {
    /// The pattern as text: "$.items[*].updatedAt", "$..id"; reading it gives the same pattern again.
    public var description: String {
        var text = "$"
        var followsDescent = false
        for step in steps {
            switch step {
            case .descent: text += ".."
            case .any: text += followsDescent ? "*" : "[*]"
            case .element(let number): text += "[\(number)]"
            case .member(let name) where JSONPath.isPlain(name): text += followsDescent ? name : ".\(name)"
            case .member(let name): text += "[\(JSONPath.quoted(name))]"
            }
            followsDescent = step == .descent
        }
        return text
    }

    /// - Throws: ``IgnoreRuleError`` with the place where reading stopped and what is valid there.
    public init(_ text: String) throws(IgnoreRuleError) {
        var reader = PathPatternReader(text)
        steps = try reader.read()
    }
}

/// Reads a pattern from its first byte to its last one.
private struct PathPatternReader {
    private let text: String
    private let bytes: [UInt8]
    private var position = 0
    private var steps: [PathPattern.Step] = []

    init(_ text: String) { (self.text, bytes) = (text, Array(text.utf8)) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func error(_ reason: String) -> IgnoreRuleError {
        let column = String(decoding: bytes.prefix(position), as: UTF8.self).count + 1
        return IgnoreRuleError(text: text, reason: "character \(column): \(reason)")
    }

    mutating func read() throws(IgnoreRuleError) -> [PathPattern.Step] {
        guard next == UInt8(ascii: "$") else {
            throw error("a path begins with `$`, as in $.items[*].updatedAt")
        }
        position = 1
        while let next {
            switch next {
            case UInt8(ascii: "."): try readDots()
            case UInt8(ascii: "["): try readBracket()
            default: throw error("expected `.` and a name, or `[`")
            }
        }
        if steps.last == .descent { throw error("a name, `*` or `[` follows `..`") }
        return steps
    }

    private mutating func readDots() throws(IgnoreRuleError) {
        position += 1
        if next == UInt8(ascii: ".") {
            position += 1
            steps.append(.descent)
            if next == UInt8(ascii: "[") { return }
        }
        guard next != UInt8(ascii: "*") else {
            position += 1
            return steps.append(.any)
        }
        let start = position
        while let byte = next, JSONPath.isPlain(byte) { position += 1 }
        guard position > start else {
            throw error("expected a name or `*`; write names with other characters as ['odd name']")
        }
        steps.append(.member(String(decoding: bytes[start..<position], as: UTF8.self)))
    }

    private mutating func readBracket() throws(IgnoreRuleError) {
        position += 1
        switch next {
        case UInt8(ascii: "*"):
            position += 1
            steps.append(.any)
        case UInt8(ascii: "'"), UInt8(ascii: "\""): try readName()
        default: try readNumber()
        }
        guard next == UInt8(ascii: "]") else { throw error("expected `]`") }
        position += 1
    }

    private mutating func readNumber() throws(IgnoreRuleError) {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        guard let number = Int(String(decoding: bytes[start..<position], as: UTF8.self)) else {
            throw error("expected a number, `*` or a name in quotes")
        }
        steps.append(.element(number))
    }

    private mutating func readName() throws(IgnoreRuleError) {
        let quote = bytes[position]
        position += 1
        var name: [UInt8] = []
        while let byte = next, byte != quote {
            position += 1
            if byte == UInt8(ascii: "\\") { try readEscape(into: &name) } else { name.append(byte) }
        }
        guard next == quote else { throw error("the name's closing quote is missing") }
        position += 1
        steps.append(.member(String(decoding: name, as: UTF8.self)))
    }

    private mutating func readEscape(into name: inout [UInt8]) throws(IgnoreRuleError) {
        guard let byte = next else { throw error("the name's closing quote is missing") }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): name.append(0x0A)
        case UInt8(ascii: "r"): name.append(0x0D)
        case UInt8(ascii: "t"): name.append(0x09)
        case UInt8(ascii: "u"):
            let digits = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
            guard digits.utf8.count == 4, let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
                throw error("expected four hexadecimal digits after `\\u`")
            }
            position += 4
            name += String(scalar).utf8
        default: name.append(byte)
        }
    }
}
