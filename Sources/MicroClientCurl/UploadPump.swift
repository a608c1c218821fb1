import Foundation
import MicroClient

/// Pulls a body's stream, a little ahead of the network, while the transport's thread reads the pulled chunks.
///
/// Pulling is a separate task, since the response may arrive, and be awaited, while the stream has nothing to give.
final class UploadPump: UploadReader, @unchecked Sendable {  // Its state is touched under its lock only.
    let length: Int64?
    private let wake: @Sendable () -> Void
    private let lock = NSLock()
    private var chunks: [Data] = []
    private var offset = 0
    private var pulledBytes: Int64 = 0
    private var ending: ReadOutcome?
    /// Whether the network waits for the stream.
    private var isWanted = false
    /// The stream's continuation while it waits for the network.
    private var waiting: CheckedContinuation<Void, Never>?
    private var task: Task<Void, Never>?

    private static let chunksAhead = 4

    /// Opens the stream and starts pulling.
    init(_ stream: BodySource.Stream, wake: @escaping @Sendable () -> Void) throws {
        length = stream.length
        self.wake = wake
        let pull: @Sendable () async throws -> Data?
        do { pull = try stream.open() } catch {
            throw TransferError(
                code: .uploadFailed, stage: .prepare, message: "The body's stream cannot be opened: \(error)",
                requestMayHaveBeenSent: false)
        }
        task = Task { await self.run(pull) }
    }

    // MARK: The stream's side

    private func run(_ pull: @Sendable () async throws -> Data?) async {
        do {
            while let chunk = try await pull() {
                guard !Task.isCancelled else { return }
                if !chunk.isEmpty { await offer(chunk) }
            }
            end(lengthFault.map(ReadOutcome.failed) ?? .end)
        } catch {
            end(.failed("The body's stream failed: \(error)"))
        }
    }

    private var lengthFault: String? {
        let pulled = lock.withLock { pulledBytes }
        guard let length, pulled != length else { return nil }
        return "The body's stream gave \(pulled) bytes and had announced \(length)."
    }

    private func offer(_ chunk: Data) async {
        let (wakes, isFull) = lock.withLock {
            chunks.append(chunk)
            pulledBytes += Int64(chunk.count)
            return (isWanted.take(), chunks.count >= Self.chunksAhead)
        }
        if wakes { wake() }
        if isFull { await roomForMore() }
    }

    private func roomForMore() async {
        await withCheckedContinuation { continuation in
            lock.lock()
            let isFull = chunks.count >= Self.chunksAhead && ending == nil
            if isFull { waiting = continuation }
            lock.unlock()
            if !isFull { continuation.resume() }
        }
    }

    private func end(_ outcome: ReadOutcome) {
        let wakes = lock.withLock {
            if ending == nil { ending = outcome }
            return isWanted.take()
        }
        if wakes { wake() }
    }

    // MARK: The network's side

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        lock.lock()
        guard let chunk = chunks.first else {
            isWanted = ending == nil
            defer { lock.unlock() }
            return ending ?? .nothingYet
        }
        let count = min(buffer.count, chunk.count - offset)
        let start = chunk.startIndex + offset
        chunk.copyBytes(to: buffer, from: start..<(start + count))
        offset += count
        let stream = offset == chunk.count ? dropFirstChunk() : nil
        lock.unlock()
        stream?.resume()
        return .bytes(count)
    }

    private func dropFirstChunk() -> CheckedContinuation<Void, Never>? {
        chunks.removeFirst()
        offset = 0
        return waiting.take()
    }

    /// Returns false, since a stream is sent once: after a kept connection was lost, the request is not repeated.
    func rewind() -> Bool { false }

    func close() {
        let (stream, task) = lock.withLock {
            if ending == nil { ending = .end }
            chunks = []
            return (waiting.take(), self.task.take())
        }
        task?.cancel()
        stream?.resume()
    }
}

extension Bool {
    fileprivate mutating func take() -> Bool {
        defer { self = false }
        return self
    }
}
