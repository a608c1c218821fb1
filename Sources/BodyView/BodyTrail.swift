/// How a body was walked so far: sparse anchors, from which places can be counted without reading what is before.
///
/// A value that belongs to one body, and stays right while that grows. Empty at first; each ``BodySearch`` hands on a longer one.
public struct BodyTrail: Sendable {
    /// Bytes from one anchor to the next.
    static let spacing = 1 << 20
    /// Deeper places get no anchor: each would take memory for all its levels.
    static let maximumDepth = 256

    private(set) var anchors: [BodyWalk] = []

    public init() {}

    /// The last anchor at or before a line.
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

/// Where a walk over the lines of JSON stands, and what it knows of the containers around.
struct BodyWalk: Sendable {
    /// A container that the walk is in; the outermost stands for the body itself.
    struct Level: Sendable {
        /// The line that opens it; -1 for the body itself.
        var openLine = -1
        var isObject = false
        /// Items begun so far.
        var itemCount = 0
        /// The line at which the last of them begins, and the one before; -1: none.
        var itemLine = -1
        var previousItemLine = -1
    }

    /// Of the next line's first token, perhaps after blanks.
    private(set) var offset: Int
    /// The next one, 0-based.
    private(set) var line: Int
    private var nesting: Nesting
    private(set) var levels: [Level]

    init(from start: Checkpoint) {
        offset = start.offset
        line = start.line
        nesting = start.nesting
        levels = [Level()]
    }

    /// How a walk ended.
    enum Outcome {
        /// At a line, and the container that it closed, if one.
        case found(LineShape, closed: Level?)
        /// No more lines are known.
        case end
        case tooFar
        case cancelled
    }

    /// Goes on, line by line, until the visitor has found what it looks for.
    ///
    /// - Parameters:
    ///   - end: The line to stop before.
    ///   - limit: The byte to stop behind. Default: none.
    ///   - isCancelled: Asked after each megabyte.
    ///   - isFound: Gets each line after it was counted, and the container that it closes, if one.
    mutating func go(
        in document: BodyDocument, to end: Int, limit: Int = .max, noting trail: inout BodyTrail,
        _ isCancelled: () -> Bool, until isFound: (LineShape, Level?) -> Bool
    ) -> Outcome {
        while line < end {
            if isCancelled() { return .cancelled }
            if offset > limit { return .tooFar }
            let outcome = document.store.withBytes(in: 0..<document.index.scannedBytes) {
                go(document.index.jsonLayout(from: checkpoint, of: $0), to: end, isFound)
            }
            // Behind the last line that is known, the line itself may still change.
            if line < document.index.jsonLineCount { trail.note(self) }
            if let outcome { return outcome }
        }
        return .end
    }

    private var checkpoint: Checkpoint { Checkpoint(offset: offset, line: line, nesting: nesting) }

    /// Goes on for a megabyte at most.
    private mutating func go(_ layout: JSONLayout, to end: Int, _ isFound: (LineShape, Level?) -> Bool) -> Outcome? {
        var layout = layout
        let bound = offset + BodyTrail.spacing
        defer { (offset, line, nesting) = (layout.offset, layout.line, layout.nesting) }
        while layout.line < end, layout.offset < bound {
            let shape = layout.pass()
            let closed = count(shape)
            if isFound(shape, closed) { return .found(shape, closed: closed) }
        }
        // A line without bytes would be walked for ever.
        return layout.line == line ? .end : nil
    }

    private mutating func count(_ shape: LineShape) -> Level? {
        if shape.role == .closes { return levels.count > 1 ? levels.removeLast() : nil }
        let last = levels.count - 1
        levels[last].previousItemLine = levels[last].itemLine
        levels[last].itemLine = shape.number
        levels[last].itemCount += 1
        if case .opens(let isObject) = shape.role {
            levels.append(Level(openLine: shape.number, isObject: isObject))
        }
        return nil
    }
}
