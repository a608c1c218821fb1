import Foundation

/// Joins the pieces in which libcurl hands out a body (at most 16 KiB) into chunks worth handing on.
struct BodyCollector {
    private var start: UnsafeMutableRawPointer?
    private var capacity = 0
    private(set) var count = 0

    /// Copies a piece. `expected`: how many bytes may follow in this chunk, with this piece; the first piece makes room for them.
    ///
    /// False: no memory.
    mutating func append(_ piece: UnsafeRawBufferPointer, expected: Int) -> Bool {
        guard let source = piece.baseAddress else { return true }
        if count + piece.count > capacity, !grow(to: max(count + piece.count, expected, capacity * 2)) { return false }
        start?.advanced(by: count).copyMemory(from: source, byteCount: piece.count)
        count += piece.count
        return true
    }

    private mutating func grow(to size: Int) -> Bool {
        guard let larger = realloc(start, size) else { return false }
        start = larger
        capacity = size
        return true
    }

    /// The bytes so far, without a copy; nil when there are none.
    mutating func take() -> Data? {
        guard let taken = start, count > 0 else { return nil }
        defer { (start, capacity, count) = (nil, 0, 0) }
        return Data(bytesNoCopy: taken, count: count, deallocator: .free)
    }

    /// Frees what was not taken.
    mutating func discard() {
        free(start)
        (start, capacity, count) = (nil, 0, 0)
    }
}
