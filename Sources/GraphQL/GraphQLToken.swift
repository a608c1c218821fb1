// GraphQL is read by Microscope itself. libgraphqlparser, which Debian has, stops at the first error and knows no templates: it can neither
// complete a query that is being typed nor check one with {{names}} in it.

/// A piece of a GraphQL document.
struct GraphQLToken: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case name, number, string
        /// `{{name}}`, with what stands right before and behind it.
        case hole
        /// `...`
        case spread
        /// Any other sign.
        case sign(UInt8)
        case end
    }

    var kind: Kind
    /// In bytes.
    var range: Range<Int>

    func `is`(_ sign: Unicode.Scalar) -> Bool { kind == .sign(UInt8(ascii: sign)) }
}

/// Takes a GraphQL document apart. Nothing is an error: what is unfinished ends with the text, and unknown signs stay signs.
///
/// - Source: GraphQL specification (October 2021), section 2.1.
struct GraphQLLexer {
    private let bytes: [UInt8]
    private var index = 0
    private(set) var tokens: [GraphQLToken] = []
    private(set) var comments: [Range<Int>] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while let kind = next() { tokens.append(kind) }
        tokens.append(GraphQLToken(kind: .end, range: bytes.count..<bytes.count))
    }

    private mutating func next() -> GraphQLToken? {
        while index < bytes.count {
            let start = index
            switch bytes[index] {
            case 0x09, 0x0A, 0x0D, 0x20, 0x2C, 0xEF, 0xBB, 0xBF: index += 1
            case UInt8(ascii: "#"):
                skip { $0 != 0x0A && $0 != 0x0D }
                comments.append(start..<index)
            case UInt8(ascii: "\""):
                skipString()
                return GraphQLToken(kind: .string, range: start..<index)
            case UInt8(ascii: ".") where bytes[index...].starts(with: "...".utf8):
                index += 3
                return GraphQLToken(kind: .spread, range: start..<index)
            case let byte where Self.isOfName(byte) || byte == UInt8(ascii: "-") || isHole:
                return word(from: start)
            default:
                index += 1
                return GraphQLToken(kind: .sign(bytes[start]), range: start..<index)
            }
        }
        return nil
    }

    /// A name or a number; with a template in it nobody knows what it becomes.
    private mutating func word(from start: Int) -> GraphQLToken {
        var hasHole = false
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        while index < bytes.count {
            if isHole {
                hasHole = true
                skipHole()
            } else if Self.isOfName(bytes[index]) || isOfNumber(from: start) {
                index += 1
            } else {
                break
            }
        }
        let isName = bytes[start] > UInt8(ascii: "9")
        return GraphQLToken(kind: hasHole ? .hole : isName ? .name : .number, range: start..<index)
    }

    /// The point and the sign of an exponent.
    private func isOfNumber(from start: Int) -> Bool {
        guard bytes[start] <= UInt8(ascii: "9") else { return false }
        if bytes[index] == UInt8(ascii: ".") { return !bytes[index...].starts(with: "..".utf8) }
        return [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[index])
            && bytes[index - 1] | 0x20 == UInt8(ascii: "e")
    }

    private var isHole: Bool {
        bytes[index] == UInt8(ascii: "{") && index + 1 < bytes.count
            && bytes[index + 1] == UInt8(ascii: "{")
    }

    /// A template ends with its braces, or with its line.
    private mutating func skipHole() {
        index += 2
        while index < bytes.count, bytes[index] != 0x0A, !bytes[index...].starts(with: "}}".utf8) {
            index += 1
        }
        if index < bytes.count, bytes[index] != 0x0A { index += 2 }
    }

    private mutating func skip(while holds: (UInt8) -> Bool) {
        while index < bytes.count, holds(bytes[index]) { index += 1 }
    }

    /// A string ends with its line at the latest, a block of three quotes with three.
    private mutating func skipString() {
        let isBlock = bytes[index...].starts(with: "\"\"\"".utf8)
        index += isBlock ? 3 : 1
        while index < bytes.count {
            let byte = bytes[index]
            if isBlock, bytes[index...].starts(with: "\"\"\"".utf8) {
                index += 3
                return
            }
            if !isBlock, byte == 0x0A || byte == 0x0D { return }
            index = min(bytes.count, index + (byte == UInt8(ascii: "\\") ? 2 : 1))
            if !isBlock, byte == UInt8(ascii: "\"") { return }
        }
    }

    static func isOfName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
