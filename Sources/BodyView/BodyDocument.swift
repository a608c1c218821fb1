public import BodyStore

/// A body as lines: its bytes, and where its lines are. Cheap to copy; give it a newer ``index`` as the body grows.
public struct BodyDocument: Sendable {
    public let store: BodyStore
    public var index: BodyIndex
    /// Of lines so long that what is far to the right in them is found only by measuring.
    public var rulers = LineRulers()
    /// The charset that the body came in; nil: nothing says.
    public var encoding: BodyEncoding?

    public init(store: BodyStore, index: BodyIndex) {
        self.store = store
        self.index = index
    }

    /// Nothing is read yet: ``BodyIndex/extend(over:upTo:budget:)`` does that.
    public init(store: BodyStore, kind: BodyKind, columns: Int = 80) {
        self.init(store: store, index: BodyIndex(kind: kind, columns: columns))
    }

    public var kind: BodyKind { index.kind }
    /// How many lines are known so far.
    public var lineCount: Int { index.lineCount }
    /// The longest window of columns that is looked at.
    public static let maximumColumns = 1 << 40

    /// Lays out lines.
    ///
    /// Takes microseconds wherever the lines are: it starts from the nearest checkpoint, and does not read what is right of the columns.
    /// - Parameters:
    ///   - range: 0-based; clamped to the lines that are known.
    ///   - columns: Which part of each line, in scalars, its indentation included; what is wider than a column (or narrower) is for the
    ///     caller to fit. The work grows with the upper bound, so ask for what is shown. Default: the first 4,096.
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
    /// Lays out lines that are known, from all bytes that were read.
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

    /// - Parameter start: Where the text begins, for when no checkpoint is nearer.
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

    /// Goes over the lines of JSON, from the start of one.
    func jsonLayout(from start: Checkpoint, of bytes: UnsafeRawBufferPointer) -> JSONLayout {
        JSONLayout(bytes: valid(bytes), checkpoints: checkpoints, window: 0..<0, start: start)
    }

    /// Up to the fault.
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

    /// What it claims to be up to the fault, the fault, and the rest as text.
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
