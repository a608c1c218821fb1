/// Whose word counts where two people changed the same.
public enum MergeSide: Sendable, Hashable, CaseIterable { case mine, theirs }

/// A field that two people changed in different ways.
public struct MergeConflict: Sendable, Hashable, Identifiable {
    /// The field's name for a person, "Header Accept"; no two conflicts of a merge have the same.
    public var id: String
    /// What it said before either changed it; nil: it was not there.
    public var base: String?
    /// Nil: I took it out.
    public var mine: String?
    /// Nil: they took it out.
    public var theirs: String?
    /// Whether the texts are credentials, not to be shown unasked.
    public var isSecret = false
    /// Nil: nobody has said yet.
    public var choice: MergeSide?

    public init(id: String, base: String?, mine: String?, theirs: String?, isSecret: Bool = false) {
        self.id = id
        self.base = base
        self.mine = mine
        self.theirs = theirs
        self.isSecret = isSecret
    }

    public func text(of side: MergeSide) -> String? { side == .mine ? mine : theirs }
}
