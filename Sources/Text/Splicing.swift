// Ranges are of UTF-8 bytes, in order, none within another.

extension UnsafeBufferPointer<UInt8> {
    /// Writes the bytes piece by piece, with some of them replaced.
    ///
    /// - Returns: The start of each replacement in the result.
    @discardableResult
    package func replacing(
        _ parts: some Sequence<(Range<Int>, [UInt8])>, write: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows -> [Int] {
        var (starts, copied, written) = ([Int](), 0, 0)
        for (range, others) in parts {
            try write(UnsafeBufferPointer(rebasing: self[copied..<range.lowerBound]))
            written += range.lowerBound - copied
            starts.append(written)
            try others.withUnsafeBufferPointer(write)
            written += others.count
            copied = range.upperBound
        }
        try write(UnsafeBufferPointer(rebasing: self[copied...]))
        return starts
    }
}

extension [UInt8] {
    /// Returns the bytes with some ranges replaced by texts.
    package func replacing(_ parts: some Sequence<(Range<Int>, String)>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(count)
        withUnsafeBufferPointer { bytes in
            _ = bytes.replacing(parts.lazy.map { ($0, Array($1.utf8)) }) { output += $0 }
        }
        return output
    }
}

extension String {
    /// Returns the text with some ranges replaced.
    package func replacing(_ parts: some Collection<(Range<Int>, String)>) -> String {
        parts.isEmpty ? self : String(decoding: Array(utf8).replacing(parts), as: UTF8.self)
    }

    /// Returns the texts before, between and after ranges of the text: one more than there are ranges.
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
