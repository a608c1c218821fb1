/// Comments in JSON bodies: written for people, not sent.
enum JSONComments {
    /// The text without `//` and `/* */` comments outside strings; as it is when one of them has no end.
    static func stripped(from text: String) -> String {
        guard text.contains("//") || text.contains("/*") else { return text }
        var walk = Walk(bytes: Array(text.utf8))
        return walk.run() ? String(decoding: walk.kept, as: UTF8.self) : text
    }

    private struct Walk {
        let bytes: [UInt8]
        var kept: [UInt8] = []
        var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        /// False when a string or comment has no end.
        mutating func run() -> Bool {
            while position < bytes.count {
                let isWhole: Bool
                if bytes[position] == UInt8(ascii: "\"") {
                    isWhole = copyString()
                } else if starts("//") {
                    isWhole = skipLine()
                } else if starts("/*") {
                    isWhole = skipBlock()
                } else {
                    isWhole = copyByte()
                }
                if !isWhole { return false }
            }
            return true
        }

        private func starts(_ mark: String) -> Bool { bytes[position...].starts(with: mark.utf8) }

        private mutating func copyByte() -> Bool {
            kept.append(bytes[position])
            position += 1
            return true
        }

        private mutating func copyString() -> Bool {
            _ = copyByte()
            while position < bytes.count {
                let byte = bytes[position]
                _ = copyByte()
                if byte == UInt8(ascii: "\"") { return true }
                if byte == UInt8(ascii: "\\"), position < bytes.count { _ = copyByte() }
            }
            return false
        }

        private mutating func skipLine() -> Bool {
            while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
            return true
        }

        private mutating func skipBlock() -> Bool {
            position += 2
            while position < bytes.count {
                if starts("*/") {
                    position += 2
                    return true
                }
                position += 1
            }
            return false
        }
    }
}
