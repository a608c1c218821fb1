/// A line's start from which the lines after it can be laid out without reading what is before.
struct Checkpoint: Sendable {
    /// Of the line's first token.
    var offset: Int
    /// 0-based.
    var line: Int
    var nesting: Nesting
    /// Nil outside XML and HTML.
    var markup: MarkupPlace?
}

/// Checkpoints in order, in sealed pieces: appending to a copy leaves the pieces shared.
struct Checkpoints: Sendable {
    /// A checkpoint stands at the first line that starts this many bytes, or more, after the one before. So a line which is
    /// this long is always followed by a checkpoint, and no line is farther from one than this.
    static let spacing = 1 << 14

    private static let pieceCount = 256
    private var sealed: [[Checkpoint]] = []
    private var open: [Checkpoint] = []
    /// The offset from which the next line gets one.
    private(set) var nextOffset = 0

    /// Takes none: for going over lines that have theirs.
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

    /// The last checkpoint at or before a line; nil before the first line.
    func last(atOrBefore line: Int) -> Checkpoint? { last { $0.line <= line } }

    /// The checkpoint at the start of exactly this line.
    func exactly(at line: Int) -> Checkpoint? { last(atOrBefore: line).flatMap { $0.line == line ? $0 : nil } }

    /// The last checkpoint at or before a byte.
    func last(atOrBeforeOffset offset: Int) -> Checkpoint? { last { $0.offset <= offset } }

    /// Binary search; the condition holds for a front part.
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
