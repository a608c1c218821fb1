public import BodyStore

/// A body as lines: its bytes, and the places of its lines. Cheap to copy; assign a newer ``index`` as the body grows.
public struct BodyDocument: Sendable {
    public let store: BodyStore
    public var index: BodyIndex
    /// The rulers of lines that are so long that columns far to the right are found only by measuring.
    public var rulers = LineRulers()
    /// The charset of the body as received; nil if it is unknown.
    public var encoding: BodyEncoding?

    public init(store: BodyStore, index: BodyIndex) {
        self.store = store
        self.index = index
    }

    /// Creates a document of which nothing is read yet: ``BodyIndex/extend(over:upTo:budget:)`` does that.
    public init(store: BodyStore, kind: BodyKind, columns: Int = 80) {
        self.init(store: store, index: BodyIndex(kind: kind, columns: columns))
    }

    public var kind: BodyKind { index.kind }
    /// The number of lines known so far.
    public var lineCount: Int { index.lineCount }
    /// The upper bound of columns.
    public static let maximumColumns = 1 << 40

    /// Lays out lines.
    ///
    /// Takes microseconds wherever the lines are: it starts from the nearest checkpoint, and does not read bytes to the right of the columns.
    /// - Parameters:
    ///   - range: The lines, 0-based; clamped to those that are known.
    ///   - columns: The part of each line, in scalars, its indentation included; the caller handles scalars that are wider or narrower than a
    ///     column. The work grows with the upper bound, so ask only for the visible part. Default: the first 4,096.
    public func lines(_ range: Range<Int>, columns: Range<Int> = 0..<4096) -> [BodyLine] {
        let range = range.clamped(to: 0..<lineCount)
        guard !range.isEmpty else { return [] }
        let columns = columns.clamped(to: 0..<Self.maximumColumns)
        return store.withBytes(in: 0..<index.scannedBytes) {
            index.lines(range, columns: columns, of: $0, rulers)
        }
    }
}

extension BodyIndex {
    /// Lays out known lines, from all bytes that were read.
    func lines(
        _ range: Range<Int>, columns: Range<Int>, of bytes: UnsafeRawBufferPointer, _ rulers: LineRulers = LineRulers()
    ) -> [BodyLine] {
        switch kind {
        case .empty: []
        case .hex, .picture: hexLines(range, columns, bytes)
        case .table: tableLines(range, columns, bytes)
        case .text:
            textLines(range, columns, bytes, from: Checkpoint(offset: 0, line: 0, nesting: Nesting()), rulers)
        case .json, .jsonLines, .xml, .html: structuredLines(range, columns, bytes, rulers)
        }
    }

    private func hexLines(_ range: Range<Int>, _ columns: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> [BodyLine] {
        range.map { line in
            let row = hex.byteRange(ofLine: line, count: bytes.count)
            return hex.line(line, bytes: UnsafeRawBufferPointer(rebasing: bytes[row]), range: row, window: columns)
        }
    }

    /// - Parameter start: The start of the text, used if no checkpoint is nearer.
    private func textLines(
        _ range: Range<Int>, _ columns: Range<Int>, _ bytes: UnsafeRawBufferPointer, from start: Checkpoint,
        _ rulers: LineRulers
    ) -> [BodyLine] {
        guard !range.isEmpty else { return [] }
        let checkpoint =
            checkpoints.last(atOrBefore: range.lowerBound).flatMap { $0.line >= start.line ? $0 : nil } ?? start
        var layout = TextLayout(
            bytes: bytes, checkpoints: checkpoints, window: columns, offset: checkpoint.offset, line: checkpoint.line,
            rulers: rulers)
        while layout.line < range.lowerBound { layout.skip() }
        return range.map { _ in layout.next() }
    }

    /// Returns a layout that goes over the lines of JSON, from the start of one.
    func jsonLayout(from start: Checkpoint, of bytes: UnsafeRawBufferPointer) -> JSONLayout {
        JSONLayout(bytes: valid(bytes), checkpoints: checkpoints, window: 0..<0, start: start)
    }

    /// Returns the bytes up to the fault.
    func valid(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        fault.map { UnsafeRawBufferPointer(rebasing: bytes[..<min($0.offsetInBytes, bytes.count)]) } ?? bytes
    }

    private func jsonLines(
        _ range: Range<Int>, _ columns: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ rulers: LineRulers
    ) -> [BodyLine] {
        guard !range.isEmpty, let checkpoint = checkpoints.last(atOrBefore: range.lowerBound) else { return [] }
        var layout = JSONLayout(bytes: bytes, checkpoints: checkpoints, window: columns, start: checkpoint)
        layout.rulers = rulers
        while layout.line < range.lowerBound { layout.skip() }
        return range.map { _ in layout.next() }
    }

    private func markupLines(
        _ range: Range<Int>, _ columns: Range<Int>, _ bytes: UnsafeRawBufferPointer
    ) -> [BodyLine] {
        guard let markup, !range.isEmpty, let checkpoint = checkpoints.last(atOrBefore: range.lowerBound) else {
            return []
        }
        var layout = MarkupLayout(
            bytes: bytes, checkpoints: checkpoints, window: columns, isComplete: isComplete, start: checkpoint,
            like: markup)
        while layout.line < range.lowerBound { layout.skip() }
        return range.map { _ in layout.next() }
    }

    /// Lays out the valid lines up to the fault, the fault, and the rest as text.
    private func structuredLines(
        _ range: Range<Int>, _ columns: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ rulers: LineRulers
    ) -> [BodyLine] {
        func lay(_ range: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> [BodyLine] {
            markup == nil ? jsonLines(range, columns, bytes, rulers) : markupLines(range, columns, bytes)
        }
        guard let fault else { return lay(range, bytes) }
        let count = structuredLineCount
        var lines = lay(range.clamped(to: 0..<count), valid(bytes))
        if range.contains(count) { lines.append(line(of: fault, columns)) }
        let rest = Checkpoint(offset: fault.offsetInBytes, line: count + 1, nesting: Nesting())
        return lines
            + textLines(range.clamped(to: rest.line..<max(lineCount, rest.line)), columns, bytes, from: rest, rulers)
    }

    private func line(of fault: BodyFault, _ columns: Range<Int>) -> BodyLine {
        var writer = LineWriter(window: columns)
        Array(fault.description.utf8).withUnsafeBytes { writer.append($0, .error) }
        let place = fault.offsetInBytes..<fault.offsetInBytes
        return BodyLine(
            number: structuredLineCount + 1, depth: 0, runs: writer.runs, byteRange: place, isCut: writer.isCut)
    }
}
