/// Reads a path step by step, in the syntax of jq, or of JSONPath if it begins with `$`.
struct PlainPathReader {
    private let bytes: [UInt8]
    private var position = 0
    private var isJSONPath = false
    private var parts: [PlainPath.Part] = []

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The reason why reading stopped.
    private enum Stop: Error {
        /// The text ends where a plain path could continue.
        case unfinished
        case notPlain
    }

    /// Reads the path; nil if it is not a plain path.
    mutating func read() -> BodyFilter? {
        isJSONPath = bytes.first == UInt8(ascii: "$")
        if isJSONPath { position = 1 }
        do {
            while position < bytes.count { try readPart() }
        } catch {
            return error == .unfinished ? .unfinished : nil
        }
        return parts.isEmpty ? .whole : .path(PlainPath(parts))
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func readPart() throws(Stop) {
        switch next {
        case UInt8(ascii: "."): try readDot()
        // jq requires a dot before the first bracket.
        case UInt8(ascii: "[") where isJSONPath || !parts.isEmpty: try readBracket()
        case UInt8(ascii: "?") where !isJSONPath && !parts.isEmpty:
            position += 1
            parts[parts.count - 1].isOptional = true
        default: throw .notPlain
        }
    }

    private mutating func readDot() throws(Stop) {
        let isFirst = position == 0
        position += 1
        switch next {
        case nil where isFirst: return
        case nil: throw .unfinished
        case UInt8(ascii: "["): try readBracket()
        case UInt8(ascii: "\""): try add(.member(readString()))
        case UInt8(ascii: "*") where isJSONPath:
            position += 1
            try add(.all)
        default: try add(.member(readIdentifier()))
        }
    }

    /// Adds a step. Only ``PlainPath/Step/all`` may follow a slice; any other step is left to jq.
    private mutating func add(_ step: PlainPath.Step) throws(Stop) {
        if case .slice? = parts.last?.step, step != .all { throw .notPlain }
        parts.append(PlainPath.Part(step))
    }

    private mutating func readIdentifier() throws(Stop) -> String {
        let start = position
        while let byte = next, Self.isWord(byte) { position += 1 }
        guard position > start, !(0x30...0x39).contains(bytes[start]) else { throw .notPlain }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
    }

    // MARK: - Brackets

    private mutating func readBracket() throws(Stop) {
        position += 1
        skipWhitespace()
        switch next {
        case nil: throw .unfinished
        case UInt8(ascii: "]") where !isJSONPath: try add(.all)
        case UInt8(ascii: "*") where isJSONPath:
            position += 1
            try add(.all)
        case UInt8(ascii: "\""): try add(.member(readString()))
        case UInt8(ascii: "'") where isJSONPath: try add(.member(readSingleQuoted()))
        default: try readNumbers()
        }
        skipWhitespace()
        guard let next else { throw .unfinished }
        guard next == UInt8(ascii: "]") else { throw .notPlain }
        position += 1
    }

    private mutating func readNumbers() throws(Stop) {
        let from = try readNumber()
        skipWhitespace()
        guard next == UInt8(ascii: ":") else {
            guard let from else { throw next == nil ? .unfinished : .notPlain }
            return try add(.element(from))
        }
        position += 1
        skipWhitespace()
        let to = try readNumber()
        skipWhitespace()
        guard next != nil else { throw .unfinished }
        guard from != nil || to != nil || isJSONPath else { throw .notPlain }
        try add(.slice(from: from, to: to))
        // In JSONPath a slice means the elements, in jq an array of them.
        if isJSONPath { try add(.all) }
    }

    private mutating func readNumber() throws(Stop) -> Int? {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        guard position > start else { return nil }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if text == "-", next == nil { throw .unfinished }
        guard text.utf8.count <= 16, let number = Int(text) else { throw .notPlain }
        return number
    }

    private mutating func skipWhitespace() {
        while let byte = next, ByteSearch.isWhitespace(byte) { position += 1 }
    }

    // MARK: - Names in quotes

    /// Reads a string, which jq reads like JSON, except for `\(`, which begins an expression.
    private mutating func readString() throws(Stop) -> String {
        let start = position
        position += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                position += 1
                guard let next else { throw .unfinished }
                guard "\"\\/bfnrtu".utf8.contains(next) else { throw .notPlain }
            }
            position += 1
        }
        guard next != nil else { throw .unfinished }
        position += 1
        return bytes[start..<position].withUnsafeBytes { bytes in
            var reader = JSONTokenReader(bytes, isWhole: true)
            guard case .string(let text)? = reader.next() else { return "" }
            return text
        }
    }

    private mutating func readSingleQuoted() throws(Stop) -> String {
        let start = position + 1
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "'")) else { throw .unfinished }
        let text = bytes[start..<end]
        guard !text.contains(UInt8(ascii: "\\")) else { throw .notPlain }
        position = end + 1
        return String(decoding: text, as: UTF8.self)
    }
}
