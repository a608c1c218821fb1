import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension BodySource.Stream {
    /// A body of the chunks that a sequence gives. They are asked for while they are sent, a few ahead of the network.
    ///
    /// The sequence is read once, so the request is not repeated: see ``replaying(length:_:)``.
    /// - Parameters:
    ///   - chunks: pulled a little ahead of the network.
    ///   - length: in bytes, of all chunks together; a sequence that gives another number fails the request. Nil when unknown.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int64? = nil)
    where Chunks.Element == Data {
        self.init(length: length) {
            let reader = ChunkReader(chunks)
            return { try await reader.next() }
        }
    }

    /// A body of the chunks of a sequence that can be made again for each sending, with the same bytes: so retries and redirects can
    /// repeat the request.
    ///
    /// - Parameters:
    ///   - length: in bytes, of all chunks together; nil when unknown.
    ///   - makeChunks: called before each sending; the same bytes each time.
    public static func replaying<Chunks: AsyncSequence & Sendable>(
        length: Int64? = nil, _ makeChunks: @escaping @Sendable () throws -> Chunks
    ) -> BodySource.Stream where Chunks.Element == Data {
        BodySource.Stream(length: length, isReplayable: true) {
            let reader = ChunkReader(try makeChunks())
            return { try await reader.next() }
        }
    }

    /// A body read from a stream of Foundation's, which is opened when it is sent and read once.
    ///
    /// - Throws: while sending, the stream's own error.
    public init(_ stream: InputStream, length: Int64? = nil) {
        let reader = StreamReader(stream)
        self.init(length: length) { { try await reader.next() } }
    }
}

/// Pulled by one task at a time, which is why it may be handed on.
private final class ChunkReader<Chunks: AsyncSequence>: @unchecked Sendable where Chunks.Element == Data {
    private var iterator: Chunks.AsyncIterator

    init(_ chunks: Chunks) { iterator = chunks.makeAsyncIterator() }

    func next() async throws -> Data? { try await iterator.next() }
}

/// Reads on a queue of its own: an `InputStream` keeps its reader waiting.
///
/// `@unchecked Sendable`: the stream is touched on the queue only.
private final class StreamReader: @unchecked Sendable {
    private let stream: InputStream
    private let queue = DispatchQueue(label: "BodySource.Stream")
    private var isOpen = false
    private static let chunkSize = 64 << 10

    init(_ stream: InputStream) { self.stream = stream }

    deinit { if isOpen { stream.close() } }

    func next() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.read() }) }
        }
    }

    private func read() throws -> Data? {
        if !isOpen { stream.open() }
        isOpen = true
        var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
        let count = stream.read(&chunk, maxLength: chunk.count)
        guard count >= 0 else { throw stream.streamError ?? URLError(.cannotOpenFile) }
        return count > 0 ? Data(chunk.prefix(count)) : nil
    }
}
