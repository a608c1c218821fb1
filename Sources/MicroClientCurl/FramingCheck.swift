import Foundation
import MicroClient

/// Finds what a careful reader does not accept in the heads of answers, and libcurl does: what two readers could understand differently, so that the
/// end of a body, or a field, is where a sender of mischief wants it.
///
/// Lenient, as libcurl is: LF alone as a line's end, folded values, bytes beyond ASCII in names and values, a missing reason.
/// - Source: RFC 9112, sections 2.2, 5.1, 6.3 and 11.1; RFC 9110, sections 5.5 and 8.6.
enum FramingCheck {
    /// What is wrong with one line of a head or of trailers, in words; nil when nothing is.
    ///
    /// - Parameters:
    ///   - line: with its line end.
    ///   - expected: what the line is to be.
    static func fault(inLine line: UnsafeRawBufferPointer, expected: HeadParser.Expected) -> String? {
        if line.hasInnerCarriageReturn { return "A line of the answer's head has CR within it." }
        if expected == .statusLine {
            return line.starts(with: "HTTP/") ? nil : "The answer does not begin with HTTP/."
        }
        guard let first = line.first, !first.isLineEnd else { return nil }
        if first.isBlank, expected == .fieldOrRestOfOne { return nil }
        return line.hasFieldName ? nil : "A header field of the answer has no name, or blanks in it."
    }

    /// What is wrong with the fields that say where the body ends, in words; nil when nothing is.
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
                ? nil : "The answer has both Content-Length and Transfer-Encoding.")
    }

    private static func fault(inLengths values: [String]) -> String? {
        var known: Int64?
        for value in values {
            guard let length = value.lengthInBytes else {
                return "The answer's Content-Length is not a number of bytes."
            }
            if let known, known != length { return "The answer has two different Content-Lengths." }
            known = length
        }
        return nil
    }

    /// `chunked` stands last and once: only then is it known where the body ends.
    private static func fault(inCodings values: [String]) -> String? {
        let names = values.flatMap { $0.split(separator: ",") }.map {
            $0.filter { $0 != " " && $0 != "\t" }.lowercased()
        }
        let isFine = names.dropLast().allSatisfy { $0 != "chunked" }
        return isFine ? nil : "The answer is chunked twice, or something else after it was chunked."
    }
}

extension String {
    /// Digits only.
    fileprivate var lengthInBytes: Int64? {
        !isEmpty && utf8.allSatisfy({ (0x30...0x39).contains($0) }) ? Int64(self) : nil
    }
}

extension UInt8 {
    fileprivate var isLineEnd: Bool { self == 0x0D || self == 0x0A }
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension UnsafeRawBufferPointer {
    /// CR anywhere but before the LF at the end.
    fileprivate var hasInnerCarriageReturn: Bool {
        guard let start = baseAddress, let found = memchr(start, 0x0D, count) else { return false }
        return (start + count) - UnsafeRawPointer(found) > 2
    }

    /// Something without blanks and control characters before the colon.
    fileprivate var hasFieldName: Bool {
        guard let colon = firstIndex(of: 0x3A), colon > 0 else { return false }
        return self[..<colon].allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}
