import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An event of a stream of server-sent events.
///
/// - Source: WHATWG HTML, section 9.2.
public struct ServerSentEvent: Sendable, Hashable {
    /// The type of the event; "message" unless the server named another.
    public var type: String
    /// The data of the event, its lines joined by line feeds.
    public var data: String
    /// The last id that the server sent, in this event or before; nil if it has sent none yet.
    public var id: String?

    /// Creates an event.
    public init(type: String = "message", data: String, id: String? = nil) {
        self.type = type
        self.data = data
        self.id = id
    }
}

extension ServerSentEvent {
    /// The events of a stream as they arrive; from ``NetworkClient/events(_:options:)``, over as many connections as needed.
    public struct Stream: AsyncSequence, Sendable {
        public typealias Element = ServerSentEvent
        /// Connects, given the last id; returns nil when the stream is over.
        fileprivate let open: @Sendable (_ lastID: String?) async throws -> WireBody?
        /// Waits before connecting again; nil if there is only one connection.
        fileprivate let sleep: (@Sendable (Duration) async throws -> Void)?

        public func makeAsyncIterator() -> Iterator { Iterator(self) }

        /// The iterator of events. It connects when the first event is requested; dropping it closes the connection.
        public struct Iterator: AsyncIteratorProtocol {
            private let source: ServerSentEvent.Stream
            private var chunks: WireBody.Iterator?
            private var parser = EventParser()
            private var events: ArraySlice<ServerSentEvent> = []
            private var isConnectedBefore = false
            private var failures = 0

            fileprivate init(_ source: ServerSentEvent.Stream) { self.source = source }

            /// The number of failures in a row, without an event between them, that end the stream.
            private static let mostFailures = 5

            public mutating func next() async throws -> ServerSentEvent? {
                while true {
                    if let event = events.popFirst() { return event }
                    do {
                        if chunks == nil {
                            guard let body = try await source.open(parser.lastID) else { return nil }
                            chunks = body.makeAsyncIterator()
                            parser.restart()
                            isConnectedBefore = true
                        }
                        if let chunk = try await chunks?.next() {
                            events = parser.take(chunk)[...]
                            if !events.isEmpty { failures = 0 }
                            continue
                        }
                    } catch {
                        failures += 1
                        guard source.sleep != nil, isConnectedBefore, failures < Self.mostFailures,
                            error.transferError != nil, !error.isCancellation
                        else { throw error }
                    }
                    guard let sleep = source.sleep else { return nil }
                    chunks = nil
                    try await sleep(parser.wait)
                }
            }
        }
    }
}

extension WireBody {
    /// The body as server-sent events, without reconnecting: see ``NetworkClient/events(_:options:)``.
    public var events: ServerSentEvent.Stream {
        let rest = Locked<WireBody?>(self)
        return ServerSentEvent.Stream(open: { _ in rest.withLock { $0.take() } }, sleep: nil)
    }
}

extension NetworkClient {
    /// Returns the server-sent events of a URL. When the connection ends or breaks, it reconnects after the time that the server set (3 seconds
    /// until then), with `Last-Event-ID`, so that a server can continue where it stopped.
    ///
    /// The stream ends with a response 204; it fails when the first connection does, when five in a row do, and when a response is no event
    /// stream. Silence is no failure: ``TransferOptions/idleTimeout`` is ignored.
    /// - Parameters:
    ///   - request: The request; an `Accept` field is added.
    ///   - options: The options, as with ``send(_:options:observer:)``.
    /// - Returns: The events, requested as they are read: nothing is sent before.
    public func events(_ request: WireRequest, options: SendOptions = SendOptions()) -> ServerSentEvent.Stream {
        .reconnecting(request, configuration.clock) { try await send($0, options: options) }
    }

    /// Returns the server-sent events of a chain, as ``events(_:options:)`` does for a request.
    ///
    /// - Throws: The errors that ``stream()`` throws before it sends.
    public func events() throws -> ServerSentEvent.Stream {
        let (request, configs) = try built()
        return .reconnecting(try configs.wireRequest(request), configs.configuration.clock) {
            try await configs.stream($0)
        }
    }
}

extension ServerSentEvent.Stream {
    fileprivate static func reconnecting(
        _ request: WireRequest, _ clock: ClientClock,
        send: @escaping @Sendable (WireRequest) async throws -> WireResponse
    ) -> ServerSentEvent.Stream {
        var request = request
        if !request.headers.contains(named: "Accept") { request.headers.append("Accept", "text/event-stream") }
        if !request.headers.contains(named: "Cache-Control") { request.headers.append("Cache-Control", "no-cache") }
        request.options.idleTimeout = nil
        return ServerSentEvent.Stream(
            open: { [request] lastID in
                var request = request
                if let lastID { request.headers["Last-Event-ID"] = lastID }
                return try await send(request).eventBody()
            }, sleep: clock.sleep)
    }
}

extension WireResponse {
    /// Returns the body of an event stream; nil when the server wants no more requests (204).
    fileprivate func eventBody() async throws -> WireBody? {
        if status == 204 { return nil }
        guard (200...299).contains(status) else { throw try await refusal() }
        let type = headers["Content-Type"] ?? ""
        guard type.isEventStream else {
            let words = "the response is not a stream of events, but \(type.isEmpty ? "has no content type" : type)"
            let error = DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: words))
            throw NetworkClientError.decodingError(NetworkClientError.ExchangeFailure(error, exchange: exchange()))
        }
        return body
    }

    /// Returns the error for the status, with up to 1 MiB of the body.
    func refusal() async throws -> NetworkClientError {
        var data = Data()
        for try await chunk in body {
            data.append(chunk.prefix((1 << 20) - data.count))
            if data.count == 1 << 20 { break }
        }
        return .unacceptableStatusCode(
            statusCode: status, response: ExchangeURLResponse(head, exchange: exchange()), data: data)
    }
}

extension String {
    /// Whether this is the type of a stream of server-sent events; parameters do not matter.
    package var isEventStream: Bool { isMediaType(Self.eventStream) }

    /// Whether this is the type of a body that a server may continue for ever: server-sent events, or JSON lines.
    package var isRecordStream: Bool { isEventStream || Self.jsonLines.contains(where: isMediaType) }

    /// Called several times for each frame.
    private func isMediaType(_ wanted: [UInt8]) -> Bool {
        let type = utf8.prefix { $0 != UInt8(ascii: ";") }.drop(while: Self.isSpaceOrTab)
        guard type.count >= wanted.count else { return false }
        let end = type.index(type.startIndex, offsetBy: wanted.count)
        return type[end...].allSatisfy(Self.isSpaceOrTab)
            && zip(type, wanted).allSatisfy { byte, small in
                byte == small || (65...90).contains(byte) && byte + 32 == small
            }
    }

    private static let eventStream = Array("text/event-stream".utf8)
    private static let jsonLines = [
        "x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "json-seq", "stream+json",
    ].map { Array("application/\($0)".utf8) }

    private static func isSpaceOrTab(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

/// Parses events from chunks that are split anywhere.
private struct EventParser {
    private(set) var lastID: String?
    private(set) var wait = Duration.seconds(3)
    private var scanner = EventStreamScanner()
    /// The bytes from ``start`` on.
    private var bytes: [UInt8] = []
    private var start = 0

    /// Starts a new connection: an unfinished event is lost, the last id is kept.
    mutating func restart() { (scanner, bytes, start) = (EventStreamScanner(), [], 0) }

    mutating func take(_ chunk: Data) -> [ServerSentEvent] {
        bytes += chunk
        let blocks = chunk.withUnsafeBytes { scanner.read($0) }
        let events = blocks.compactMap { block in
            let event = bytes[block.lowerBound - start..<block.upperBound - start].withUnsafeBytes {
                StreamedEvent(block: $0)
            }
            return take(event)
        }
        bytes.removeFirst(scanner.blockStart - start)
        start = scanner.blockStart
        return events
    }

    private mutating func take(_ event: StreamedEvent) -> ServerSentEvent? {
        if let id = event.id { lastID = id.isEmpty ? nil : id }
        if let retry = event.retry { wait = .milliseconds(retry) }
        return event.data.map { ServerSentEvent(type: event.type, data: $0, id: lastID) }
    }
}
