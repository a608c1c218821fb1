/// Finds the blocks of a stream of server-sent events while it comes: each from its first line to the empty line behind it.
///
/// Any split of the bytes gives the same blocks.
/// - Source: WHATWG HTML, section 9.2.5 (a leading byte order mark; CR, LF and CRLF end a line).
package struct EventStreamScanner: Sendable, Hashable {
    /// In bytes, of what was read.
    package private(set) var position = 0
    /// Where the block that comes now begins.
    package private(set) var blockStart = 0

    private var hasLines = false
    private var isLineEmpty = true
    private var endedWithReturn = false
    private var markLength = 0

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    package init() {}

    /// Takes the bytes that follow those read before.
    ///
    /// - Returns: the blocks that they complete, as ranges of the whole stream.
    package mutating func read(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        var blocks: [Range<Int>] = []
        for byte in bytes {
            if let block = take(byte) { blocks.append(block) }
            position += 1
        }
        return blocks
    }

    /// Of the byte at ``position``.
    private mutating func take(_ byte: UInt8) -> Range<Int>? {
        if endedWithReturn {
            endedWithReturn = false
            if byte == 0x0A {
                if !hasLines { blockStart = position + 1 }
                return nil
            }
        }
        guard byte == 0x0A || byte == 0x0D else {
            takeMark(byte)
            return nil
        }
        endedWithReturn = byte == 0x0D
        return endLine()
    }

    private mutating func endLine() -> Range<Int>? {
        guard isLineEmpty else {
            (hasLines, isLineEmpty) = (true, true)
            return nil
        }
        defer { (hasLines, blockStart) = (false, position + 1) }
        return hasLines ? blockStart..<position + 1 : nil
    }

    /// The mark at the very beginning is no part of the first line.
    private mutating func takeMark(_ byte: UInt8) {
        isLineEmpty = false
        guard position == markLength, position < Self.mark.count, byte == Self.mark[position] else { return }
        markLength += 1
        guard markLength == Self.mark.count else { return }
        (isLineEmpty, blockStart) = (true, Self.mark.count)
    }
}

/// What a block of a stream says.
///
/// - Source: WHATWG HTML, section 9.2.6.
package struct StreamedEvent: Sendable, Hashable {
    /// "message" where the server named none.
    package var type = "message"
    /// Joined by line feeds; nil: the block has none, so that nothing is dispatched.
    package var data: String?
    /// Nil where this block names none; the last one named goes on to hold.
    package var id: String?
    /// In milliseconds; nil without one, or where it is no number.
    package var retry: Int?
    /// Lines that begin with a colon, without it: what keeps a connection alive.
    package var comments: [String] = []

    /// - Parameters:
    ///   - block: as ``EventStreamScanner`` found it, or its beginning.
    ///   - longestLine: in bytes; of longer lines the beginning is taken, and when there is as much data, no more of it.
    ///     Nil: all of it.
    package init(block: UnsafeRawBufferPointer, longestLine: Int? = nil) {
        let longest = longestLine ?? .max
        var data: [String] = []
        var (start, length) = (0, 0)
        while start < block.count {
            let end = block[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? block.count
            let line = UnsafeRawBufferPointer(rebasing: block[start..<end])
            // What a cut leaves of an id or a name is another one.
            let isWhole = longestLine == nil || end < block.count
            let isData = line.starts(with: "data".utf8)
            if isData ? length < longest : isWhole || line.first == UInt8(ascii: ":") {
                take(String(decoding: line.prefix(longest), as: UTF8.self), &data)
            }
            if isData { length += line.count }
            start = end + 1
            if end < block.count, block[end] == 0x0D, start < block.count, block[start] == 0x0A { start += 1 }
        }
        if !data.isEmpty { self.data = data.joined(separator: "\n") }
    }

    private mutating func take(_ line: String, _ data: inout [String]) {
        guard !line.isEmpty else { return }
        let scalars = line.unicodeScalars
        let end = scalars.firstIndex(of: ":") ?? scalars.endIndex
        var value = scalars[end...].dropFirst()
        if end == scalars.startIndex, end < scalars.endIndex { return comments.append(String(value)) }
        if value.first == " " { value = value.dropFirst() }
        switch String(scalars[..<end]) {
        case "event": type = value.isEmpty ? "message" : String(value)
        case "data": data.append(String(value))
        case "id": if !value.contains("\0") { id = String(value) }
        case "retry":
            if !value.isEmpty, value.allSatisfy({ "0"..."9" ~= $0 }) { retry = Int(String(value)) }
        default: break
        }
    }
}
