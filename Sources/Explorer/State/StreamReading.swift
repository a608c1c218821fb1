import BodyStore
import BodyView
import Exchanges
import Foundation
import MicroClient

/// The reading of a response that comes in pieces.
public struct StreamReading: Sendable {
    /// The events of a stream of server-sent events.
    var events = EventList()
    /// The first byte of the row with the cursor, since rows become one, and are listed no more; nil: the newest one, which is followed.
    var cursor: Int?
    /// The first shown row.
    var first = 0
    var searchText = ""
    var isLooking = false

    init() {}
}

extension ShownResponse {
    /// The kind of the stream; nil for a response that came at once.
    var streamKind: StreamKind? {
        guard let body, let head else { return nil }
        if head.headers["Content-Type"]?.isEventStream == true { return .events }
        guard !head.headers.contains(named: "Content-Length") else { return nil }
        return body.arrivals.longestPause >= Self.shortestPause ? .chunks : nil
    }

    /// The shortest pause, in seconds, between the pieces of a stream: with shorter ones a response just comes as fast as it can.
    private static let shortestPause = 0.05
}

extension StreamRows {
    /// Creates the rows; nil for a response that came at once.
    init?(_ response: ShownResponse) {
        guard let kind = response.streamKind, let body = response.body else { return nil }
        let events = response.stream.events
        self.init(kind, of: body, events: (events.blocks, events.dropped), since: response.startedAt)
    }
}
