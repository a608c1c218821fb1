import BodyStore

extension BodyDocument {
    /// The first integer that a 64-bit floating-point number does not hold to its last digit, as it stands there; nil: there is none.
    ///
    /// Reads all of the body, so that it belongs on a thread of its own.
    /// - Parameter isCancelled: asked about once a megabyte; what was not read has none.
    public func firstLargeInteger(isCancelled: () -> Bool = { false }) -> String? {
        let end = index.fault?.offsetInBytes ?? index.scannedBytes
        return store.withBytes(in: 0..<end) { bytes in
            var finder = LargeIntegerFinder(bytes)
            return finder.find(isCancelled)
        }
    }
}

/// Passes over strings, and looks at long numbers.
private struct LargeIntegerFinder {
    private let bytes: UnsafeRawBufferPointer
    private var cursor = 0
    /// 2^53 has sixteen digits.
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
