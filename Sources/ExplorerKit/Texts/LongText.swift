// Texts may be long, a body of a megabyte: what a frame asks of them reads bytes, and makes strings only of what is shown.

extension String {
    /// Lines, LF between them; an empty text has one.
    package var lineCount: Int {
        var text = self
        return text.withUTF8 { bytes in
            // Wrapping addition, which the compiler does for many bytes at once.
            var count = 1
            for byte in bytes { count &+= byte == UInt8(ascii: "\n") ? 1 : 0 }
            return count
        }
    }

    /// Returns some of its lines, 0-based, without the CR that may end them; fewer where the text ends.
    package func lines(_ range: Range<Int>) -> [String] {
        guard range.lowerBound < range.upperBound else { return [] }
        var text = self
        return text.withUTF8 { bytes in
            var lines: [String] = []
            var start = 0
            for number in 0..<range.upperBound {
                let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                if number >= range.lowerBound {
                    lines.append(String(decoding: bytes[start..<end].withoutReturn, as: UTF8.self))
                }
                guard end < bytes.count else { break }
                start = end + 1
            }
            return lines
        }
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// The bytes without the CR that ends a line of Windows.
    package var withoutReturn: Self { last == UInt8(ascii: "\r") ? dropLast() : self }
}
