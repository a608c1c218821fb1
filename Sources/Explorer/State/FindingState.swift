/// The state of finding requests and actions, and of going back to earlier places.
struct FindingState: Sendable {
    /// All requests, ready to be found; nil until they are looked for.
    var requestIndex: RequestIndex?
    /// The revisions of the items that the index is being made from again.
    var orderedIndex: [RequestIndex.Revision]?
    /// Actions that were taken from the palette, the last one first.
    var recentActions: [Action] = []
    /// The items that were shown one after the other.
    var navigation = NavigationHistory()
    /// Whether the key that is handled moves on in the tree.
    var isSkimming = false
}
