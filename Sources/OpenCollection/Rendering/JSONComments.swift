/// Comments in JSON bodies: written for readers, not sent.
enum JSONComments {
    /// The text without `//` and `/* */` comments outside strings; as it is when one of them, or a string, has no end.
    static func stripped(from text: String) -> String {
        // Asked with each key in a body: where there is no comment the bytes are read once, and nothing is copied.
        var text = text
        let kept = text.withUTF8 { bytes -> [UInt8]? in
            var walk = Walk(bytes: bytes)
            return walk.run() && walk.foundSome ? walk.kept : nil
        }
        return kept.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    private struct Walk {
        let bytes: UnsafeBufferPointer<UInt8>
        private(set) var foundSome = false
        /// The bytes to keep, up to the last comment found.
        private(set) var kept: [UInt8] = []
        private var position = 0
        /// The start of the bytes that are still to be kept.
        private var start = 0

        init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

        /// Walks through the text; false if a string or comment has no end.
        mutating func run() -> Bool {
            while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "\""): guard skipString() else { return false }
                case UInt8(ascii: "/"): guard skipComment() else { return false }
                default: position += 1
                }
            }
            if foundSome { kept += bytes[start..<position] }
            return true
        }

        private mutating func skipString() -> Bool {
            position += 1
            while position < bytes.count {
                let byte = bytes[position]
                position += byte == UInt8(ascii: "\\") ? 2 : 1
                if byte == UInt8(ascii: "\"") { return true }
            }
            return false
        }

        /// A slash alone is kept.
        private mutating func skipComment() -> Bool {
            let second = position + 1 < bytes.count ? bytes[position + 1] : 0
            guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else {
                position += 1
                return true
            }
            foundSome = true
            kept += bytes[start..<position]
            let isWhole = second == UInt8(ascii: "/") ? skipLine() : skipBlock()
            start = position
            return isWhole
        }

        /// Skips a comment up to the end of its line, which stays.
        private mutating func skipLine() -> Bool {
            while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
            return true
        }

        private mutating func skipBlock() -> Bool {
            position += 2
            while position + 1 < bytes.count {
                if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
                    position += 2
                    return true
                }
                position += 1
            }
            return false
        }
    }
}
