/// The start of a line from which the lines after it can be laid out without reading the bytes before.
struct Checkpoint: Sendable {
    /// The offset of the line's first token.
    var offset: Int
    /// The line, 0-based.
    var line: Int
    var nesting: Nesting
    /// The state of the scanner; nil outside XML and HTML.
    var markup: MarkupPlace?
}

/// Checkpoints in order, in sealed pieces: appending to a copy leaves the pieces shared.
struct Checkpoints: Sendable {
    /// The distance of checkpoints in bytes: there is one at the first line that starts this many bytes, or more, after the one before. So a line of
    /// this length is always followed by a checkpoint, and no line is farther from one than this.
    static let spacing = 1 << 14

    private static let pieceCount = 256
    private var sealed: [[Checkpoint]] = []
    private var open: [Checkpoint] = []
    /// The offset from which the next line gets a checkpoint.
    private(set) var nextOffset = 0

    /// A value that takes no checkpoints: for going over lines that have theirs.
    static let closed: Checkpoints = {
        var none = Checkpoints()
        none.nextOffset = .max
        return none
    }()

    var count: Int { sealed.count * Self.pieceCount + open.count }

    subscript(index: Int) -> Checkpoint {
        let piece = index / Self.pieceCount
        return piece < sealed.count ? sealed[piece][index % Self.pieceCount] : open[index % Self.pieceCount]
    }

    mutating func append(_ checkpoint: Checkpoint) {
        open.append(checkpoint)
        nextOffset = checkpoint.offset + Self.spacing
        guard open.count == Self.pieceCount else { return }
        sealed.append(open)
        open = []
    }

    /// Returns the last checkpoint at or before a line; nil before the first line.
    func last(atOrBefore line: Int) -> Checkpoint? { last { $0.line <= line } }

    /// Returns the checkpoint at the start of exactly this line.
    func exactly(at line: Int) -> Checkpoint? { last(atOrBefore: line).flatMap { $0.line == line ? $0 : nil } }

    /// Returns the last checkpoint at or before a byte.
    func last(atOrBeforeOffset offset: Int) -> Checkpoint? { last { $0.offset <= offset } }

    /// Returns the last checkpoint for which a condition holds, by binary search; it holds for all earlier ones.
    private func last(where isInFront: (Checkpoint) -> Bool) -> Checkpoint? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isInFront(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? self[low - 1] : nil
    }
}
