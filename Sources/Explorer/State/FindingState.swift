/// What helps to find requests and actions, and to go back to where one was.
struct FindingState: Sendable {
    /// All requests, ready to be found; nil until somebody looks for one.
    var requestIndex: RequestIndex?
    /// Of which items the index is being made again.
    var orderedIndex: [RequestIndex.Revision]?
    /// Actions that were taken from the palette, the last one first.
    var recentActions: [Action] = []
    /// What was shown one after the other.
    var trail = Trail()
    /// Whether the key that is handled moves on in the tree.
    var isPassing = false
}
