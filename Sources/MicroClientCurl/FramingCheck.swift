import Foundation
import MicroClient

/// Finds faults in response heads that libcurl accepts but that two parsers could read differently, so that an attacker could move the
/// end of a body, or add a field.
///
/// Lenient, as libcurl is: LF alone as a line end, folded values, bytes beyond ASCII in names and values, a missing reason.
/// - Source: RFC 9112, sections 2.2, 5.1, 6.3 and 11.1; RFC 9110, sections 5.5 and 8.6.
enum FramingCheck {
    /// Returns the fault of one line of a head or of trailers, as a sentence; nil if there is none.
    ///
    /// - Parameters:
    ///   - line: The line with its line end.
    ///   - expected: The kind of line that is expected.
    static func fault(inLine line: UnsafeRawBufferPointer, expected: HeadParser.Expected) -> String? {
        if line.hasInnerCarriageReturn { return "A line of the response's head contains a CR." }
        if expected == .statusLine {
            return line.starts(with: "HTTP/") ? nil : "The response does not begin with HTTP/."
        }
        guard let first = line.first, !first.isLineEnd else { return nil }
        if first.isSpaceOrTab, expected == .fieldOrRestOfOne { return nil }
        return line.hasFieldName ? nil : "A header field of the response has no name, or a name with spaces."
    }

    /// Returns the fault of the fields that define where the body ends, as a sentence; nil if there is none.
    static func fault(inFinal head: ResponseHead) -> String? {
        var lengths: [String] = []
        var codings: [String] = []
        for field in head.headers {
            if field.isNamed("Content-Length") { lengths.append(field.value) }
            if field.isNamed("Transfer-Encoding") { codings.append(field.value) }
        }
        guard !lengths.isEmpty || !codings.isEmpty else { return nil }
        return fault(inLengths: lengths) ?? fault(inCodings: codings)
            ?? (lengths.isEmpty || codings.isEmpty
                ? nil : "The response has both Content-Length and Transfer-Encoding.")
    }

    private static func fault(inLengths values: [String]) -> String? {
        var known: Int64?
        for value in values {
            guard let length = value.lengthInBytes else {
                return "The response's Content-Length is not a number of bytes."
            }
            if let known, known != length { return "The response has two different Content-Lengths." }
            known = length
        }
        return nil
    }

    /// Returns the fault of the transfer codings: `chunked` must be last and only once, else the end of the body is unclear.
    private static func fault(inCodings values: [String]) -> String? {
        let names = values.flatMap { $0.split(separator: ",") }.map {
            $0.filter { $0 != " " && $0 != "\t" }.lowercased()
        }
        let isFine = names.dropLast().allSatisfy { $0 != "chunked" }
        return isFine ? nil : "The response is chunked twice, or encoded again after it was chunked."
    }
}

extension String {
    /// The number, if there are only digits; else nil.
    fileprivate var lengthInBytes: Int64? {
        !isEmpty && utf8.allSatisfy({ (0x30...0x39).contains($0) }) ? Int64(self) : nil
    }
}

extension UInt8 {
    fileprivate var isLineEnd: Bool { self == 0x0D || self == 0x0A }
    fileprivate var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }
}

extension UnsafeRawBufferPointer {
    /// Whether there is a CR anywhere but before the LF at the end.
    fileprivate var hasInnerCarriageReturn: Bool {
        guard let start = baseAddress, let found = memchr(start, 0x0D, count) else { return false }
        return (start + count) - UnsafeRawPointer(found) > 2
    }

    /// Whether there is a name without spaces and control characters before the colon.
    fileprivate var hasFieldName: Bool {
        guard let colon = firstIndex(of: 0x3A), colon > 0 else { return false }
        return self[..<colon].allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}
