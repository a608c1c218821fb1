/// Finds the blocks of a stream of server-sent events as it arrives: each from its first line to the empty line after it.
///
/// Any split of the bytes gives the same blocks.
/// - Source: WHATWG HTML, section 9.2.5 (a leading byte order mark; CR, LF and CRLF end a line).
package struct EventStreamScanner: Sendable, Hashable {
    /// The number of bytes read so far.
    package private(set) var position = 0
    /// The position, in bytes, where the current block begins.
    package private(set) var blockStart = 0

    private var hasLines = false
    private var isLineEmpty = true
    private var endedWithReturn = false
    private var markLength = 0

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    package init() {}

    /// Takes the bytes that follow those read before.
    ///
    /// - Returns: The blocks that they complete, as byte ranges of the whole stream.
    package mutating func read(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        var blocks: [Range<Int>] = []
        for byte in bytes {
            if let block = take(byte) { blocks.append(block) }
            position += 1
        }
        return blocks
    }

    /// Takes the byte at ``position``; returns the block that it completes.
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

    /// Skips the byte order mark at the very beginning, which is no part of the first line.
    private mutating func takeMark(_ byte: UInt8) {
        isLineEmpty = false
        guard position == markLength, position < Self.mark.count, byte == Self.mark[position] else { return }
        markLength += 1
        guard markLength == Self.mark.count else { return }
        (isLineEmpty, blockStart) = (true, Self.mark.count)
    }
}

/// The content of one block of an event stream.
///
/// - Source: WHATWG HTML, section 9.2.6.
package struct StreamedEvent: Sendable, Hashable {
    /// The type of the event; "message" if the server named none.
    package var type = "message"
    /// The data lines joined by line feeds; nil if the block has none, and then no event is dispatched.
    package var data: String?
    /// The id of this block; nil if it names none, and then the last one remains valid.
    package var id: String?
    /// The reconnection time in milliseconds; nil if there is none, or it is no number.
    package var retry: Int?
    /// The text of lines that begin with a colon, without it; servers send them to keep a connection alive.
    package var comments: [String] = []

    /// - Parameters:
    ///   - block: The block, as ``EventStreamScanner`` found it, or its beginning.
    ///   - longestLine: The length in bytes to which each line is cut; once there are as many data bytes, further data lines are skipped.
    ///     Nil keeps everything.
    package init(block: UnsafeRawBufferPointer, longestLine: Int? = nil) {
        let longest = longestLine ?? .max
        var data: [String] = []
        var (start, length) = (0, 0)
        while start < block.count {
            let end = block[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? block.count
            let line = UnsafeRawBufferPointer(rebasing: block[start..<end])
            // A cut id or name would be a different one.
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
