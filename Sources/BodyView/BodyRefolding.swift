/// The folds of a body and its cursor, described by paths, so that they apply to the next body of the same request.
public struct BodyFoldRules: Sendable, Hashable {
    /// The level: containers within this many others are folded; nil if no level is.
    public var level: Int?
    /// The paths that are folded in addition.
    public var folded: Set<BodyPath> = []
    /// The paths that are not folded, though of that level.
    public var unfolded: Set<BodyPath> = []
    public var cursor: BodyPath?

    public init() {}

    public var isEmpty: Bool { level == nil && folded.isEmpty && cursor == nil }
}

/// Folds a body by rules that were made for another: reads all of it, so it needs its own thread.
public struct BodyRefolding: Sendable {
    public let document: BodyDocument
    public let rules: BodyFoldRules

    public init(_ document: BodyDocument, rules: BodyFoldRules) {
        self.document = document
        self.rules = rules
    }

    public struct Refolded: Sendable {
        public var folding: Folding
        /// The line at the cursor's path, 0-based; nil if there is none.
        public var cursorLine: Int?
    }

    /// Folds the body; nil if cancelled. Of equal names the last counts; paths that no longer exist are left out.
    ///
    /// - Parameter isCancelled: A closure called after each megabyte.
    public func run(isCancelled: () -> Bool = { false }) -> Refolded? {
        guard var walk = BodyWalk(in: document) else { return nil }
        var folding = Folding()
        if let level = rules.level {
            guard let folded = BodyLevels(document, depth: level).run(isCancelled: isCancelled) else { return nil }
            folding = folded.folding
        }
        // Paths do not identify the line in JSON lines.
        guard document.kind != .jsonLines else { return Refolded(folding: folding) }
        var finder = PathFinder(rules)
        var anchors = BodyAnchors()
        let outcome = walk.go(in: document, to: document.index.structuredLineCount, noting: &anchors, isCancelled) {
            finder.take($0, $1, of: document)
            return finder.isDone
        }
        if case .cancelled = outcome { return nil }
        for found in finder.found where !found.isFolded { folding.unfold(at: found.fold.openLine) }
        // Inner containers were closed, and so found, before those around them.
        for found in finder.found where found.isFolded { folding.fold(found.fold) }
        return Refolded(folding: folding, cursorLine: finder.cursorLine)
    }
}

/// Follows some paths while a body is walked, and reads only the names that matter for them.
private struct PathFinder {
    private struct Node {
        var children: [BodyPath.Step: Int] = [:]
        var isFolded: Bool?
        var hasCursor = false
    }
    private struct Open {
        /// The index of the node for this container; nil if no path leads here.
        var node: Int?
        var isObject = false
        var itemCount = 0
    }
    private var nodes = [Node()]
    private var open: [Open] = []
    private(set) var found: [(fold: BodyFold, isFolded: Bool)] = []
    private(set) var cursorLine: Int?

    init(_ rules: BodyFoldRules) {
        for path in rules.folded { nodes[node(of: path)].isFolded = true }
        for path in rules.unfolded { nodes[node(of: path)].isFolded = false }
        if let cursor = rules.cursor { nodes[node(of: cursor)].hasCursor = true }
    }

    private mutating func node(of path: BodyPath) -> Int {
        path.steps.reduce(0) { node, step in
            if let known = nodes[node].children[step] { return known }
            nodes.append(Node())
            nodes[node].children[step] = nodes.count - 1
            return nodes.count - 1
        }
    }

    /// Whether there is nothing to look for.
    var isDone: Bool { nodes.count == 1 && nodes[0].isFolded == nil }

    mutating func take(_ shape: LineShape, _ walk: BodyWalk, of document: BodyDocument) {
        for closed in walk.closed {
            guard let node = open.popLast()?.node, let isFolded = nodes[node].isFolded else { continue }
            found.append((closed.fold, isFolded))
        }
        guard shape.role != .closes else { return }
        let node =
            document.index.markup == nil
            ? node(at: shape, of: document) : node(at: shape, walk, document.index.markup?.names)
        if let node, nodes[node].hasCursor { cursorLine = shape.number }
        if case .opens(let isObject) = shape.role { open.append(Open(node: node, isObject: isObject)) }
    }

    /// Returns the node for an element.
    private func node(at shape: LineShape, _ walk: BodyWalk, _ names: ElementNames?) -> Int? {
        let isOpening = if case .opens = shape.role { true } else { false }
        let level = walk.levels.dropLast(isOpening ? 1 : 0).last
        guard let around = open.isEmpty ? 0 : open[open.count - 1].node, !nodes[around].children.isEmpty,
            let level, let element = level.element, let name = names?.text(of: element)
        else { return nil }
        return nodes[around].children[.child(name, level.ordinal)]
    }

    private mutating func node(at shape: LineShape, of document: BodyDocument) -> Int? {
        guard let last = open.indices.last else { return 0 }
        open[last].itemCount += 1
        guard let around = open[last].node, !nodes[around].children.isEmpty else { return nil }
        guard open[last].isObject else { return nodes[around].children[.element(open[last].itemCount - 1)] }
        return document.memberName(at: shape.offset).flatMap { nodes[around].children[.member($0)] }
    }
}

extension BodyDocument {
    /// Returns the name that begins at a byte; nil if it is too long.
    fileprivate func memberName(at offset: Int) -> String? {
        store.withBytes(in: offset..<min(offset + 1 << 14, index.scannedBytes)) { bytes in
            var reader = JSONTokenReader(bytes, isWhole: false)
            guard case .string(let name)? = reader.next() else { return nil }
            return name
        }
    }
}
