import OpenCollection

/// Drafts that are still to be written into the journal, by item: of what was typed quicker than it is written, the last state alone.
///
/// Each is written when its turn comes, in the order in which turns were given. What is forgotten loses its turn: a later entry gets one behind
/// the removal, or that would take it along.
public struct AwaitedEntries: Sendable {
    private var entries: [ItemPath: (entry: JournalEntry, turn: Int)] = [:]
    private var lastTurn = 0

    public init() {}

    /// - Returns: the turn to be queued; nil: an earlier one writes it.
    public mutating func add(_ entry: JournalEntry) -> Int? {
        if let turn = entries[entry.path]?.turn {
            entries[entry.path] = (entry, turn)
            return nil
        }
        lastTurn += 1
        entries[entry.path] = (entry, lastTurn)
        return lastTurn
    }

    public mutating func forget(_ path: ItemPath) { entries[path] = nil }

    /// What is to be written at a turn; nil where that was lost.
    public mutating func take(_ path: ItemPath, at turn: Int) -> JournalEntry? {
        guard let awaited = entries[path], awaited.turn == turn else { return nil }
        entries[path] = nil
        return awaited.entry
    }
}
