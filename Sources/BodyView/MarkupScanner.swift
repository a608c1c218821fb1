/// Reads XML or HTML once, piece by piece as it arrives, and counts the lines of its layout.
///
/// A state machine over bytes, like ``JSONScanner``: it can stop and continue anywhere, and keeps nothing of what it has read except the open
/// elements. A line starts with the start tag of an element, with a comment, with text after another tag or a line break, and with an end tag
/// unless the element's start tag is in the same line. XML is checked for well-formed nesting; HTML is never invalid: elements within
/// text stay in its lines, end tags may be missing or superfluous.
///
/// - Source: Extensible Markup Language 1.0, section 2; HTML Standard, section 13.1.
struct MarkupScanner: Sendable {
    let isHTML: Bool
    /// The number of bytes that were read, or the place of the fault.
    var offset = 0
    /// The number of lines that have started.
    private(set) var lines = 0
    /// The fault; nil while the text is valid. Nothing is read after it.
    private(set) var fault: (offset: Int, reason: String)?
    var elements = ElementStack()
    var names = ElementNames()
    /// The line started last.
    private(set) var line = Line()
    /// The last line to read: reading stops once more lines than this have started.
    var lastLine = Int.max

    var state = State.start
    /// The offset of the `<` of what is being read.
    var tokenStart = 0
    /// The number of elements that were open there.
    var depthBefore = 0
    /// Whether text may continue in the line.
    var takesText = false
    /// Whether the innermost element was opened in this line.
    var isOpenedInLine = false
    /// Whether a line break was skipped since the last token.
    var hasBreak = false
    /// Whether the root element was closed.
    var isDone = false
    /// The number of characters of an end, or of a keyword, that were read so far.
    var matched = 0
    var quote: UInt8 = 0
    var hash = ElementNames.seed
    /// The part of a name that came in earlier pieces.
    var nameStart: [UInt8] = []
    var isRawLineBlank = false
    /// The element whose tag is being read.
    var element: UInt32 = 0
    /// The longest name in bytes; a longer one is not a name.
    static let maximumNameLength = 1024

    struct Line: Sendable {
        var offset = -1
        /// The number of elements that are open at its start, and at the end of the line before.
        var depth = 0
        var depthBefore = 0
        /// The state at its start.
        var state = State.content
    }

    init(isHTML: Bool) { self.isHTML = isHTML }

    /// The expected part, or the part that is being read.
    enum State: UInt8, Sendable {
        case start, content
        /// The scanner is after `<` or `<!`.
        case open, declaration, commentOpen, cdataOpen, doctypeOpen
        case name, tag, attributeName, afterAttributeName, beforeValue, value, bareValue, afterValue, slash
        case endName, endTag
        case comment, cdata, cdataBreak, instruction
        case doctype, doctypeQuote, subset, subsetOpen, subsetDeclaration, subsetQuote, subsetComment, subsetInstruction
        /// The scanner is within script, style and others; after a line break; in the spaces after that.
        case raw, rawBreak, rawBlank, rawOpen, rawEndName
        case failed
    }
}

extension MarkupScanner {
    /// Reads the bytes that follow those read before.
    mutating func scan(_ bytes: UnsafeRawBufferPointer, into checkpoints: inout Checkpoints) {
        var cursor = 0
        let base = offset
        while cursor < bytes.count, state != .failed, lines <= lastLine {
            switch state {
            case .start: skipByteOrderMark(bytes, &cursor)
            case .content: scanContent(bytes, &cursor, base, &checkpoints)
            case .open: scanOpen(bytes[cursor], &cursor, base, &checkpoints)
            case .name, .endName, .rawEndName: scanName(bytes, &cursor, &checkpoints)
            case .tag, .attributeName, .afterAttributeName, .beforeValue, .value, .bareValue, .afterValue, .slash,
                .endTag:
                scanTag(bytes, &cursor, base)
            case .raw, .rawBreak, .rawBlank, .rawOpen: scanRaw(bytes, &cursor, base, &checkpoints)
            default: scanDeclaration(bytes, &cursor, base, &checkpoints)
            }
        }
        offset = state == .failed ? fault?.offset ?? base + cursor : base + cursor
    }

    /// Ends the text: unfinished XML is a fault.
    mutating func finish(into checkpoints: inout Checkpoints) {
        guard state != .failed else { return }
        if isHTML { return finishHTML(&checkpoints) }
        if state == .content || state == .start, elements.isEmpty, isDone { return }
        fail(at: hasNoLine ? tokenStart : offset, reasonForEnd)
    }

    /// Whether the part that is being read has not begun a line, because its kind is not known yet.
    private var hasNoLine: Bool {
        switch state {
        case .open, .declaration, .commentOpen, .cdataOpen, .doctypeOpen, .endName: true
        default: false
        }
    }

    private var reasonForEnd: String {
        switch state {
        case .content, .start:
            elements.last.map { "the body ends inside \(spelled($0))" } ?? "the body ends before an element"
        case .comment, .commentOpen: "the body ends inside a comment"
        case .cdata, .cdataBreak, .cdataOpen: "the body ends inside CDATA"
        case .instruction: "the body ends inside a processing instruction"
        case .open, .name, .tag, .attributeName, .afterAttributeName, .beforeValue, .value, .bareValue, .afterValue,
            .slash,
            .endName, .endTag, .declaration:
            "the body ends inside a tag"
        default: "the body ends inside the document type"
        }
    }

    /// Begins a line for an unfinished tag: one that is cut off within its name is text.
    private mutating func finishHTML(_ checkpoints: inout Checkpoints) {
        guard hasNoLine || state == .name, !takesText || hasBreak else { return }
        startLine(tokenStart, .content, &checkpoints)
    }

    mutating func fail(at place: Int, _ reason: String) {
        fault = (place, reason)
        state = .failed
    }

    /// Returns a start tag for a fault's reason: "`<name>`".
    func spelled(_ number: UInt32) -> String { names.text(of: number).map { "`<\($0)>`" } ?? "an element" }

    @inline(__always)
    mutating func startLine(_ place: Int, _ resuming: State, _ checkpoints: inout Checkpoints) {
        isOpenedInLine = false
        hasBreak = false
        // The line from which a copy continues was counted.
        guard place > line.offset else { return }
        line = Line(offset: place, depth: elements.depth, depthBefore: depthBefore, state: resuming)
        if place >= checkpoints.nextOffset {
            let markup = MarkupPlace(elements: elements, state: resuming, isDone: isDone)
            checkpoints.append(Checkpoint(offset: place, line: lines, nesting: Nesting(), markup: markup))
        }
        lines += 1
    }

    /// Skips a byte order mark if all three bytes come at once; the index waits for them.
    private mutating func skipByteOrderMark(_ bytes: UnsafeRawBufferPointer, _ cursor: inout Int) {
        state = .content
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { cursor = 3 }
    }
}

// Text, and everything that begins with `<`.
extension MarkupScanner {
    @inline(__always)
    private mutating func scanContent(
        _ bytes: UnsafeRawBufferPointer, _ cursor: inout Int, _ base: Int, _ checkpoints: inout Checkpoints
    ) {
        let byte = bytes[cursor]
        switch byte {
        case UInt8(ascii: "<"):
            (tokenStart, depthBefore, state) = (base + cursor, elements.depth, .open)
            cursor += 1
        case 0x0A, 0x0D:
            hasBreak = true
            cursor = ByteSearch.endOfWhitespace(bytes, from: cursor, to: bytes.count)
        case 0x20, 0x09: cursor += 1
        default:
            depthBefore = elements.depth
            takeText(base + cursor, &checkpoints)
            guard state != .failed else { return }
            cursor = ByteSearch.first(UInt8(ascii: "<"), 0x0A, 0x0D, bytes, from: cursor, to: bytes.count)
        }
    }

    @inline(__always)
    mutating func takeText(_ place: Int, _ checkpoints: inout Checkpoints) {
        if !isHTML, elements.isEmpty {
            return fail(at: place, isDone ? "expected nothing after the root element" : "expected `<`, found text")
        }
        if !takesText || hasBreak { startLine(place, .content, &checkpoints) }
        takesText = true
    }

    @inline(__always)
    private mutating func scanOpen(
        _ byte: UInt8, _ cursor: inout Int, _ base: Int, _ checkpoints: inout Checkpoints
    ) {
        switch byte {
        case UInt8(ascii: "/"): begin(.endName)
        case UInt8(ascii: "!"): state = .declaration
        case UInt8(ascii: "?"):
            begin(.instruction)
            startLine(tokenStart, .content, &checkpoints)
        case _ where Self.startsName(byte): return openElement(&checkpoints)
        default: return takeStray(byte, &checkpoints)
        }
        cursor += 1
    }

    @inline(__always)
    mutating func begin(_ next: State) {
        (state, matched, hash) = (next, 0, ElementNames.seed)
        if !nameStart.isEmpty { nameStart = [] }
    }

    /// Begins an element; its name is read next.
    @inline(__always)
    private mutating func openElement(_ checkpoints: inout Checkpoints) {
        begin(.name)
        guard !isHTML else { return }
        if elements.isEmpty, isDone { return fail(at: tokenStart, "expected nothing after the root element") }
        guard elements.depth < ElementStack.maximumDepth else {
            return fail(at: tokenStart, "nested deeper than \(ElementStack.maximumDepth) levels")
        }
        startLine(tokenStart, .content, &checkpoints)
    }

    /// Handles a `<` that begins nothing.
    mutating func takeStray(_ byte: UInt8, _ checkpoints: inout Checkpoints) {
        guard isHTML else {
            return fail(at: tokenStart, "expected a name after `<`, found \(JSONScanner.name(of: byte))")
        }
        state = .content
        takeText(tokenStart, &checkpoints)
    }

    @inline(__always)
    static func startsName(_ byte: UInt8) -> Bool {
        byte | 0x20 &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte >= 0x80
    }
}

/// The additional state of a checkpoint in XML or HTML.
final class MarkupPlace: Sendable {
    let elements: ElementStack
    let state: MarkupScanner.State
    let isDone: Bool

    init(elements: ElementStack, state: MarkupScanner.State, isDone: Bool) {
        self.elements = elements
        self.state = state
        self.isDone = isDone
    }
}

extension MarkupScanner {
    /// Returns a scanner that continues from the start of a line, with the known names.
    func resumed(at checkpoint: Checkpoint) -> MarkupScanner {
        var copy = MarkupScanner(isHTML: isHTML)
        copy.names = names
        copy.offset = checkpoint.offset
        copy.elements = checkpoint.markup?.elements ?? ElementStack()
        copy.isDone = checkpoint.markup?.isDone ?? false
        copy.state = checkpoint.markup?.state ?? .content
        copy.depthBefore = copy.elements.depth
        copy.lines = checkpoint.line + 1
        copy.line = Line(
            offset: checkpoint.offset, depth: copy.elements.depth, depthBefore: copy.elements.depth, state: copy.state)
        return copy
    }
}
