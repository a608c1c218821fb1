/// A body and the filter to apply.
public struct FilterOrder: Sendable {
    /// The whole body.
    public var document: BodyDocument
    public var filter: BodyFilter
    /// The filter as it was typed.
    public var text: String

    public init(_ document: BodyDocument, _ filter: BodyFilter, text: String) {
        self.document = document
        self.filter = filter
        self.text = text
    }
}

/// The result of filtering a body.
public struct FilterOutcome: Sendable {
    /// The values found, one after the other; nil if there is only a problem.
    public var document: BodyDocument?
    /// The number of values in it.
    public var count = 0
    /// Remarks about them, a sentence each.
    public var notes: [String] = []
    /// Whether there may be more values that were not found: a note says why.
    public var isPartial = false
    /// The reason why there is nothing to show.
    public var problem: String?

    public init(
        _ document: BodyDocument?, count: Int = 0, notes: [String] = [], isPartial: Bool = false, problem: String? = nil
    ) {
        self.document = document
        self.count = count
        self.notes = notes
        self.isPartial = isPartial
        self.problem = problem
    }
}
