/// Drafts that are still to be written into the journal, by what they are of: of what was typed quicker than it is written, the last state alone.
///
/// Each is written when its turn comes, in the order in which turns were given. What is forgotten loses its turn: a later entry gets one behind
/// the removal, or that would take it along.
package struct AwaitedEntries<Key: Hashable & Sendable, Entry: Sendable>: Sendable {
    private var entries: [Key: (entry: Entry, turn: Int)] = [:]
    private var lastTurn = 0

    package init() {}

    /// - Returns: the turn to be queued; nil: an earlier one writes it.
    package mutating func add(_ entry: Entry, for key: Key) -> Int? {
        if let turn = entries[key]?.turn {
            entries[key] = (entry, turn)
            return nil
        }
        lastTurn += 1
        entries[key] = (entry, lastTurn)
        return lastTurn
    }

    package mutating func forget(_ key: Key) { entries[key] = nil }

    /// What is to be written at a turn; nil where that was lost.
    package mutating func take(_ key: Key, at turn: Int) -> Entry? {
        guard let awaited = entries[key], awaited.turn == turn else { return nil }
        entries[key] = nil
        return awaited.entry
    }
}
