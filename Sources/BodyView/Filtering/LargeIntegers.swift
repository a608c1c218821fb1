import BodyStore

extension BodyDocument {
    /// Returns the first integer that a 64-bit floating-point number cannot represent exactly, as written; nil if there is none.
    ///
    /// Reads all of the body, so it needs its own thread.
    /// - Parameter isCancelled: A closure called about once a megabyte; after cancellation the result is nil.
    public func firstLargeInteger(isCancelled: () -> Bool = { false }) -> String? {
        let end = index.fault?.offsetInBytes ?? index.scannedBytes
        return store.withBytes(in: 0..<end) { bytes in
            var finder = LargeIntegerFinder(bytes)
            return finder.find(isCancelled)
        }
    }
}

/// Skips strings, and looks at long numbers.
private struct LargeIntegerFinder {
    private let bytes: UnsafeRawBufferPointer
    private var cursor = 0
    /// The number of digits of 2^53.
    private static let digits = 16
    private static let largest: UInt64 = 1 << 53

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func find(_ isCancelled: () -> Bool) -> String? {
        var bound = 1 << 20
        while cursor < bytes.count {
            if cursor >= bound {
                if isCancelled() { return nil }
                bound = cursor + (1 << 20)
            }
            switch bytes[cursor] {
            case UInt8(ascii: "\""): passString()
            case 0x30...0x39: if let found = passNumber() { return found }
            default: cursor += 1
            }
        }
        return nil
    }

    private mutating func passString() {
        cursor += 1
        while cursor < bytes.count {
            cursor = ByteSearch.endOfPlainString(bytes, from: cursor, to: bytes.count)
            guard cursor < bytes.count, bytes[cursor] != UInt8(ascii: "\"") else { break }
            cursor += 2
        }
        cursor += 1
    }

    private mutating func passNumber() -> String? {
        let start = cursor
        while cursor < bytes.count, JSONTokenReader.isWord(bytes[cursor]) { cursor += 1 }
        guard cursor - start >= Self.digits else { return nil }
        let number = bytes[start..<cursor]
        guard number.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let text = String(decoding: number, as: UTF8.self)
        return UInt64(text).map { $0 > Self.largest } ?? true ? text : nil
    }
}
