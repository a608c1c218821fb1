/// Drafts that have not been written to the journal yet, by their items: if several states of one are waiting, only the last is written.
///
/// Each is written at its turn, in the order in which turns were given. A forgotten draft loses its turn: a later entry gets one after
/// the removal, which would otherwise remove it.
package struct AwaitedEntries<Key: Hashable & Sendable, Entry: Sendable>: Sendable {
    private var entries: [Key: (entry: Entry, turn: Int)] = [:]
    private var lastTurn = 0

    package init() {}

    /// - Returns: The turn to be queued; nil if an earlier one writes the entry.
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

    /// Returns the entry to write at a turn; nil if the turn was lost.
    package mutating func take(_ key: Key, at turn: Int) -> Entry? {
        guard let awaited = entries[key], awaited.turn == turn else { return nil }
        entries[key] = nil
        return awaited.entry
    }
}
