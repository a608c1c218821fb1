/// A side of a merge, which counts where two people changed the same.
public enum MergeSide: Sendable, Hashable, CaseIterable { case mine, theirs }

/// A field that two people changed in different ways.
public struct MergeConflict: Sendable, Hashable, Identifiable {
    /// The field's name for the user, "Header Accept"; no two conflicts of a merge have the same.
    public var id: String
    /// The text before either side changed it; nil if it was not there.
    public var base: String?
    /// My text; nil if I removed it.
    public var mine: String?
    /// Their text; nil if they removed it.
    public var theirs: String?
    /// Whether the texts are credentials, not to be shown unasked.
    public var isSecret = false
    /// The side that was chosen; nil if none was yet.
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
