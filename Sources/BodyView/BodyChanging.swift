/// How a body differs from the one before it.
package struct BodyChanging: Sendable {
    /// The body before it, whole, or filtered by the same filter; nil: there is none.
    package var earlier: BodyDocument?
    /// Nil until they are known, and where there is nothing to compare with.
    package var found: BodyChanges?
    /// Whether they were asked for.
    package var areOrdered = false
    /// Whether the one before came from the history, which has markers in the place of secrets.
    package var isEarlierPast = false

    package init(earlier: BodyDocument? = nil) { self.earlier = earlier }
}
