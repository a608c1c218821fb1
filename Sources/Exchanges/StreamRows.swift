import BodyStore
import Foundation
import MicroClient

/// The kind of pieces that a response arrives in.
package enum StreamKind: Hashable {
    /// Server-sent events.
    case events
    /// Bytes that arrived at one time.
    case chunks
}

/// The pieces of a response as rows of a list.
package struct StreamRows {
    package let kind: StreamKind
    private let store: BodyStore
    private let arrivals: ArrivalMarks
    private let events: [Range<Int>]
    private let start: Date
    /// The number of older pieces that are no longer listed.
    package let dropped: Int

    /// - Parameters:
    ///   - events: The blocks of server-sent events, and how many before them are no longer listed.
    ///   - start: The moment when the send began.
    package init(
        _ kind: StreamKind, of body: BodyStore, events: (blocks: [Range<Int>], dropped: Int), since start: Date
    ) {
        (self.kind, store, arrivals, self.start) = (kind, body, body.arrivals, start)
        (self.events, dropped) = (events.blocks, kind == .events ? events.dropped : 0)
    }

    /// The number of rows.
    package var count: Int { kind == .events ? events.count : arrivals.marks.count }
    package var isOver: Bool { store.isFinished }

    /// The number of all pieces, counting each that shares a row, or is no longer listed.
    package var total: Int { dropped + (kind == .events ? count : arrivals.marks.reduce(0) { $0 + $1.pieces }) }

    /// Returns the number of the first piece of a row, counted from 1.
    package func number(of row: Int) -> Int {
        dropped + 1 + (kind == .events ? row : arrivals.marks[..<row].reduce(0) { $0 + $1.pieces })
    }

    /// Returns the row that a byte belongs to; the first one if its own is no longer listed.
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

    /// Returns the wall-clock time when a row's last byte arrived.
    package func time(at row: Int) -> Date? {
        kind == .events ? arrivals.time(of: range(at: row).upperBound - 1) : arrivals.marks[row].time
    }

    /// Returns the same, in seconds since the send began.
    package func seconds(at row: Int) -> Double? { time(at: row).map { max(0, $0.timeIntervalSince(start)) } }

    /// Returns the bytes of a row, at most `limit`.
    package func bytes(at row: Int, limit: Int) -> [UInt8] { store.copy(range(at: row).prefix(limit)) }

    package func event(at row: Int, limit: Int) -> StreamedEvent {
        store.withBytes(in: range(at: row).prefix(limit)) { StreamedEvent(block: $0) }
    }

    /// Returns a row's event for its line of a list: its data is cut, its name and id are found even after long data.
    package func preview(at row: Int, limit: Int) -> StreamedEvent {
        store.withBytes(in: range(at: row).prefix(Self.previewed)) { StreamedEvent(block: $0, longestLine: limit) }
    }

    /// The number of bytes of a block that are searched for its line.
    private static let previewed = 64 << 10
}

extension Range<Int> {
    fileprivate func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + count) }
}
