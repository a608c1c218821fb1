public import Digests
public import Foundation

/// The bytes of a body, while it grows and afterwards. It is a handle: copies refer to the same body.
///
/// Small bodies are in memory; beyond ``init(memoryLimit:directory:)``'s limit the bytes move to a nameless file, readable by its
/// owner only, which is mapped for reading. One writer appends; any number of readers read meanwhile, without waiting for it.
///
/// Unchecked: every stored property is accessed under `lock` only; the bytes themselves are written once, beyond the range that readers
/// know, before they are counted.
public final class BodyStore: @unchecked Sendable {
    /// Signalled when there are more bytes, or the body is finished.
    private let lock = NSCondition()
    private let memoryLimit: Int
    private let directory: String
    private var storage: Storage
    private var length = 0
    private var finished = false
    private var marks = ArrivalMarks()
    /// The hash so far; nil if this OpenSSL has no SHA-256, and for a body that was complete from the start.
    private let running: RunningDigest?
    /// The hash of a body that was complete from the start, if it was known.
    private let knownDigest: Digest?

    private enum Storage {
        case memory(HeapBytes)
        /// The mapping is made when the body is read, and again when it is too short by then.
        case file(SpillFile, MappedBytes?)
    }

    /// - Parameters:
    ///   - memoryLimit: The limit in bytes; a longer body moves to a file. Default: 1 MiB.
    ///   - directory: The directory for the file. Default: the system's directory for temporary files.
    public init(memoryLimit: Int = 1 << 20, directory: URL = FileManager.default.temporaryDirectory) {
        self.memoryLimit = memoryLimit
        self.directory = directory.path
        storage = .memory(HeapBytes(capacity: 1 << 12))
        running = try? RunningDigest(.sha256)
        knownDigest = nil
    }

    /// Creates a finished body in a file.
    init(_ file: SpillFile, count: Int, sha256: Digest?) {
        memoryLimit = 0
        directory = file.directory
        storage = .file(file, nil)
        length = count
        finished = true
        running = nil
        knownDigest = sha256
    }

    /// Creates a finished body in memory.
    public convenience init(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        self.init(memoryLimit: bytes.count)
        bytes.withUnsafeBytes { keepInMemory($0) }
        finish()
    }

    /// The number of bytes so far.
    public var count: Int { lock.withLock { length } }
    /// Whether the body is complete. Read this before ``count`` to know that the count is final.
    public var isFinished: Bool { lock.withLock { finished } }
    /// Whether the bytes are in a file.
    public var isSpilled: Bool {
        lock.withLock { if case .file = storage { true } else { false } }
    }

    /// The hash of all bytes as they were appended; nil until ``finish()``, or if OpenSSL has no SHA-256.
    public var sha256: Digest? { lock.withLock { finished ? knownDigest ?? running?.finish() : nil } }

    /// The file with the bytes; nil while they are in memory.
    var spillFile: SpillFile? {
        lock.withLock { if case .file(let file, _) = storage { file } else { nil } }
    }

    /// Marks the body as complete. Does nothing when called again.
    public func finish() {
        lock.withLock {
            finished = true
            lock.broadcast()
        }
    }

    /// Blocks the calling thread, which should be dedicated to this, until there are more than `count` bytes or the body is finished.
    ///
    /// - Parameter isCancelled: A closure called before waiting, and again at each ``wakeWaiting()``; true ends it. Default: never cancelled.
    public func wait(forMoreThan count: Int, unless isCancelled: () -> Bool = { false }) {
        lock.withLock { while length <= count, !finished, !isCancelled() { lock.wait() } }
    }

    /// Makes all waiting threads check whether they were cancelled.
    public func wakeWaiting() { lock.withLock { lock.broadcast() } }

    /// The times when the bytes arrived; empty if they are unknown.
    public var arrivals: ArrivalMarks { lock.withLock { marks } }

    /// Appends bytes, all of them or none.
    ///
    /// - Parameter time: The wall-clock time when they arrived; nil if it is not known.
    /// - Throws: ``BodyStoreError`` if the file cannot be created or written (``BodyStoreError/Code/diskFull``), and after ``finish()``.
    public func append(_ bytes: UnsafeRawBufferPointer, at time: Date? = nil) throws(BodyStoreError) {
        lock.lock()
        defer { lock.unlock() }
        guard !finished else {
            throw BodyStoreError(.alreadyFinished, operation: nil, message: "it is finished", directory: directory)
        }
        try keep(bytes)
        running?.update(bytes)
        if let time { marks.note(offset: length, at: time) }
        length += bytes.count
        lock.broadcast()
    }

    public func append(_ bytes: Data, at time: Date? = nil) throws(BodyStoreError) {
        var failure: BodyStoreError?
        bytes.withUnsafeBytes { buffer in
            do throws(BodyStoreError) { try append(buffer, at: time) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Lends the bytes of a range, clamped to the existing bytes; valid until the closure returns.
    ///
    /// Nothing is copied, except if the system refuses to map the file; then, if reading fails too, there are fewer bytes.
    public func withBytes<Result>(
        in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let (block, offset, count) = lock.withLock { lend(range.clamped(to: 0..<length)) }
        defer { withExtendedLifetime(block) {} }
        return try body(UnsafeRawBufferPointer(start: block.start + offset, count: count))
    }

    /// Returns a copy of the bytes of a range, clamped to the existing bytes.
    public func copy(_ range: Range<Int>) -> [UInt8] { withBytes(in: range) { Array($0) } }
}

// Everything here is called under the lock.
extension BodyStore {
    private func keep(_ bytes: UnsafeRawBufferPointer) throws(BodyStoreError) {
        if case .memory(let memory) = storage {
            if length + bytes.count <= memoryLimit { return storeInMemory(bytes) }
            let file = try SpillFile(in: directory)
            try file.write(UnsafeRawBufferPointer(start: memory.start, count: length), at: 0)
            storage = .file(file, nil)
        }
        if case .file(let file, _) = storage { try file.write(bytes, at: length) }
    }

    /// Grows by doubling into a new block; readers of the old one keep it alive.
    private func storeInMemory(_ bytes: UnsafeRawBufferPointer) {
        guard case .memory(var memory) = storage else { return }
        if length + bytes.count > memory.capacity {
            let larger = HeapBytes(capacity: max(length + bytes.count, min(memory.capacity * 2, memoryLimit)))
            larger.memory.copyMemory(from: memory.start, byteCount: length)
            memory = larger
            storage = .memory(larger)
        }
        guard let source = bytes.baseAddress else { return }
        (memory.memory + length).copyMemory(from: source, byteCount: bytes.count)
    }

    private func keepInMemory(_ bytes: UnsafeRawBufferPointer) {
        lock.withLock {
            storeInMemory(bytes)
            running?.update(bytes)
            length += bytes.count
        }
    }

    /// Returns the block that contains the range, and the start of the range in it.
    private func lend(_ range: Range<Int>) -> (block: any ByteBlock, offset: Int, count: Int) {
        guard case .file(let file, let mapping) = storage, !range.isEmpty else { return lendMemory(range) }
        if let mapping, mapping.count >= range.upperBound { return (mapping, range.lowerBound, range.count) }
        if let mapping = file.map(count: length) {
            storage = .file(file, mapping)
            return (mapping, range.lowerBound, range.count)
        }
        let copied = file.read(range)
        return (HeapBytes(copied), 0, copied.count)
    }

    private func lendMemory(_ range: Range<Int>) -> (block: any ByteBlock, offset: Int, count: Int) {
        guard case .memory(let memory) = storage else { return (HeapBytes(capacity: 1), 0, 0) }
        return (memory, range.lowerBound, range.count)
    }
}
