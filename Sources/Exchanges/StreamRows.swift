import BodyStore
import Foundation
import MicroClient

/// What the pieces of an answer are.
package enum StreamKind: Hashable {
    /// Server-sent events.
    case events
    /// What arrived at one time.
    case chunks
}

/// The pieces of an answer as rows of a list.
package struct StreamRows {
    package let kind: StreamKind
    private let store: BodyStore
    private let arrivals: ArrivalMarks
    private let events: [Range<Int>]
    private let start: Date
    /// Older ones that are listed no more.
    package let dropped: Int

    /// - Parameters:
    ///   - events: blocks of server-sent events, and how many before them are listed no more.
    ///   - start: when the send began.
    package init(
        _ kind: StreamKind, of body: BodyStore, events: (blocks: [Range<Int>], dropped: Int), since start: Date
    ) {
        (self.kind, store, arrivals, self.start) = (kind, body, body.arrivals, start)
        (self.events, dropped) = (events.blocks, kind == .events ? events.dropped : 0)
    }

    /// Of rows.
    package var count: Int { kind == .events ? events.count : arrivals.marks.count }
    package var isOver: Bool { store.isFinished }

    /// How many there were, those that share a row, or have none any more, counted each.
    package var total: Int { dropped + (kind == .events ? count : arrivals.marks.reduce(0) { $0 + $1.pieces }) }

    /// Of the first piece of a row, from 1 on.
    package func number(of row: Int) -> Int {
        dropped + 1 + (kind == .events ? row : arrivals.marks[..<row].reduce(0) { $0 + $1.pieces })
    }

    /// The row that a byte belongs to; the first one, where its own is listed no more.
    package func row(of offset: Int) -> Int {
        guard kind == .events else { return arrivals.index(of: offset) ?? 0 }
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    package var blocks: [Range<Int>] {
        kind == .events ? events : arrivals.marks.indices.map { arrivals.range(at: $0, count: store.count) }
    }

    package func range(at row: Int) -> Range<Int> {
        kind == .events ? events[row] : arrivals.range(at: row, count: store.count)
    }

    /// When its last byte was there, by the wall clock.
    package func time(at row: Int) -> Date? {
        kind == .events ? arrivals.time(of: range(at: row).upperBound - 1) : arrivals.marks[row].time
    }

    /// The same, in seconds since the send began.
    package func seconds(at row: Int) -> Double? { time(at: row).map { max(0, $0.timeIntervalSince(start)) } }

    /// The bytes of a row, at most so many.
    package func bytes(at row: Int, limit: Int) -> [UInt8] { store.copy(range(at: row).prefix(limit)) }

    package func event(at row: Int, limit: Int) -> StreamedEvent {
        store.withBytes(in: range(at: row).prefix(limit)) { StreamedEvent(block: $0) }
    }

    /// Its line of a list: name and id also where they stand behind long data, of which the beginning is enough.
    package func preview(at row: Int, limit: Int) -> StreamedEvent {
        store.withBytes(in: range(at: row).prefix(Self.previewed)) { StreamedEvent(block: $0, longestLine: limit) }
    }

    /// Bytes of a block that are looked through for its line.
    private static let previewed = 64 << 10
}

extension Range<Int> {
    fileprivate func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + count) }
}
