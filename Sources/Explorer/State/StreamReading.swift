import BodyStore
import BodyView
import Foundation
import MicroClient

/// How a person reads an answer that comes in pieces.
public struct StreamReading: Sendable {
    /// Of a stream of server-sent events.
    var events = EventList()
    /// The first byte of the row with the cursor, since rows become one, and are listed no more; nil: the newest one, which is followed.
    var cursor: Int?
    /// The first shown row.
    var first = 0
    var soughtText = ""
    var isLooking = false

    init() {}
}

/// What the pieces of an answer are.
enum StreamKind: Hashable {
    /// Server-sent events.
    case events
    /// What arrived at one time.
    case chunks
}

extension Answer {
    /// Nil for an answer that came at once.
    var streamKind: StreamKind? {
        guard let body, let head else { return nil }
        if head.headers["Content-Type"]?.isEventStream == true { return .events }
        guard !head.headers.contains(named: "Content-Length") else { return nil }
        return body.arrivals.longestPause >= Self.shortestPause ? .chunks : nil
    }

    /// In seconds: what pauses for less comes as fast as it can.
    private static let shortestPause = 0.05
}

/// The pieces of an answer as rows of a list.
struct StreamRows {
    let kind: StreamKind
    private let store: BodyStore
    private let arrivals: ArrivalMarks
    private let events: EventList
    private let start: Date

    /// Nil for an answer that came at once.
    init?(_ answer: Answer) {
        guard let kind = answer.streamKind, let body = answer.body else { return nil }
        (self.kind, store, arrivals) = (kind, body, body.arrivals)
        (events, start) = (answer.stream.events, answer.startedAt)
    }

    /// Of rows.
    var count: Int { kind == .events ? events.blocks.count : arrivals.marks.count }
    /// Older ones that are listed no more.
    var dropped: Int { kind == .events ? events.dropped : 0 }
    var isOver: Bool { store.isFinished }

    /// How many there were, those that share a row, or have none any more, counted each.
    var total: Int { dropped + (kind == .events ? count : arrivals.marks.reduce(0) { $0 + $1.pieces }) }

    /// Of the first piece of a row, from 1 on.
    func number(of row: Int) -> Int {
        dropped + 1 + (kind == .events ? row : arrivals.marks[..<row].reduce(0) { $0 + $1.pieces })
    }

    /// The row that a byte belongs to; the first one, where its own is listed no more.
    func row(of offset: Int) -> Int {
        guard kind == .events else { return arrivals.index(of: offset) ?? 0 }
        var (low, high) = (0, events.blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if events.blocks[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    var blocks: [Range<Int>] {
        kind == .events ? events.blocks : arrivals.marks.indices.map { arrivals.range(at: $0, count: store.count) }
    }

    func range(at row: Int) -> Range<Int> {
        kind == .events ? events.blocks[row] : arrivals.range(at: row, count: store.count)
    }

    /// When its last byte was there, by the wall clock.
    func time(at row: Int) -> Date? {
        kind == .events ? arrivals.time(of: range(at: row).upperBound - 1) : arrivals.marks[row].time
    }

    /// The same, in seconds since the send began.
    func seconds(at row: Int) -> Double? { time(at: row).map { max(0, $0.timeIntervalSince(start)) } }

    /// The bytes of a row, at most so many.
    func bytes(at row: Int, limit: Int) -> [UInt8] { store.copy(range(at: row).prefix(limit)) }

    func event(at row: Int, limit: Int) -> StreamedEvent {
        store.withBytes(in: range(at: row).prefix(limit)) { StreamedEvent(block: $0) }
    }

    /// Its line of a list: name and id also where they stand behind long data, of which the beginning is enough.
    func preview(at row: Int, limit: Int) -> StreamedEvent {
        store.withBytes(in: range(at: row).prefix(Self.previewed)) { StreamedEvent(block: $0, longestLine: limit) }
    }

    /// Bytes of a block that are looked through for its line.
    private static let previewed = 64 << 10
}

extension Range<Int> {
    fileprivate func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + count) }
}
