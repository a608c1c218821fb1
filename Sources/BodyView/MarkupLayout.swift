/// Lays out lines of XML or HTML, one after the other, from the start of a line.
///
/// The scanner itself reads the bytes again from a checkpoint and finds the start of each line; ``MarkupColouring`` determines its content.
struct MarkupLayout {
    /// The body from its first byte to the last indexed one before a fault.
    let bytes: UnsafeRawBufferPointer
    let checkpoints: Checkpoints
    let window: Range<Int>
    /// Whether these bytes are the whole body.
    let isComplete: Bool
    /// A scanner that has started the next line.
    private(set) var scanner: MarkupScanner
    /// The deepest level that is indented further.
    static let maximumIndentation = 64

    /// - Parameter scanner: The index's scanner, which knows the names.
    init(
        bytes: UnsafeRawBufferPointer, checkpoints: Checkpoints, window: Range<Int>, isComplete: Bool,
        start: Checkpoint,
        like scanner: MarkupScanner
    ) {
        self.init(
            bytes: bytes, checkpoints: checkpoints, window: window, isComplete: isComplete,
            going: scanner.resumed(at: start))
    }

    /// - Parameter scanner: A scanner that has started the first requested line.
    init(
        bytes: UnsafeRawBufferPointer, checkpoints: Checkpoints, window: Range<Int>, isComplete: Bool,
        going scanner: MarkupScanner
    ) {
        self.bytes = bytes
        self.checkpoints = checkpoints
        self.window = window
        self.isComplete = isComplete
        self.scanner = scanner
    }

    /// The next line, 0-based.
    var line: Int { scanner.lines - 1 }
    /// The offset of the next line's first byte.
    var offset: Int { scanner.line.offset }

    /// Skips a line.
    mutating func skip() { _ = take(in: 0..<0) }

    mutating func next() -> BodyLine { layOut(take(in: window)) }

    /// A line between two others.
    private struct ScannedLine {
        var start: MarkupScanner.Line
        var number: Int
        /// The bytes of the line without trailing spaces.
        var bytes: Range<Int>
        var depthAtEnd: Int
        /// Whether raw text follows.
        var endsInRawText: Bool
        var depth: Int { min(start.depth, depthAtEnd) }
    }

    private mutating func take(in window: Range<Int>) -> ScannedLine {
        let start = scanner.line
        let number = line
        let room = Checkpoints.spacing + 2 * MarkupScanner.maximumNameLength + window.upperBound * 4
        let bound = min(bytes.count, start.offset + room)
        scanner.lastLine = number + 1
        var none = Checkpoints.closed
        if bound > scanner.offset {
            scanner.scan(UnsafeRawBufferPointer(rebasing: bytes[scanner.offset..<bound]), into: &none)
        }
        if line == number, bound == bytes.count, isComplete, scanner.isHTML { scanner.finish(into: &none) }
        if line == number { move(behind: number, bound) }
        let isLast = line == number
        let end = isLast ? bytes.count : offset
        let depth = isLast ? scanner.elements.depth : scanner.line.depthBefore
        if isLast { scanner.endAll(at: bytes.count) }
        return ScannedLine(
            start: start, number: number, bytes: start.offset..<endOfLine(start.offset, end), depthAtEnd: depth,
            endsInRawText: scanner.line.state.isRaw)
    }

    /// Moves to the next line. A line too long to be read to its end is followed by a checkpoint, if by anything.
    private mutating func move(behind number: Int, _ bound: Int) {
        guard let checkpoint = checkpoints.exactly(at: number + 1), checkpoint.offset < bytes.count else {
            if bound < bytes.count { scanner.offset = bytes.count }
            return
        }
        scanner = scanner.resumed(at: checkpoint)
    }

    private func endOfLine(_ start: Int, _ end: Int) -> Int {
        var end = end
        while end > start, ByteSearch.isWhitespace(bytes[end - 1]) { end -= 1 }
        return end
    }

    private func layOut(_ scanned: ScannedLine) -> BodyLine {
        var length = indented(scanned).bytesToFill + 4
        var writer = colour(scanned, length)
        // Spaces with line breaks take no columns, or one, however many bytes they are.
        while !writer.isFull, length < scanned.bytes.count {
            length *= 4
            writer = colour(scanned, length)
        }
        return BodyLine(number: scanned.number + 1, depth: scanned.depth, writer, byteRange: scanned.bytes)
    }

    private func indented(_ scanned: ScannedLine) -> LineWriter {
        var writer = LineWriter(window: window)
        writer.indent(by: min(scanned.depth, Self.maximumIndentation) * 2)
        return writer
    }

    /// - Parameter length: The most bytes of the line that are read.
    private func colour(_ scanned: ScannedLine, _ length: Int) -> LineWriter {
        var writer = indented(scanned)
        let end = min(scanned.bytes.upperBound, scanned.bytes.lowerBound + length)
        let part = UnsafeRawBufferPointer(rebasing: bytes[scanned.bytes.lowerBound..<end])
        var colouring = MarkupColouring(
            part, at: scanned.bytes.lowerBound, isHTML: scanner.isHTML, state: scanned.start.state)
        colouring.endsInRawText = scanned.endsInRawText
        colouring.write(to: &writer)
        if end < scanned.bytes.upperBound { writer.markCut() }
        return writer
    }

    /// Skips a line and returns its effect on the elements around.
    mutating func pass() -> LineShape {
        let scanned = take(in: 0..<0)
        let closed = max(0, scanned.start.depth - scanned.depthAtEnd)
        let before = max(0, scanned.start.depthBefore - scanned.start.depth)
        let role: LineShape.Role =
            closed > 0 ? .closes : scanned.depthAtEnd > scanned.start.depth ? .opens(isObject: true) : .value
        return LineShape(
            number: scanned.number, depth: scanned.depth, role: role, offset: scanned.bytes.lowerBound,
            closedBefore: before, closedCount: closed, element: role == .closes ? nil : element(of: scanned))
    }

    /// Returns the name of the element that begins the line.
    private func element(of scanned: ScannedLine) -> UInt32? {
        let start = scanned.bytes.lowerBound + 1
        guard scanned.start.state == .content, start < scanned.bytes.upperBound, bytes[start - 1] == UInt8(ascii: "<"),
            MarkupScanner.startsName(bytes[start])
        else { return nil }
        var end = start
        var hash = ElementNames.seed
        while end < bytes.count, MarkupScanner.isName(bytes[end]) {
            hash = ElementNames.mix(hash, scanner.isHTML ? MarkupScanner.lowercased(bytes[end]) : bytes[end])
            end += 1
        }
        guard let number = scanner.names.number(ofHash: hash) else { return nil }
        let kind = scanner.names.kind(of: number)
        return kind == .inline || kind == .inlineVoid ? nil : number
    }
}

extension MarkupScanner.State {
    var isRaw: Bool { self == .raw || self == .rawBlank || self == .rawBreak }
}

extension MarkupScanner {
    /// Ends all elements, as if a line started after the last byte.
    fileprivate mutating func endAll(at place: Int) {
        depthBefore = elements.depth
        let resuming = state
        var none = Checkpoints.closed
        startLine(max(place, line.offset + 1), resuming, &none)
        offset = place
    }
}
