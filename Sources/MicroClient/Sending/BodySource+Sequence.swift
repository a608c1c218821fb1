import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension BodySource.Stream {
    /// Creates a body from the chunks of a sequence. They are requested while they are sent, a few ahead of the network.
    ///
    /// The sequence is read once, so the request is not repeated: see ``replaying(length:_:)``.
    /// - Parameters:
    ///   - chunks: The chunks, pulled a little ahead of the network.
    ///   - length: The length of all chunks together, in bytes; a sequence with another total fails the request. Nil when unknown.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int64? = nil)
    where Chunks.Element == Data {
        self.init(length: length) {
            let reader = ChunkReader(chunks)
            return { try await reader.next() }
        }
    }

    /// Returns a body from the chunks of a sequence that can be created again for each sending, with the same bytes: so retries and
    /// redirects can repeat the request.
    ///
    /// - Parameters:
    ///   - length: The length of all chunks together, in bytes; nil when unknown.
    ///   - makeChunks: Called before each sending; must give the same bytes each time.
    public static func replaying<Chunks: AsyncSequence & Sendable>(
        length: Int64? = nil, _ makeChunks: @escaping @Sendable () throws -> Chunks
    ) -> BodySource.Stream where Chunks.Element == Data {
        BodySource.Stream(length: length, isReplayable: true) {
            let reader = ChunkReader(try makeChunks())
            return { try await reader.next() }
        }
    }

    /// Creates a body read from a Foundation stream, which is opened when it is sent and read once.
    ///
    /// - Throws: The stream's own error, while sending.
    public init(_ stream: InputStream, length: Int64? = nil) {
        let reader = StreamReader(stream)
        self.init(length: length) { { try await reader.next() } }
    }
}

/// Pulled by one task at a time, so it may be passed between tasks.
private final class ChunkReader<Chunks: AsyncSequence>: @unchecked Sendable where Chunks.Element == Data {
    private var iterator: Chunks.AsyncIterator

    init(_ chunks: Chunks) { iterator = chunks.makeAsyncIterator() }

    func next() async throws -> Data? { try await iterator.next() }
}

/// Reads on a queue of its own, since reading an `InputStream` blocks.
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
