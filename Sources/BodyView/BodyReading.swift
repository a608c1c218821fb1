/// How a person reads a body: where the cursor stands, and what is folded.
public struct BodyReading: Sendable {
    /// A line of the body, 0-based; it may be hidden in a fold.
    package var cursor = 0 {
        didSet { if cursor != oldValue { cursorColumn = 0 } }
    }
    /// Where long lines are broken: a column of the row with the cursor.
    package var cursorColumn = 0
    public package(set) var folding = Folding()
    /// The level that was folded last, as the number of containers around; nil: none was.
    package var level: Int?
    /// The same by paths, for the next body.
    package var rules = BodyFoldRules()
    /// Whether this body is still to be folded as the one before it was; until it is whole, it is open.
    package var waitsForRefolding = false
    /// Whether a person moved in this body.
    package var hasMoved = false
    /// What is known of places in this body.
    package var trail = BodyTrail()
    /// Where the line stands that was asked about last.
    public package(set) var place: BodyPlace?
    /// Of long lines in which something far to the right was shown.
    package var rulers = LineRulers()
    /// What is looked for now, and from which line.
    package var search: Search?

    package struct Search: Sendable, Hashable {
        package var line: Int
        package var goal: BodyGoal
        /// Whether what can be made of the value is asked when it is found.
        package var opensUses: Bool

        package init(line: Int, goal: BodyGoal, opensUses: Bool = false) {
            (self.line, self.goal, self.opensUses) = (line, goal, opensUses)
        }
    }

    package init() {}

    /// For the next body of the same request: cursor and folds stay by their paths, and in its line until these are found.
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

    /// Unfolds what opens in a line.
    package mutating func unfold(at line: Int) {
        guard folding.fold(at: line) != nil else { return }
        folding.unfold(at: line)
        guard let path = place?.line == line ? place?.path : nil else { return }
        rules.folded.remove(path)
        rules.unfolded.insert(path)
    }

    /// In place of all that was folded.
    package mutating func fold(_ folding: Folding, level: Int?) {
        (self.folding, self.level) = (folding, level)
        (rules.folded, rules.unfolded) = ([], [])
        waitsForRefolding = false
    }

    /// The line that has the cursor, or the fold that hides it.
    package func shownLine(in document: BodyDocument) -> Int {
        folding.shownLine(for: min(cursor, max(0, document.lineCount - 1)))
    }

    /// The place of the line with the cursor; nil until it is found.
    package func place(in document: BodyDocument) -> BodyPlace? {
        place.flatMap { $0.line == shownLine(in: document) ? $0 : nil }
    }
}

extension BodyPlace {
    /// The path of a fold that was found from this line, which opens it, closes it or stands in it.
    package func path(of fold: BodyFold) -> BodyPath? {
        let isEdge = line == fold.openLine || line == fold.closeLine
        return isEdge ? path : path.map { BodyPath($0.steps.dropLast()) }
    }
}
