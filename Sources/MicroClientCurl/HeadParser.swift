import Foundation
import MicroClient

/// Turns the header lines of a transfer, as they arrive, into heads and trailers.
struct HeadParser {
    /// The result of a line: what it completes.
    enum Outcome {
        case nothing
        case informational(ResponseHead)
        case head(ResponseHead)
    }

    enum Expected {
        case statusLine, field
        /// A field, or a continuation of the last field's value.
        case fieldOrRestOfOne
    }

    private(set) var hasFinalHead = false
    /// The fields after the body; created on demand: a copy after each line would make every next one copy them all.
    var trailers: HeaderFields { hasFinalHead ? HeaderFields(fields) : HeaderFields() }
    /// The kind of line that is expected next.
    var expected: Expected {
        if head == nil, !hasFinalHead { return .statusLine }
        return fields.isEmpty ? .field : .fieldOrRestOfOne
    }
    private var head: ResponseHead?
    private var fields: [HeaderField] = []

    init() { fields.reserveCapacity(16) }

    /// Takes a line, including its line end.
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
        if let first = line.first, first.isSpaceOrTab, !fields.isEmpty {
            // A value folded over several lines: RFC 9112, section 5.2.
            fields[fields.count - 1].value += " " + line.trimmed.headerText
        } else {
            fields.append(HeaderField(line: line))
        }
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
    /// Parses "HTTP/1.1 200 OK"; HTTP/2 has a space in place of the reason.
    fileprivate init(statusLine: UnsafeRawBufferPointer) {
        let (version, rest) = statusLine.cut(at: UInt8(ascii: " "))
        let (status, reason) = rest.cut(at: UInt8(ascii: " "))
        self.init(
            status: Int(status.headerText) ?? 0, reason: reason.headerText,
            httpVersion: version.starts(with: "HTTP/") ? version.dropped(first: 5).headerText : nil)
    }
}

extension HeaderField {
    /// Parses "Name: value". A line without a colon is all name.
    ///
    /// - Parameter keepsSpaces: Whether spaces around the value belong to it, except for the one after the colon.
    init(line: UnsafeRawBufferPointer, keepsSpaces: Bool = false) {
        let (name, value) = line.cut(at: UInt8(ascii: ":"))
        let written = value.first == UInt8(ascii: " ") ? value.dropped(first: 1) : value
        let bytes = keepsSpaces ? written : value.trimmed
        let text = String(decoding: bytes, as: UTF8.self)
        if text.isMade(of: bytes) {
            self.init(name.headerText, text)
        } else {
            self.init(name.headerText, bytes: Array(bytes))
        }
    }
}

extension HeaderFields {
    /// Parses the fields of a request's head as sent, without its first line.
    init(requestHead: [UInt8], keepsSpaces: Bool = false) {
        var fields: [HeaderField] = []
        fields.reserveCapacity(8)
        requestHead.withUnsafeBytes { head in
            var (_, rest) = head.cut(at: UInt8(ascii: "\n"))
            while !rest.isEmpty {
                let (line, next) = rest.cut(at: UInt8(ascii: "\n"))
                if !line.withoutLineEnd.isEmpty {
                    fields.append(HeaderField(line: line.withoutLineEnd, keepsSpaces: keepsSpaces))
                }
                rest = next
            }
        }
        self.init(fields)
    }
}

extension UInt8 {
    fileprivate var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }
}

extension UnsafeRawBufferPointer {
    /// Returns the bytes before and after the first such byte; without one, all are before it.
    fileprivate func cut(at byte: UInt8) -> (before: UnsafeRawBufferPointer, after: UnsafeRawBufferPointer) {
        guard let start = baseAddress, let found = memchr(start, Int32(byte), count) else {
            return (self, UnsafeRawBufferPointer(start: nil, count: 0))
        }
        let position = UnsafeRawPointer(found) - start
        return (UnsafeRawBufferPointer(start: start, count: position), dropped(first: position + 1))
    }

    fileprivate func dropped(first size: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[size...])
    }

    fileprivate var withoutLineEnd: UnsafeRawBufferPointer {
        var end = count
        while end > 0, self[end - 1] == 0x0A || self[end - 1] == 0x0D { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[..<end])
    }

    fileprivate var trimmed: UnsafeRawBufferPointer {
        var start = 0
        var end = count
        while start < end, self[start].isSpaceOrTab { start += 1 }
        while end > start, self[end - 1].isSpaceOrTab { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[start..<end])
    }

    /// The bytes as UTF-8 if they are valid, else as Latin-1, so that none is lost (RFC 9110, section 5.5).
    fileprivate var headerText: String {
        let text = String(decoding: self, as: UTF8.self)
        guard !text.isMade(of: self) else { return text }
        return String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
    }
}

extension String {
    fileprivate func isMade(of bytes: UnsafeRawBufferPointer) -> Bool {
        utf8.withContiguousStorageIfAvailable { own in
            guard own.count == bytes.count, let mine = own.baseAddress, let theirs = bytes.baseAddress else {
                return own.isEmpty && bytes.isEmpty
            }
            return memcmp(mine, theirs, own.count) == 0
        } ?? utf8.elementsEqual(bytes)
    }
}
