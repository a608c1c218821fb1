public import BodyStore

/// The places of a body's lines: sparse checkpoints, found by reading each byte once as it arrives.
///
/// A value: extend a copy elsewhere, then replace the old one. Copies share their common part. It takes about a three-hundredth of the
/// body's memory.
public struct BodyIndex: Sendable {
    public let kind: BodyKind
    /// The number of bytes of the body that were read; the known lines end there.
    public private(set) var scannedBytes = 0
    /// Whether the body is finished and all of it was read.
    public private(set) var isComplete = false
    /// The place where the body stops being JSON, XML or HTML; the rest is laid out as text.
    public private(set) var fault: BodyFault?

    private(set) var checkpoints = Checkpoints()
    let hex: HexLayout
    private var json: JSONScanner
    /// The scanner of XML or HTML; nil for other kinds.
    private(set) var markup: MarkupScanner?
    private(set) var table = TableScanner()
    private var text = TextScanner()

    /// - Parameter columns: The width to lay out for; only ``BodyKind/hex`` depends on it (76 for 16 bytes a row, else 8). Default: 80.
    public init(kind: BodyKind, columns: Int = 80) {
        self.kind = kind
        hex = HexLayout(columns: columns)
        json = JSONScanner(allowsSequence: kind == .jsonLines)
        markup = kind == .xml || kind == .html ? MarkupScanner(isHTML: kind == .html) : nil
    }

    /// The number of known lines, the one that still grows included.
    public var lineCount: Int {
        switch kind {
        case .empty: 0
        case .hex, .picture: hex.lineCount(of: scannedBytes)
        case .json, .jsonLines, .xml, .html: structuredLineCount + (fault == nil ? 0 : 1 + text.lines)
        case .table: table.rows
        case .text: text.lines
        }
    }

    /// The number of lines that are laid out as JSON, XML or HTML; the line of the fault follows, then text.
    var structuredLineCount: Int { markup?.lines ?? json.lines }

    /// Returns the line of hexadecimal digits that contains a byte.
    public func line(ofOffset offset: Int) -> Int { offset / hex.bytesPerRow }

    /// The state of an index after reading.
    public struct Progress: Sendable, Hashable {
        public var scannedBytes: Int
        /// The number of bytes that the body had.
        public var knownBytes: Int
        public var isComplete: Bool
    }

    /// Continues to read the body where the last call stopped.
    ///
    /// - Parameters:
    ///   - limit: The end of the bytes to read. Default: no limit.
    ///   - budget: The most bytes to read, so that the caller can do something else in between. Default: no limit.
    @discardableResult
    public mutating func extend(over store: BodyStore, upTo limit: Int = .max, budget: Int = .max) -> Progress {
        let isFinished = store.isFinished
        let known = store.count
        let end = min(known, limit, budget > known - scannedBytes ? known : scannedBytes + budget)
        if end > scannedBytes, isFinished || !isTooShort(end, store) {
            store.withBytes(in: scannedBytes..<end) { scan($0, in: store) }
        }
        if isFinished, scannedBytes == known, !isComplete { finish(store) }
        return Progress(scannedBytes: scannedBytes, knownBytes: known, isComplete: isComplete)
    }

    /// Whether there are too few bytes: the scanner needs the three bytes of a byte order mark at once, and the first row of a table.
    private func isTooShort(_ end: Int, _ store: BodyStore) -> Bool {
        guard scannedBytes == 0 else { return false }
        return end < 3
            || kind == .table && store.withBytes(in: 0..<TableScanner.headLength) { !TableScanner.isEnough($0) }
    }

    private mutating func scan(_ bytes: UnsafeRawBufferPointer, in store: BodyStore) {
        switch kind {
        case .empty, .hex, .picture: break
        case .json, .jsonLines: scanJSON(bytes, in: store)
        case .xml, .html: scanMarkup(bytes, in: store)
        case .table:
            if table.delimiter == nil { store.withBytes(in: 0..<TableScanner.headLength) { table.begin(with: $0) } }
            table.scan(bytes, into: &checkpoints)
        case .text: text.scan(bytes, into: &checkpoints)
        }
        scannedBytes += bytes.count
    }

    private mutating func scanJSON(_ bytes: UnsafeRawBufferPointer, in store: BodyStore) {
        guard fault == nil else { return text.scan(bytes, into: &checkpoints) }
        let start = json.offset
        json.scan(bytes, into: &checkpoints)
        guard noteFault(in: store) else { return }
        text.scan(UnsafeRawBufferPointer(rebasing: bytes[(json.offset - start)...]), into: &checkpoints)
    }

    /// Scans the bytes as markup. A fault may be before these bytes: a tag is checked at its end.
    private mutating func scanMarkup(_ bytes: UnsafeRawBufferPointer, in store: BodyStore) {
        guard fault == nil else { return text.scan(bytes, into: &checkpoints) }
        markup?.scan(bytes, into: &checkpoints)
        noteMarkupFault(in: store, upTo: scannedBytes + bytes.count)
    }

    private mutating func noteMarkupFault(in store: BodyStore, upTo end: Int) {
        guard let markup, let found = markup.fault else { return }
        fault = store.withBytes(in: 0..<found.offset) { BodyFault(after: $0, reason: found.reason) }
        text = TextScanner(from: found.offset, firstLine: markup.lines + 1)
        store.withBytes(in: found.offset..<end) { text.scan($0, into: &checkpoints) }
    }

    private mutating func finish(_ store: BodyStore) {
        isComplete = true
        if fault == nil, markup != nil {
            markup?.finish(into: &checkpoints)
            return noteMarkupFault(in: store, upTo: scannedBytes)
        }
        guard kind == .json || kind == .jsonLines, fault == nil else { return }
        json.finish()
        _ = noteFault(in: store)
    }

    private mutating func noteFault(in store: BodyStore) -> Bool {
        guard let found = json.fault else { return false }
        fault = store.withBytes(in: 0..<found.offset) { BodyFault(after: $0, reason: found.reason) }
        text = TextScanner(from: found.offset, firstLine: json.lines + 1)
        return true
    }
}

extension BodyFault {
    /// Creates the fault, counting line and column in the bytes before it.
    init(after bytes: UnsafeRawBufferPointer, reason: String) {
        var line = 1
        var lineStart = 0
        for (place, byte) in bytes.enumerated() where byte == 0x0A {
            line += 1
            lineStart = place + 1
        }
        let column = UTF8Scalars.count(bytes, in: lineStart..<bytes.count) + 1
        self.init(offsetInBytes: bytes.count, line: line, column: column, reason: reason)
    }
}
