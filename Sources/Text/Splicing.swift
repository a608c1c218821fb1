// Ranges are of UTF-8 bytes, in order, none within another.

extension [UInt8] {
    /// Returns the bytes with texts in the place of some.
    package func replacing(_ parts: some Sequence<(Range<Int>, String)>) -> [UInt8] {
        var (output, copied) = ([UInt8](), 0)
        for (range, text) in parts {
            output += self[copied..<range.lowerBound]
            output += text.utf8
            copied = range.upperBound
        }
        return output + self[copied...]
    }
}

extension String {
    /// Returns the text with others in the place of some.
    package func replacing(_ parts: some Collection<(Range<Int>, String)>) -> String {
        parts.isEmpty ? self : String(decoding: Array(utf8).replacing(parts), as: UTF8.self)
    }

    /// Returns what stands before, between and behind parts of the text: one more than they are.
    package func around(_ ranges: some Sequence<Range<Int>>) -> [String] {
        let bytes = Array(utf8)
        var (texts, copied) = ([String](), 0)
        for range in ranges {
            texts.append(String(decoding: bytes[copied..<range.lowerBound], as: UTF8.self))
            copied = range.upperBound
        }
        return texts + [String(decoding: bytes[copied...], as: UTF8.self)]
    }
}
