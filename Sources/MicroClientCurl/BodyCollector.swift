import Foundation

/// Joins the pieces of a body that libcurl delivers (at most 16 KiB) into larger chunks.
///
/// Small bodies get memory of their own; longer ones are collected in buffers that return to the pool when the reader
/// releases them: new memory for each chunk costs more than receiving it.
struct BodyCollector {
    private let pool: BufferPool
    private var start: UnsafeMutableRawPointer?
    private var capacity = 0
    private var isPooled = false
    private(set) var count = 0

    init(pool: BufferPool) { self.pool = pool }

    private static let largestOwn = 32 << 10

    /// Returns whether the chunk can take a piece of this size, or must be taken before.
    func hasRoom(for size: Int) -> Bool { count + size <= BufferPool.size }

    /// Copies a piece. `expected`: the number of bytes that may follow in this chunk, with this piece; the first piece reserves memory for them.
    ///
    /// Returns false if there is no memory.
    /// - Precondition: ``hasRoom(for:)``.
    mutating func append(_ piece: UnsafeRawBufferPointer, expected: Int) -> Bool {
        guard let source = piece.baseAddress else { return true }
        if count + piece.count > capacity, !grow(to: max(count + piece.count, min(expected, BufferPool.size))) {
            return false
        }
        start?.advanced(by: count).copyMemory(from: source, byteCount: piece.count)
        count += piece.count
        return true
    }

    private mutating func grow(to size: Int) -> Bool {
        if size > Self.largestOwn { return moveToPooled() }
        guard let larger = realloc(start, size) else { return false }
        (start, capacity) = (larger, size)
        return true
    }

    private mutating func moveToPooled() -> Bool {
        guard let larger = pool.take() else { return false }
        if let start { larger.copyMemory(from: start, byteCount: count) }
        free(start)
        (start, capacity, isPooled) = (larger, BufferPool.size, true)
        return true
    }

    /// Returns the bytes so far; nil when there are none. A buffer that is mostly empty is copied, so that a reader who keeps many chunks
    /// keeps only their bytes.
    mutating func take() -> Data? {
        guard let taken = start, count > 0 else { return nil }
        defer { count = 0 }
        if count < capacity / 2 { return Data(bytes: taken, count: count) }
        defer { (start, capacity, isPooled) = (nil, 0, false) }
        guard isPooled else { return Data(bytesNoCopy: taken, count: count, deallocator: .free) }
        return Data(
            bytesNoCopy: taken, count: count, deallocator: .custom { [pool] buffer, _ in pool.giveBack(buffer) })
    }

    /// Discards what was not taken.
    mutating func discard() {
        if let start, isPooled { pool.giveBack(start) } else { free(start) }
        (start, capacity, isPooled, count) = (nil, 0, false, 0)
    }
}

/// A pool of reusable buffers of one size.
final class BufferPool: @unchecked Sendable {  // Its state is touched under its lock only.
    /// The size of a buffer in bytes.
    static let size = 256 << 10
    private let lock = NSLock()
    private var idle: [UnsafeMutableRawPointer] = []
    private var keeps = true
    private static let kept = 16

    deinit { for buffer in idle { free(buffer) } }

    func take() -> UnsafeMutableRawPointer? {
        let known = lock.withLock {
            keeps = true
            return idle.popLast()
        }
        return known ?? malloc(Self.size)
    }

    func giveBack(_ buffer: UnsafeMutableRawPointer) {
        let isKept = lock.withLock {
            guard keeps, idle.count < Self.kept else { return false }
            idle.append(buffer)
            return true
        }
        if !isKept { free(buffer) }
    }

    /// Frees the idle buffers, and those returned before the next one is taken.
    func drain() {
        let buffers = lock.withLock {
            keeps = false
            defer { idle = [] }
            return idle
        }
        for buffer in buffers { free(buffer) }
    }
}
