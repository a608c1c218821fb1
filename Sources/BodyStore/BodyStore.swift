public import Digests
public import Foundation

/// The bytes of a body, while it grows and after. A handle: copies of it are the same body.
///
/// Small bodies lie in memory; beyond ``init(memoryLimit:directory:)``'s limit the bytes move to a nameless file, readable by its
/// owner only, which is mapped for reading. One writer appends; any number of readers read meanwhile, without waiting for it.
///
/// Unchecked: every stored property is touched under `lock` only; the bytes themselves are written once, beyond what readers were
/// told of, before they are counted.
public final class BodyStore: @unchecked Sendable {
    /// Signalled when there is more, or nothing more will come.
    private let lock = NSCondition()
    private let memoryLimit: Int
    private let directory: String
    private var storage: Storage
    private var length = 0
    private var finished = false
    private var marks = ArrivalMarks()
    /// Nil where this OpenSSL offers no SHA-256, and for a body that was whole from the start.
    private let running: RunningDigest?
    /// Of a body that was whole from the start, where somebody knew it.
    private let knownDigest: Digest?

    private enum Storage {
        case memory(HeapBytes)
        /// The mapping is made when somebody reads, and made anew when it is too short by then.
        case file(SpillFile, MappedBytes?)
    }

    /// - Parameters:
    ///   - memoryLimit: In bytes; a longer body moves to a file. Default: 1 MiB.
    ///   - directory: Where the file lies. Default: the system's directory for temporary files.
    public init(memoryLimit: Int = 1 << 20, directory: URL = FileManager.default.temporaryDirectory) {
        self.memoryLimit = memoryLimit
        self.directory = directory.path
        storage = .memory(HeapBytes(capacity: 1 << 12))
        running = try? RunningDigest(.sha256)
        knownDigest = nil
    }

    /// A finished body that lies in a file.
    init(_ file: SpillFile, count: Int, sha256: Digest?) {
        memoryLimit = 0
        directory = file.directory
        storage = .file(file, nil)
        length = count
        finished = true
        running = nil
        knownDigest = sha256
    }

    /// A finished body in memory.
    public convenience init(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        self.init(memoryLimit: bytes.count)
        bytes.withUnsafeBytes { keepInMemory($0) }
        finish()
    }

    /// In bytes, so far.
    public var count: Int { lock.withLock { length } }
    /// Whether nothing more comes. Ask this before ``count`` to know that the count is final.
    public var isFinished: Bool { lock.withLock { finished } }
    /// Whether the bytes lie in a file.
    public var isSpilled: Bool {
        lock.withLock { if case .file = storage { true } else { false } }
    }

    /// The hash of all bytes as they were appended; nil until ``finish()``, or where OpenSSL offers no SHA-256.
    public var sha256: Digest? { lock.withLock { finished ? knownDigest ?? running?.finish() : nil } }

    /// The file that the bytes lie in; nil while they lie in memory.
    var spillFile: SpillFile? {
        lock.withLock { if case .file(let file, _) = storage { file } else { nil } }
    }

    /// Nothing more comes. Harmless when called again.
    public func finish() {
        lock.withLock {
            finished = true
            lock.broadcast()
        }
    }

    /// Blocks the calling thread, one of its caller's own, until there are more than so many bytes or the body is finished.
    ///
    /// - Parameter isCancelled: Asked before it waits, and again at each ``wakeWaiting()``; true ends it. Default: it is not cancelled.
    public func wait(forMoreThan count: Int, unless isCancelled: () -> Bool = { false }) {
        lock.withLock { while length <= count, !finished, !isCancelled() { lock.wait() } }
    }

    /// Lets all who wait look whether they were cancelled.
    public func wakeWaiting() { lock.withLock { lock.broadcast() } }

    /// When the bytes arrived; empty where nobody said when.
    public var arrivals: ArrivalMarks { lock.withLock { marks } }

    /// Adds bytes at the end, all of them or none.
    ///
    /// - Parameter time: when they arrived, by the wall clock; nil: it is not known.
    /// - Throws: ``BodyStoreError`` when the file cannot be made or written (``BodyStoreError/Code/diskFull``), and after ``finish()``.
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

    /// Lends the bytes of a range, clamped to what there is; valid until the closure returns.
    ///
    /// Without copying, except where the system refuses to map the file; then, should reading fail too, fewer bytes come.
    public func withBytes<Result>(
        in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let (block, offset, count) = lock.withLock { lend(range.clamped(to: 0..<length)) }
        defer { withExtendedLifetime(block) {} }
        return try body(UnsafeRawBufferPointer(start: block.start + offset, count: count))
    }

    /// A copy of the bytes of a range, clamped to what there is.
    public func copy(_ range: Range<Int>) -> [UInt8] { withBytes(in: range) { Array($0) } }
}

// Called under the lock.
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

    /// Grows by doubling into a new block; who still reads the old one keeps it alive.
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

    /// The block that holds the range, and where in it the range starts.
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
