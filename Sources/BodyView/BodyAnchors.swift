/// The record of a walk through a body: sparse anchors, from which places can be counted without reading the bytes before.
///
/// A value that belongs to one body, and stays valid while that grows. Empty at first; each ``BodySearch`` returns a longer one.
public struct BodyAnchors: Sendable {
    /// The number of bytes from one anchor to the next.
    static let spacing = 1 << 20
    /// The deepest nesting of an anchor: each takes memory for all its levels.
    static let maximumDepth = 256

    private(set) var anchors: [BodyWalk] = []

    public init() {}

    /// Whether it reaches further than another one through the same body.
    public func isLonger(than other: BodyAnchors) -> Bool { anchors.count > other.anchors.count }

    /// Returns the last anchor at or before a line.
    func anchor(atOrBefore line: Int) -> BodyWalk? {
        var low = 0
        var high = anchors.count
        while low < high {
            let middle = (low + high) / 2
            if anchors[middle].line <= line { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? anchors[low - 1] : nil
    }

    mutating func note(_ walk: BodyWalk) {
        guard walk.offset >= (anchors.last?.offset ?? 0) + Self.spacing, walk.levels.count <= Self.maximumDepth else {
            return
        }
        anchors.append(walk)
    }
}

/// The position of a walk over the lines of JSON, XML or HTML, and the state of the containers around.
struct BodyWalk: Sendable {
    /// A container around the walk; the outermost is the body itself.
    struct Level: Sendable {
        /// The line that opens it; -1 for the body itself.
        var openLine = -1
        var isObject = false
        /// The number of items that have begun.
        var itemCount = 0
        /// The line at which the last item begins, and that of the one before; -1 if there is none.
        var itemLine = -1
        var previousItemLine = -1
        /// The name of the last item if it is an element; else nil.
        var element: UInt32?
        /// The number of elements so far, by their names.
        var elementCounts = ElementCounts()
        /// The position of the last item among those of its name; the first is 1.
        var ordinal: Int { element.map { elementCounts[$0] } ?? 0 }
    }

    /// A container that has just ended.
    struct Closed: Sendable {
        var fold: BodyFold
        /// The number of containers around it.
        var depth: Int
        /// Whether the line ends it; false if it ended before the line, without an end of its own.
        var isByLine: Bool
    }

    /// The offset of the next line's first token, perhaps after spaces.
    private(set) var offset: Int
    /// The next line, 0-based.
    private(set) var line: Int
    private var nesting = Nesting()
    /// A scanner that has started the next line; nil outside XML and HTML.
    private var markup: MarkupScanner?
    private(set) var levels = [Level()]
    /// The containers closed by the last line: the innermost first.
    private(set) var closed: [Closed] = []

    /// Starts at the first line; nil if there is none.
    init?(in document: BodyDocument) {
        guard let start = document.index.checkpoints.last(atOrBefore: 0) else { return nil }
        (offset, line, nesting) = (start.offset, start.line, start.nesting)
        markup = document.index.markup?.resumed(at: start)
    }

    /// The reason why a walk ended.
    enum Outcome {
        /// A line was found.
        case found(LineShape)
        /// No more lines are known.
        case end
        case tooFar
        case cancelled
    }

    /// Continues line by line, until the visitor has found its goal.
    ///
    /// - Parameters:
    ///   - end: The line to stop before.
    ///   - limit: The byte to stop after. Default: none.
    ///   - isCancelled: A closure called after each megabyte.
    ///   - isFound: A visitor that receives each line after it was counted, and the containers that ended with it.
    mutating func go(
        in document: BodyDocument, to end: Int, limit: Int = .max, noting anchors: inout BodyAnchors,
        _ isCancelled: () -> Bool, until isFound: (LineShape, BodyWalk) -> Bool
    ) -> Outcome {
        while line < end {
            if isCancelled() { return .cancelled }
            if offset > limit { return .tooFar }
            let outcome = document.store.withBytes(in: 0..<document.index.scannedBytes) {
                goOn(document.index, $0, to: end, isFound)
            }
            // After the last known line, the line itself may still change.
            if line < document.index.structuredLineCount { anchors.note(self) }
            if let outcome { return outcome }
        }
        return .end
    }

    private mutating func goOn(
        _ index: BodyIndex, _ bytes: UnsafeRawBufferPointer, to end: Int, _ isFound: (LineShape, BodyWalk) -> Bool
    ) -> Outcome? {
        if let markup {
            var layout = index.markupLayout(markup, of: bytes)
            let outcome = go(&layout, to: end, isFound)
            self.markup = layout.scanner
            return outcome
        }
        let start = Checkpoint(offset: offset, line: line, nesting: nesting)
        var layout = index.jsonLayout(from: start, of: bytes)
        let outcome = go(&layout, to: end, isFound)
        nesting = layout.nesting
        return outcome
    }

    /// Continues for at most a megabyte.
    private mutating func go(
        _ layout: inout some StructuredLayout, to end: Int, _ isFound: (LineShape, BodyWalk) -> Bool
    ) -> Outcome? {
        let bound = offset + BodyAnchors.spacing
        let first = layout.line
        defer { (offset, line) = (layout.offset, layout.line) }
        while layout.line < end, layout.offset < bound {
            let shape = layout.pass()
            count(shape)
            if isFound(shape, self) { return .found(shape) }
        }
        // A line without bytes would be walked endlessly.
        return layout.line == first ? .end : nil
    }

    private mutating func count(_ shape: LineShape) {
        if !closed.isEmpty { closed.removeAll(keepingCapacity: true) }
        for _ in 0..<shape.closedBefore { close(at: shape.number - 1, isByLine: false) }
        if shape.role == .closes {
            // Of several containers, the end tag belongs to the last.
            for _ in 1..<max(1, shape.closedCount) { close(at: shape.number - 1, isByLine: false) }
            close(at: shape.number, isByLine: true)
            return
        }
        levels[levels.count - 1].begin(shape)
        if case .opens(let isObject) = shape.role {
            levels.append(Level(openLine: shape.number, isObject: isObject))
        }
    }

    private mutating func close(at line: Int, isByLine: Bool) {
        guard levels.count > 1 else { return }
        let level = levels.removeLast()
        closed.append(Closed(fold: level.fold(closedAt: line), depth: levels.count - 1, isByLine: isByLine))
    }
}

extension BodyWalk.Level {
    func fold(closedAt line: Int) -> BodyFold { BodyFold(openLine: openLine, closeLine: line, itemCount: itemCount) }

    fileprivate mutating func begin(_ shape: LineShape) {
        previousItemLine = itemLine
        itemLine = shape.number
        itemCount += 1
        element = shape.element
        if let element { elementCounts.add(element) }
    }
}

/// The number of elements of each name: usually there are few names, and a search is faster than a hash.
struct ElementCounts: Sendable {
    private static let fewest = 16
    private var few: [(element: UInt32, count: Int)] = []
    private var others: [UInt32: Int] = [:]

    subscript(element: UInt32) -> Int {
        few.first { $0.element == element }?.count ?? others[element] ?? 0
    }

    mutating func add(_ element: UInt32) {
        if let place = few.firstIndex(where: { $0.element == element }) {
            few[place].count += 1
        } else if few.count < Self.fewest {
            few.append((element, 1))
        } else if element < ElementNames.maximumCount {
            // An element whose name was not kept has no path either.
            others[element, default: 0] += 1
        }
    }
}

/// A layout that goes over lines that open and close containers.
protocol StructuredLayout {
    /// The next line, 0-based.
    var line: Int { get }
    /// The offset of its first token, perhaps after spaces.
    var offset: Int { get }
    /// Skips a line and returns its effect on the containers around.
    mutating func pass() -> LineShape
}

extension JSONLayout: StructuredLayout {}
extension MarkupLayout: StructuredLayout {}

extension BodyIndex {
    /// Returns a layout that continues over the lines of XML or HTML.
    func markupLayout(_ scanner: MarkupScanner, of bytes: UnsafeRawBufferPointer) -> MarkupLayout {
        MarkupLayout(
            bytes: valid(bytes), checkpoints: checkpoints, window: 0..<0, isComplete: isComplete, going: scanner)
    }
}
