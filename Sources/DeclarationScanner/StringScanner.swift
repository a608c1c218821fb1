/// Finds where string literals end: plain, raw, multi-line, with strings inside interpolations inside strings.
struct StringScanner {
    let bytes: [UInt8]

    /// The deepest nesting that is scanned; beyond it a string is taken to extend to the end of the source.
    private static let deepestNesting = 64

    /// - Parameters:
    ///   - start: The offset of the first `#` or `"`.
    ///   - hashes: The number of `#` before the first `"`.
    /// - Returns: The offset after the literal; one without its closing quote ends with its line.
    func end(of start: Int, hashes: Int, nesting: Int) -> Int {
        guard nesting < Self.deepestNesting else { return bytes.count }
        let quotes = quoteCount(at: start + hashes)
        var offset = start + hashes + quotes
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x22 where isEnd(offset, quotes: quotes, hashes: hashes): return offset + quotes + hashes
            case 0x5C where areHashes(offset + 1, hashes): offset = afterEscape(offset + 1 + hashes, nesting)
            case 0x0A, 0x0D:
                if quotes == 1 { return offset }
                offset += 1
            default: offset += 1
            }
        }
        return bytes.count
    }

    /// Returns 3 for a multi-line literal, else 1.
    func quoteCount(at offset: Int) -> Int { bytes[offset...].prefix(3).elementsEqual([0x22, 0x22, 0x22]) ? 3 : 1 }

    private func isEnd(_ offset: Int, quotes: Int, hashes: Int) -> Bool {
        bytes[offset...].prefix(quotes).count == quotes && bytes[offset...].prefix(quotes).allSatisfy { $0 == 0x22 }
            && areHashes(offset + quotes, hashes)
    }

    func areHashes(_ offset: Int, _ count: Int) -> Bool {
        let found = bytes[min(offset, bytes.count)...].prefix(count)
        return found.count == count && found.allSatisfy { $0 == 0x23 }
    }

    private func afterEscape(_ offset: Int, _ nesting: Int) -> Int {
        guard offset < bytes.count else { return bytes.count }
        switch bytes[offset] {
        case 0x28: return endOfInterpolation(offset, nesting)
        case 0x0A, 0x0D: return offset
        default: return offset + 1
        }
    }

    private func endOfInterpolation(_ start: Int, _ nesting: Int) -> Int {
        var offset = start
        var depth = 0
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x28: depth += 1
            case 0x29:
                depth -= 1
                if depth == 0 { return offset + 1 }
            case 0x22, 0x23:
                offset = endOfNested(offset, nesting)
                continue
            case 0x2F where offset + 1 < bytes.count && (bytes[offset + 1] == 0x2F || bytes[offset + 1] == 0x2A):
                offset = Tokenizer.endOfComment(bytes, at: offset)
                continue
            default: break
            }
            offset += 1
        }
        return bytes.count
    }

    private func endOfNested(_ offset: Int, _ nesting: Int) -> Int {
        let hashes = bytes[offset...].prefix { $0 == 0x23 }.count
        guard offset + hashes < bytes.count, bytes[offset + hashes] == 0x22 else { return offset + hashes }
        return end(of: offset, hashes: hashes, nesting: nesting + 1)
    }
}
