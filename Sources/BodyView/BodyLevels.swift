/// Folds a whole body at one level: reads all of it, so that it belongs on a thread of its own.
public struct BodyLevels: Sendable {
    public let document: BodyDocument
    /// The containers that stand in so many others are folded.
    public let depth: Int
    /// More are left open: each takes memory.
    public static let maximumCount = 1 << 21

    public init(_ document: BodyDocument, depth: Int) {
        self.document = document
        self.depth = depth
    }

    public struct Folded: Sendable {
        public var folding: Folding
        public var depth: Int
        /// Whether some were left open, for there were too many.
        public var isCut: Bool
    }

    /// Nil when cancelled. What is not closed yet stays open.
    ///
    /// - Parameter isCancelled: asked after each megabyte.
    public func run(isCancelled: () -> Bool = { false }) -> Folded? {
        guard let start = document.index.checkpoints.last(atOrBefore: 0) else { return nil }
        var folds: [BodyFold] = []
        var walk = BodyWalk(from: start)
        var trail = BodyTrail()
        let outcome = walk.go(in: document, to: document.index.jsonLineCount, noting: &trail, isCancelled) {
            shape, closed in
            guard shape.depth == depth, let closed else { return false }
            folds.append(closed.fold(closedAt: shape.number))
            return folds.count > Self.maximumCount
        }
        if case .cancelled = outcome { return nil }
        let isCut = folds.count > Self.maximumCount
        return Folded(folding: Folding(isCut ? folds.dropLast() : folds), depth: depth, isCut: isCut)
    }
}
