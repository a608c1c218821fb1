import BodyStore
import BodyView
import Foundation

/// How a person reads an answer that comes in pieces.
public struct StreamReading: Sendable {
    /// Of a stream of server-sent events.
    var events = EventList()
    /// The row with the cursor, counted from the first that ever was; nil: the newest one, which is followed.
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

extension String {
    /// Parameters do not matter.
    var isEventStream: Bool {
        prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased() == "text/event-stream"
    }
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

    var count: Int { kind == .events ? events.blocks.count : arrivals.marks.count }
    /// Older ones that are listed no more.
    var dropped: Int { kind == .events ? events.dropped : 0 }
    var isOver: Bool { store.isFinished }

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
}

extension Range<Int> {
    fileprivate func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + count) }
}
