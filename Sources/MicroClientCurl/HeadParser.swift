import Foundation
import MicroClient

/// Turns the header lines of a transfer, as they arrive, into heads and trailers.
struct HeadParser {
    /// What a line completes.
    enum Outcome {
        case nothing
        case informational(ResponseHead)
        case head(ResponseHead)
    }

    private(set) var trailers = HeaderFields()
    private(set) var hasFinalHead = false
    /// Whether the next line is to be a status line.
    var expectsStatusLine: Bool { head == nil && !hasFinalHead }
    private var head: ResponseHead?
    private var fields: [HeaderField] = []

    /// Takes one line with its line end.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Outcome {
        let text = line.withoutLineEnd
        if text.isEmpty { return endOfSection() }
        if hasFinalHead {
            takeField(text)
        } else if head == nil {
            head = ResponseHead(statusLine: text)
        } else {
            takeField(text)
        }
        return .nothing
    }

    private mutating func takeField(_ line: UnsafeRawBufferPointer) {
        if let first = line.first, first.isBlank, !fields.isEmpty {
            // A value folded over several lines: RFC 9112, section 5.2.
            fields[fields.count - 1].value += " " + line.trimmed.headerText
        } else {
            fields.append(HeaderField(line: line))
        }
        if hasFinalHead { trailers = HeaderFields(fields) }
    }

    private mutating func endOfSection() -> Outcome {
        guard var complete = head.take() else { return .nothing }
        complete.headers = HeaderFields(fields)
        fields.removeAll()
        guard complete.status / 100 != 1 else { return .informational(complete) }
        hasFinalHead = true
        return .head(complete)
    }
}

extension ResponseHead {
    /// "HTTP/1.1 200 OK"; HTTP/2 has no reason and a blank in its place.
    fileprivate init(statusLine: UnsafeRawBufferPointer) {
        let parts = statusLine.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        let text = parts.map { UnsafeRawBufferPointer(rebasing: $0).headerText }
        self.init(
            status: text.count > 1 ? Int(text[1]) ?? 0 : 0, reason: text.count > 2 ? text[2] : "",
            httpVersion: text.first.flatMap { $0.hasPrefix("HTTP/") ? String($0.dropFirst(5)) : nil })
    }
}

extension HeaderField {
    /// "Name: value". A line without a colon is all name.
    init(line: UnsafeRawBufferPointer) {
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
        self.init(
            UnsafeRawBufferPointer(rebasing: line[..<colon]).headerText,
            UnsafeRawBufferPointer(rebasing: line[min(colon + 1, line.count)...]).trimmed.headerText)
    }
}

extension HeaderFields {
    /// The fields of a request's head as it stands on the wire, its first line left out.
    init(requestHead: [UInt8]) {
        let fields = requestHead.withUnsafeBytes { head in
            head.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line -> HeaderField? in
                let text = UnsafeRawBufferPointer(rebasing: line).withoutLineEnd
                return text.isEmpty ? nil : HeaderField(line: text)
            }
        }
        self.init(fields)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension UnsafeRawBufferPointer {
    fileprivate var withoutLineEnd: UnsafeRawBufferPointer {
        var end = count
        while end > 0, self[end - 1] == 0x0A || self[end - 1] == 0x0D { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[..<end])
    }

    fileprivate var trimmed: UnsafeRawBufferPointer {
        var start = 0
        var end = count
        while start < end, self[start].isBlank { start += 1 }
        while end > start, self[end - 1].isBlank { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[start..<end])
    }

    /// The bytes as UTF-8 where they are that, else as Latin-1, so that none is lost (RFC 9110, section 5.5).
    fileprivate var headerText: String {
        let text = String(decoding: self, as: UTF8.self)
        guard contains(where: { $0 >= 0x80 }), !text.utf8.elementsEqual(self) else { return text }
        return String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
    }
}
