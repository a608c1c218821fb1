import Foundation

/// The answer to a send: its head now, its body while it is read.
///
/// Dropping it with an unread body closes the connection.
public struct WireResponse: Sendable {
    /// Of the last hop: redirects that were followed are in the exchange.
    public let head: ResponseHead
    /// The connection of the last hop; nil when the transport cannot tell.
    public let connection: ConnectionFacts?
    /// Read it once; see ``WireBody``.
    public let body: WireBody

    /// That of ``head``; any status is an answer.
    public var status: Int { head.status }
    /// Those of ``head``, in their order, spelling and number.
    public var headers: HeaderFields { head.headers }

    /// What happened so far; complete (``Exchange/duration`` is set) after the last byte of the body.
    public func exchange() -> Exchange { body.reader.recorder.exchange }

    /// The whole rest of the body in memory.
    ///
    /// - Parameter limit: in bytes, of the decoded body.
    /// - Throws: what ``WireBody`` throws, and ``TransferError/Code/bodyTooLarge`` within
    ///   ``NetworkClientError/transportError(_:)`` as soon as the limit is passed; the connection is closed then.
    public func collect(upTo limit: Int = .max) async throws -> Data {
        try await body.reader.collect(upTo: limit)
    }
}

/// The decoded bytes of a response's body, chunk after chunk as they arrive. Single pass: a second iteration goes on where the
/// first stopped. Read by one task at a time.
///
/// The next chunk is asked from the network when it is asked for here, so a slow reader slows the server down.
/// - Throws: ``NetworkClientError/transportError(_:)`` when the connection fails, with the exchange; `CancellationError`.
public struct WireBody: AsyncSequence, Sendable {
    public typealias Element = Data
    let reader: BodyReader

    public func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

    /// Reads where the last iterator of this body stopped.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: BodyReader
        public mutating func next() async throws -> Data? { try await reader.next() }
    }
}
