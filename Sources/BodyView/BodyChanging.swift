/// The differences of a body from the one before it.
package struct BodyChanging: Sendable {
    /// The previous body, whole, or filtered by the same filter; nil if there is none.
    package var earlier: BodyDocument?
    /// The differences; nil until they are known, and if there is nothing to compare with.
    package var found: BodyChanges?
    /// Whether the comparison was requested.
    package var areOrdered = false
    /// Whether the previous body came from the history, which has markers in the place of secrets.
    package var isEarlierPast = false

    package init(earlier: BodyDocument? = nil) { self.earlier = earlier }
}
