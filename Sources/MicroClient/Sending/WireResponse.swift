import Foundation

/// The response to a send: its head at once, its body while it is read.
///
/// Dropping it with an unread body closes the connection.
public struct WireResponse: Sendable {
    /// The response head of the last hop; redirects that were followed are in the exchange.
    public let head: ResponseHead
    /// The connection of the last hop; nil when the transport does not report it.
    public let connection: ConnectionFacts?
    /// The body, which can be read once; see ``WireBody``.
    public let body: WireBody

    /// The status of ``head``. Any status is a response, not an error.
    public var status: Int { head.status }
    /// The header fields of ``head``, in their order, spelling and number.
    public var headers: HeaderFields { head.headers }

    /// Returns what happened so far; complete (``Exchange/duration`` is set) after the last byte of the body.
    public func exchange() -> Exchange { body.reader.recorder.exchange }

    /// Reads the rest of the body into memory.
    ///
    /// - Parameter limit: The largest size to accept, in bytes of the decoded body.
    /// - Throws: The errors of ``WireBody``, and ``TransferError/Code/bodyTooLarge`` within
    ///   ``NetworkClientError/transportError(_:)`` as soon as the limit is passed; the connection is closed then.
    public func collect(upTo limit: Int = .max) async throws -> Data {
        try await body.reader.collect(upTo: limit)
    }
}

/// The decoded bytes of a response's body, chunk after chunk as they arrive. Single pass: a second iteration goes on where the
/// first stopped. To be read by one task at a time.
///
/// The next chunk is requested from the network when the reader asks for it, so a slow reader slows the server down.
/// - Throws: ``NetworkClientError/transportError(_:)`` when the connection fails, with the exchange; `CancellationError`.
public struct WireBody: AsyncSequence, Sendable {
    public typealias Element = Data
    let reader: BodyReader

    public func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

    /// The iterator of a body; it continues where the last one stopped.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: BodyReader
        public mutating func next() async throws -> Data? { try await reader.next() }
    }
}
