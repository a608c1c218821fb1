/// Folds a whole body at one level: reads all of it, so it needs its own thread.
public struct BodyLevels: Sendable {
    public let document: BodyDocument
    /// The level: containers within this many others are folded.
    public let depth: Int
    /// The most folds, since each takes memory; further containers stay open.
    public static let maximumCount = 1 << 21

    public init(_ document: BodyDocument, depth: Int) {
        self.document = document
        self.depth = depth
    }

    public struct Folded: Sendable {
        public var folding: Folding
        public var depth: Int
        /// Whether some containers stayed open, because there were too many.
        public var isCut: Bool
    }

    /// Folds the body; nil if cancelled. A container that is not closed yet stays open.
    ///
    /// - Parameter isCancelled: A closure called after each megabyte.
    public func run(isCancelled: () -> Bool = { false }) -> Folded? {
        guard var walk = BodyWalk(in: document) else { return nil }
        var folding = Folding()
        var folds: [BodyFold] = []
        var count = 0
        var anchors = BodyAnchors()
        let end = document.index.structuredLineCount
        let outcome = walk.go(in: document, to: end, noting: &anchors, isCancelled) { _, walk in
            guard let closed = walk.closed.first(where: { $0.depth == depth }), closed.fold.hiddenLines > 0 else {
                return false
            }
            guard count < Self.maximumCount else { return true }
            count += 1
            folds.append(closed.fold)
            guard folds.count == Folding.pieceCount else { return false }
            folding.append(folds)
            folds.removeAll(keepingCapacity: true)
            return false
        }
        folding.append(folds)
        switch outcome {
        case .cancelled: return nil
        case .found: return Folded(folding: folding, depth: depth, isCut: true)
        case .end, .tooFar: return Folded(folding: folding, depth: depth, isCut: false)
        }
    }
}
