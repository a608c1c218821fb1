/// Finds the blocks of a stream of server-sent events while it comes: each from its first line to the empty line behind it.
///
/// Any split of the bytes gives the same blocks.
/// - Source: WHATWG HTML, section 9.2.5 (a leading byte order mark; CR, LF and CRLF end a line).
public struct EventStreamScanner: Sendable, Hashable {
    /// In bytes, of what was read.
    public private(set) var position = 0
    /// Where the block that comes now begins.
    public private(set) var blockStart = 0
    /// Whether it has a line, or a part of one.
    public var isWithinBlock: Bool { hasLines || !isLineEmpty }

    private var hasLines = false
    private var isLineEmpty = true
    private var endedWithReturn = false
    private var markLength = 0

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    public init() {}

    /// Takes the bytes that follow those read before.
    ///
    /// - Returns: the blocks that they complete, as ranges of the whole stream.
    public mutating func read(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
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
public struct StreamedEvent: Sendable, Hashable {
    /// "message" where the server named none.
    public var type = "message"
    /// Joined by line feeds; nil: the block has none, so that nothing is dispatched.
    public var data: String?
    /// Nil where this block names none; the last one named goes on to hold.
    public var id: String?
    /// In milliseconds; nil without one, or where it is no number.
    public var retry: Int?
    /// Lines that begin with a colon, without it: what keeps a connection alive.
    public var comments: [String] = []

    /// - Parameters:
    ///   - block: as ``EventStreamScanner`` found it, or its beginning.
    ///   - longestLine: in bytes; of longer lines the beginning is taken, and when there is as much data, no more of it.
    ///     Nil: all of it.
    public init(block: UnsafeRawBufferPointer, longestLine: Int? = nil) {
        let longest = longestLine ?? .max
        var data: [String] = []
        var (start, length) = (0, 0)
        while start < block.count {
            let end = ByteSearch.lineBreak(block, from: start, to: block.count)
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

/// The blocks of a stream that are listed: the newest, at most ``most``; the body keeps them all.
public struct EventList: Sendable, Hashable {
    public static let most = 100_000
    /// As ranges of the body.
    public private(set) var blocks: [Range<Int>] = []
    /// Older ones that are listed no more.
    public private(set) var dropped = 0

    public init() {}

    public mutating func append(_ new: [Range<Int>]) {
        blocks += new
        guard blocks.count > Self.most else { return }
        // Many at once, so that it happens seldom.
        let surplus = min(blocks.count, blocks.count - Self.most + Self.most / 10)
        blocks.removeFirst(surplus)
        dropped += surplus
    }
}

/// Looks for text among the blocks of a stream, in capitals or not where it is ASCII.
public struct StreamSearch: Sendable, Hashable {
    public var blocks: [Range<Int>]
    public var text: String
    /// Index of the block from which it goes on, itself left out.
    public var start: Int
    public var isForward: Bool

    public init(_ text: String, in blocks: [Range<Int>], from start: Int, isForward: Bool) {
        (self.text, self.blocks, self.start, self.isForward) = (text, blocks, start, isForward)
    }

    /// The next block that holds the text, round the end if need be and the start itself last; nil: none does, or it was cancelled.
    ///
    /// - Parameters:
    ///   - isCancelled: Asked before each block, and after each megabyte of one.
    ///   - bytes: Lends a part of a block.
    public func run(
        isCancelled: () -> Bool, bytes: (Range<Int>, (UnsafeRawBufferPointer) -> Bool) -> Bool
    ) -> Int? {
        let needle = text.utf8.map(Self.lower)
        guard !needle.isEmpty, !blocks.isEmpty else { return nil }
        for step in 1...blocks.count {
            let index = (start + (isForward ? step : blocks.count - step % blocks.count)) % blocks.count
            for part in Self.parts(of: blocks[index], overlapping: needle.count - 1) {
                if isCancelled() { return nil }
                if bytes(part, { Self.occurs(needle, in: $0) }) { return index }
            }
        }
        return nil
    }

    /// Bytes that are looked through at once.
    static let partLength = 1 << 20

    /// A block in pieces, each with so many bytes of the next one: what lies across two is in the first.
    private static func parts(of block: Range<Int>, overlapping overlap: Int) -> some Sequence<Range<Int>> {
        stride(from: block.lowerBound, to: block.upperBound, by: partLength).lazy.map { start in
            start..<min(block.upperBound, start + partLength + overlap)
        }
    }

    private static func lower(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

    private static func occurs(_ needle: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= needle.count else { return false }
        for start in 0...bytes.count - needle.count where lower(bytes[start]) == needle[0] {
            if needle.indices.allSatisfy({ lower(bytes[start + $0]) == needle[$0] }) { return true }
        }
        return false
    }
}
