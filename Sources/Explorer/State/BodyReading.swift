import BodyView

/// How a person reads a body: where the cursor stands, and what is folded.
public struct BodyReading: Sendable {
    /// A line of the body, 0-based; it may be hidden in a fold.
    var cursor = 0
    public internal(set) var folding = Folding()
    /// The level that was folded last, as the number of containers around; nil: none was.
    var level: Int?
    /// What is known of places in this body.
    var trail = BodyTrail()
    /// Where the line stands that was asked about last.
    public internal(set) var place: BodyPlace?
    /// What is looked for now, and from which line.
    var search: Search?

    struct Search: Sendable, Hashable {
        var line: Int
        var goal: BodyGoal
    }

    init() {}

    /// For the next body of the same request: the cursor stays in its line.
    init(like earlier: BodyReading?) { cursor = earlier?.cursor ?? 0 }

    /// The line that has the cursor, or the fold that hides it.
    func shownLine(in document: BodyDocument) -> Int {
        folding.shownLine(for: min(cursor, max(0, document.lineCount - 1)))
    }

    /// The place of the line with the cursor; nil until it is found.
    func place(in document: BodyDocument) -> BodyPlace? {
        place.flatMap { $0.line == shownLine(in: document) ? $0 : nil }
    }
}
