/// The user's view of a body: the cursor, and the folds.
public struct BodyReading: Sendable {
    /// The line with the cursor, 0-based; it may be hidden in a fold.
    package var cursor = 0 {
        didSet { if cursor != oldValue { cursorColumn = 0 } }
    }
    /// The cursor's column in a line that is broken into several rows.
    package var cursorColumn = 0
    public package(set) var folding = Folding()
    /// The level that was folded last, as the number of containers around; nil if none was.
    package var level: Int?
    /// The folds by paths, for the next body.
    package var rules = BodyFoldRules()
    /// Whether this body still has to be folded like the previous one; until it is complete, it is open.
    package var waitsForRefolding = false
    /// Whether the user moved in this body.
    package var hasMoved = false
    /// The known places in this body.
    package var anchors = BodyAnchors()
    /// The place of the line that was looked up last.
    public package(set) var place: BodyPlace?
    /// The rulers of long lines in which something far to the right was shown.
    package var rulers = LineRulers()
    /// The current search; nil if there is none.
    package var search: Search?

    package struct Search: Sendable, Hashable {
        package var line: Int
        package var goal: BodyGoal
        /// Whether the uses of the value are offered when it is found.
        package var opensUses: Bool

        package init(line: Int, goal: BodyGoal, opensUses: Bool = false) {
            (self.line, self.goal, self.opensUses) = (line, goal, opensUses)
        }
    }

    package init() {}

    /// Creates a view for the next body of the same request: cursor and folds are kept by their paths, the cursor by its line until these are found.
    package init(like earlier: BodyReading?) {
        guard let earlier else { return }
        cursor = earlier.cursor
        rules = earlier.rules
        rules.level = earlier.level
        if !earlier.waitsForRefolding {
            rules.cursor = earlier.place.flatMap { $0.line == earlier.folding.shownLine(for: cursor) ? $0.path : nil }
        }
        level = earlier.level
        waitsForRefolding = !rules.isEmpty
    }

    package mutating func noteFolded(_ path: BodyPath?) {
        guard let path else { return }
        rules.folded.insert(path)
        rules.unfolded.remove(path)
    }

    /// Unfolds the container that a line opens.
    package mutating func unfold(at line: Int) {
        guard folding.fold(at: line) != nil else { return }
        folding.unfold(at: line)
        guard let path = place?.line == line ? place?.path : nil else { return }
        rules.folded.remove(path)
        rules.unfolded.insert(path)
    }

    /// Replaces all folds.
    package mutating func fold(_ folding: Folding, level: Int?) {
        (self.folding, self.level) = (folding, level)
        (rules.folded, rules.unfolded) = ([], [])
        waitsForRefolding = false
    }

    /// Returns the line with the cursor, or the fold that hides it.
    package func shownLine(in document: BodyDocument) -> Int {
        folding.shownLine(for: min(cursor, max(0, document.lineCount - 1)))
    }

    /// Returns the place of the line with the cursor; nil until it is found.
    package func place(in document: BodyDocument) -> BodyPlace? {
        place.flatMap { $0.line == shownLine(in: document) ? $0 : nil }
    }
}

extension BodyPlace {
    /// Returns the path of a fold that was found from this line, which opens it, closes it or is in it.
    package func path(of fold: BodyFold) -> BodyPath? {
        let isEdge = line == fold.openLine || line == fold.closeLine
        return isEdge ? path : path.map { BodyPath($0.steps.dropLast()) }
    }
}
