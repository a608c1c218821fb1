import Foundation

/// Bytes that stay in place while a reference to the block exists.
protocol ByteBlock: AnyObject {
    /// The address of the first byte, valid while the block lives; only bytes that were counted before may be read.
    var start: UnsafeRawPointer { get }
}

/// Heap memory that one writer fills from the front, while readers read the bytes counted before.
final class HeapBytes: ByteBlock {
    let memory: UnsafeMutableRawPointer
    let capacity: Int
    var start: UnsafeRawPointer { UnsafeRawPointer(memory) }

    init(capacity: Int) {
        self.capacity = capacity
        memory = .allocate(byteCount: capacity, alignment: 16)
    }

    convenience init(_ bytes: [UInt8]) {
        self.init(capacity: max(bytes.count, 1))
        bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: memory, count: capacity).copyMemory(from: $0) }
    }

    deinit { memory.deallocate() }
}

/// The first bytes of a file, mapped for reading.
final class MappedBytes: ByteBlock {
    let start: UnsafeRawPointer
    let count: Int

    init?(descriptor: Int32, count: Int) {
        guard let address = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), address != MAP_FAILED else {
            return nil
        }
        start = UnsafeRawPointer(address)
        self.count = count
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: start), count) }
}
