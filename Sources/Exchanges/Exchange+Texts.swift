import Foundation
import MicroClient
import Secrets
import Text

// The one walk over the texts of an exchange: code that hides, collects or counts secrets says what becomes of a text, and finds none itself.

/// Returns what takes the place of a text.
package typealias PartChange = (_ part: MessagePart, _ text: String) -> String

/// Returns what takes the place of a body of this `Content-Type`.
package typealias BodyChange = (_ body: Data, _ type: String) -> Data

extension Exchange {
    /// Returns the exchange with others in the place of its texts: of the request, then of each attempt and its hops, in the order in which they
    /// were sent and received.
    ///
    /// - Parameter body: Returns what takes the place of a body that was sent.
    package func mappingTexts(_ change: PartChange, body: BodyChange = { bytes, _ in bytes }) -> Exchange {
        var mapped = self
        mapped.request = request.mappingTexts(change, body)
        mapped.attempts = attempts.map { attempt in
            var mapped = attempt
            mapped.request = attempt.request.mappingTexts(change, body)
            mapped.hops = attempt.hops.map { $0.mappingTexts(change, body) }
            if case .failure(let failure) = attempt.outcome { mapped.outcome = .failure(failure.mappingTexts(change)) }
            mapped.retry?.reason = attempt.retry.map { change(.words, $0.reason) } ?? ""
            return mapped
        }
        return mapped
    }

    package func forEachText(_ visit: (MessagePart, String) -> Void) { _ = mappingTexts { $0.passing($1, to: visit) } }

    /// The exchange without what is kept elsewhere, or not at all: bodies that were sent and, if asked for, raw traffic.
    package func without(wire: Bool) -> Exchange {
        var exchange = self
        exchange.request.body = nil
        for index in attempts.indices { exchange.attempts[index].request.body = nil }
        return exchange.changingHops { hop in
            hop.request.body = nil
            if wire { hop.wire = nil }
        }
    }

    func changingHops(_ change: (inout Hop) -> Void) -> Exchange {
        var changed = self
        for attempt in attempts.indices {
            for hop in attempts[attempt].hops.indices { change(&changed.attempts[attempt].hops[hop]) }
        }
        return changed
    }
}

extension MessagePart {
    func passing(_ text: String, to visit: (MessagePart, String) -> Void) -> String {
        visit(self, text)
        return text
    }
}

extension Exchange.SentRequest {
    fileprivate func mappingTexts(_ change: PartChange, _ body: BodyChange) -> Self {
        Self(
            method: method, url: change(.url, url), headers: headers.mappingTexts(isSent: true, change),
            bodyLength: bodyLength, body: self.body.map { body($0, headers["Content-Type"] ?? "") })
    }
}

extension Exchange.Hop {
    func mappingTexts(_ change: PartChange, _ body: BodyChange) -> Self {
        var mapped = self
        mapped.request = request.mappingTexts(change, body)
        mapped.response = response?.mappingTexts(change)
        mapped.trailers = trailers.mappingTexts(isSent: false, change)
        mapped.failure = failure?.mappingTexts(change)
        mapped.connection?.proxy = connection?.proxy.map { change(.url, $0) }
        let type = request.headers["Content-Type"] ?? ""
        mapped.wire = wire.map { Exchange.WireLog($0.parts.map { $0.mappingTexts(type, change, body) }) }
        return mapped
    }
}

extension ResponseHead {
    func mappingTexts(_ change: PartChange) -> ResponseHead {
        var mapped = self
        mapped.headers = headers.mappingTexts(isSent: false, change)
        mapped.reason = change(.reason, reason)
        return mapped
    }
}

extension Exchange.Failure {
    fileprivate func mappingTexts(_ change: PartChange) -> Self {
        Self(stage: stage, code: code, message: change(.words, message))
    }
}

extension HeaderFields {
    /// Returns the fields with others in the place of names and values; the bytes of a value stay if the text is the same.
    fileprivate func mappingTexts(isSent: Bool, _ change: PartChange) -> HeaderFields {
        HeaderFields(
            map { field in
                let part = field.name == ":path" ? MessagePart.url : .field(field.name, isSent: isSent)
                return field.saying(name: change(.fieldName, field.name), change(part, field.value))
            })
    }
}

extension HeaderField {
    /// Returns the field with another name and value; its bytes stay if they are the same.
    func saying(name: String, _ value: String) -> HeaderField {
        guard value.utf8.elementsEqual(self.value.utf8) else { return HeaderField(name, value) }
        var field = self
        field.name = name
        return field
    }
}

// MARK: - Raw traffic

extension Exchange.WireLog.Part {
    fileprivate func mappingTexts(_ type: String, _ change: PartChange, _ body: BodyChange) -> Self {
        switch content {
        case .fields(let fields): saying(.fields(fields.mappingTexts(isSent: kind.isOurs, change)))
        case .bytes(let data) where kind == .requestBody: saying(.bytes(body(data, type)))
        case .bytes(let data): saying(.bytes(WireHead(data).mappingTexts(kind, change)))
        }
    }

    /// Returns the part with other bytes. They may be more, and a part that was cut stays cut.
    func saying(_ content: Exchange.WireLog.Content) -> Self {
        Self(kind, content, length: isCut ? max(length, content.length + 1) : nil)
    }
}

/// A head of HTTP/1 as it was sent, line by line: nothing in it is normalised.
struct WireHead {
    /// The lines with their line ends. A line that continues a field belongs to it.
    var lines: [[UInt8]] = []

    init(_ data: Data) {
        for line in data.split(keepingEnds: 0x0A) {
            if let first = line.first, first == 0x20 || first == 0x09, lines.count > 1 {
                lines[lines.count - 1] += line
            } else {
                lines.append(Array(line))
            }
        }
    }

    /// Returns the range of the URL in "GET /users HTTP/1.1", also where the line is cut; nil without one.
    static func target(in line: [UInt8]) -> Range<Int>? {
        guard let start = line.firstIndex(of: 0x20).map({ $0 + 1 }) else { return nil }
        return start..<(line[start...].firstIndex(of: 0x20) ?? line.endIndex)
    }

    fileprivate func mappingTexts(_ kind: Exchange.WireLog.Part.Kind, _ change: PartChange) -> Data {
        var rest = lines[...]
        var output = kind == .trailers ? [] : rest.popFirst().map { Self.start($0, kind, change) } ?? []
        for line in rest {
            guard let line = WireLine(line) else {
                output += Self.text(line[...], .words, change)
                continue
            }
            let value = change(.field(line.field.name, isSent: kind.isOurs), line.field.value)
            output += Self.text(line.start, .fieldName, change)
            output += value.utf8.elementsEqual(line.field.value.utf8) ? Array(line.value) : Array(value.utf8)
            output += line.end
        }
        return Data(output)
    }

    /// Changes the URL, which may be cut, in "GET /users?key=… HTTP/1.1". "HTTP/1.1 404 not for …" has none.
    private static func start(
        _ line: [UInt8], _ kind: Exchange.WireLog.Part.Kind, _ change: PartChange
    ) -> [UInt8] {
        guard kind.isOurs, let target = target(in: line) else { return text(line[...], .words, change) }
        let rest = text(line[target.upperBound...], .words, change)
        return line[..<target.lowerBound] + text(line[target], .url, change) + rest
    }

    /// Returns the bytes themselves if their text stays: not all are UTF-8.
    private static func text(_ bytes: ArraySlice<UInt8>, _ part: MessagePart, _ change: PartChange) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        let changed = change(part, text)
        return changed.utf8.elementsEqual(text.utf8) ? Array(bytes) : Array(changed.utf8)
    }
}

/// A field as it was sent.
struct WireLine {
    /// The name with the colon and the spaces after it.
    let start: ArraySlice<UInt8>
    let field: HeaderField
    let value: ArraySlice<UInt8>
    let end: ArraySlice<UInt8>

    /// Creates the field; nil for a line that is not a field.
    init?(_ line: [UInt8]) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let isWhitespace: (UInt8) -> Bool = { [0x20, 0x09, 0x0D, 0x0A].contains($0) }
        let rest = line[(colon + 1)...].drop(while: isWhitespace)
        value = rest[..<(rest.lastIndex { !isWhitespace($0) }.map { $0 + 1 } ?? rest.startIndex)]
        start = line[..<value.startIndex]
        end = line[value.endIndex...]
        field = HeaderField(
            String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
}

extension Data {
    fileprivate func split(keepingEnds end: UInt8) -> [Data] {
        var lines: [Data] = []
        var start = startIndex
        while start < endIndex {
            let next = self[start...].firstIndex(of: end).map { $0 + 1 } ?? endIndex
            lines.append(self[start..<next])
            start = next
        }
        return lines
    }
}

// MARK: - Places of secrets

extension SecretSet {
    /// Returns a body, or its beginning, with dots in the places of secrets.
    public func hiding(body: Data) -> Data {
        guard hasPlaces else { return body }
        let bytes = Array(body)
        let places = bytes.withUnsafeBufferPointer { spans(inBody: $0) }
        return places.isEmpty ? body : Data(bytes.replacing(places.map { ($0.range, SecretMatcher.mask) }))
    }

    /// Returns a hop with dots in the places of secrets in its request.
    func hiding(_ hop: Exchange.Hop) -> Exchange.Hop {
        guard hasPlaces else { return hop }
        return hop.mappingTexts { part, text in
            part == .url ? hiding(text) : text
        } _: { body, _ in
            hiding(body: body)
        }
    }
}
