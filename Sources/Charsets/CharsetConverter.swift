import Foundation

/// Converts bytes of a charset to UTF-8, piece by piece. Not safe to share between threads without a lock.
///
/// Each code unit that is not valid in the charset becomes U+FFFD.
/// - Source: POSIX `iconv`.
public final class CharsetConverter {
    /// The number of code units that were replaced.
    public private(set) var replacementCount = 0

    private let handle: iconv_t
    /// The number of bytes of one code unit, which are skipped together if they are invalid.
    private let unitLength: Int
    /// The start of a character whose end has not arrived.
    private var pending: [UInt8] = []
    private let output = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 1 << 15)

    /// - Parameter charset: The name as in `Content-Type`, in any case: "iso-8859-1", "Shift_JIS", "UTF-16".
    /// - Throws: ``CharsetError`` if the system does not know it.
    public init(from charset: String) throws(CharsetError) {
        guard Self.isName(charset) else {
            throw CharsetError(charset: charset, code: nil, message: "it is not the name of a charset")
        }
        guard let handle = iconv_open("UTF-8", charset), handle != iconv_t(bitPattern: -1) else {
            throw CharsetError(charset: charset, code: errno, message: Self.message(for: errno))
        }
        self.handle = handle
        unitLength = Self.unitLength(of: charset)
    }

    deinit {
        iconv_close(handle)
        output.deallocate()
    }

    /// Converts the next bytes; the closure receives UTF-8 in pieces that are valid until it returns.
    public func convert(
        _ bytes: UnsafeRawBufferPointer, to sink: (UnsafeRawBufferPointer) throws -> Void
    ) rethrows {
        guard !pending.isEmpty else { return try convertWhole(bytes, to: sink) }
        let joined = pending + bytes
        pending = []
        try joined.withUnsafeBytes { try convertWhole($0, to: sink) }
    }

    /// Ends the text: an incomplete character is replaced.
    public func finish(to sink: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        if !pending.isEmpty { try replace(sink) }
        pending = []
        _ = try step(nil, to: sink)
    }
}

extension CharsetConverter {
    /// Converts all bytes at once.
    ///
    /// - Throws: ``CharsetError`` if the system does not know the charset.
    public static func utf8(_ bytes: [UInt8], from charset: String) throws(CharsetError) -> [UInt8] {
        let converter = try CharsetConverter(from: charset)
        var result: [UInt8] = []
        bytes.withUnsafeBytes { converter.convert($0) { result.append(contentsOf: $0) } }
        converter.finish { result.append(contentsOf: $0) }
        return result
    }

    /// Whether a text consists of letters, digits and a few signs; a slash would be an option to `iconv_open`.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count < 64
            && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isLetter || "0123456789-_.:+()".utf8.contains($0) }
    }

    private static func message(for code: Int32) -> String {
        code == EINVAL ? "this system has no conversion from it" : String(cString: strerror(code))
    }

    private static func unitLength(of charset: String) -> Int {
        let name = charset.uppercased().filter { $0 != "-" }
        if name.hasPrefix("UTF16") || name.hasPrefix("UCS2") { return 2 }
        return name.hasPrefix("UTF32") || name.hasPrefix("UCS4") ? 4 : 1
    }
}

extension CharsetConverter {
    private enum Step { case done, outputFull, invalid, incomplete }

    private func convertWhole(
        _ bytes: UnsafeRawBufferPointer, to sink: (UnsafeRawBufferPointer) throws -> Void
    ) rethrows {
        var rest = bytes
        while !rest.isEmpty {
            let (step, left) = try step(rest, to: sink)
            rest = UnsafeRawBufferPointer(rebasing: rest[(rest.count - left)...])
            switch step {
            case .done, .outputFull: continue
            case .invalid where rest.count >= unitLength:
                try replace(sink)
                rest = UnsafeRawBufferPointer(rebasing: rest[unitLength...])
            case .invalid, .incomplete:
                pending = Array(rest)
                return
            }
        }
    }

    private func replace(_ sink: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        replacementCount += 1
        try ([0xEF, 0xBF, 0xBD] as [UInt8]).withUnsafeBytes { try sink($0) }
    }

    /// Calls `iconv` once, and passes its output on; nil bytes request the output that returns to the initial state.
    private func step(
        _ bytes: UnsafeRawBufferPointer?, to sink: (UnsafeRawBufferPointer) throws -> Void
    ) rethrows -> (Step, left: Int) {
        var input = bytes?.baseAddress.map { UnsafeMutablePointer(mutating: $0.assumingMemoryBound(to: CChar.self)) }
        var inputLeft = bytes?.count ?? 0
        var target = output.baseAddress
        var room = output.count
        let result =
            input == nil ? iconv(handle, nil, nil, &target, &room) : iconv(handle, &input, &inputLeft, &target, &room)
        let code = errno
        let made = output.count - room
        if made > 0 { try sink(UnsafeRawBufferPointer(start: output.baseAddress, count: made)) }
        guard result == -1 else { return (.done, inputLeft) }
        return (code == E2BIG ? .outputFull : code == EILSEQ ? .invalid : .incomplete, inputLeft)
    }
}
