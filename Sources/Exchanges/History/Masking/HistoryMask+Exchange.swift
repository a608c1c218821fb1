import Foundation
import MicroClient
import Quoting
import Secrets

extension HistoryMask {
    func exchange(_ exchange: Exchange) -> Exchange {
        var masked = exchange.mapping(request, failure, hop)
        for (index, attempt) in exchange.attempts.enumerated() {
            if let retry = attempt.retry { masked.attempts[index].retry?.reason = words(retry.reason) }
        }
        return masked
    }

    func request(_ request: Exchange.SentRequest) -> Exchange.SentRequest {
        Exchange.SentRequest(
            method: request.method, url: url(request.url).string, headers: fields(request.headers, isOurs: true),
            bodyLength: request.bodyLength, body: nil)
    }

    func head(_ head: ResponseHead) -> ResponseHead {
        var masked = head
        masked.reason = words(head.reason)
        masked.headers = fields(head.headers)
        return masked
    }

    private func fields(_ fields: HeaderFields, isOurs: Bool = false) -> HeaderFields {
        HeaderFields(fields.map { $0.saying(name: name($0), field($0, isOurs: isOurs).string) })
    }

    private func hop(_ hop: Exchange.Hop) -> Exchange.Hop {
        var masked = hop
        masked.response = hop.response.map(head)
        masked.trailers = fields(hop.trailers)
        // The raw traffic adds nothing to the rest, and is not taken apart as carefully.
        if isCareful {
            masked.wire = nil
            masked.connection?.certificates = []
            masked.connection?.proxy = hop.connection?.proxy.map { url($0).string }
            return masked
        }
        let type = hop.request.headers["Content-Type"] ?? ""
        masked.wire = hop.wire.map { Exchange.WireLog($0.parts.map { part($0, type) }) }
        return masked
    }

    private func failure(_ failure: Exchange.Failure) -> Exchange.Failure {
        var masked = failure
        masked.message = words(failure.message)
        return masked
    }
}

// MARK: - Raw traffic

extension HistoryMask {
    private func part(_ part: Exchange.WireLog.Part, _ type: String) -> Exchange.WireLog.Part {
        switch part.content {
        case .fields(let fields): return Exchange.WireLog.Part(part.kind, .fields(wireFields(fields)))
        case .bytes(let data):
            var bytes = part.kind == .requestBody ? body(data, type) : head(data, part.kind)
            guard part.isCut else { return Exchange.WireLog.Part(part.kind, .bytes(Data(bytes))) }
            cutStart(of: &bytes)
            // Markers may be longer than the secrets that they replace: the part stays cut.
            return Exchange.WireLog.Part(part.kind, .bytes(Data(bytes)), length: max(part.length, bytes.count + 1))
        }
    }

    private func wireFields(_ fields: HeaderFields) -> HeaderFields {
        HeaderFields(
            fields.map { field in
                if field.name == ":path" { return HeaderField(field.name, url(field.value).string) }
                return HeaderField(text(field.name).string, self.field(field, isOurs: true).string)
            })
    }

    private func body(_ data: Data, _ type: String) -> [UInt8] {
        let bytes = Array(data)
        return text(bytes, places: bytes.withUnsafeBufferPointer { places(in: $0, type: type, isSent: true) }).bytes
    }

    private func head(_ data: Data, _ kind: Exchange.WireLog.Part.Kind) -> [UInt8] {
        var lines = WireHead(data).lines[...]
        let first = kind == .trailers ? [] : lines.popFirst().map { firstLine($0, kind) } ?? []
        let rest = lines.map { line in
            guard let line = WireLine(line) else { return text(line).bytes }
            let value = field(line.field, isOurs: kind.isOurs).bytes
            return text(Array(line.start)).bytes + value + line.end
        }
        return first + rest.joined()
    }

    /// Masks the URL, which may be cut, in "GET /users?key=… HTTP/1.1". "HTTP/1.1 404 not for …" has none.
    private func firstLine(_ line: [UInt8], _ kind: Exchange.WireLog.Part.Kind) -> [UInt8] {
        guard kind.isOurs, let target = WireHead.target(in: line) else { return text(line).bytes }
        let masked = url(String(decoding: line[target], as: UTF8.self)).bytes
        return Array(line[..<target.lowerBound]) + masked + text(Array(line[target.upperBound...])).bytes
    }

    /// Replaces the possible start of a secret at the end of a text that was cut.
    func cutStart(of bytes: inout [UInt8]) {
        let start = names.anywhere.startLength(at: Array(bytes.suffix(names.anywhere.longest)))
        guard start >= SecretMatcher.shortestStart else { return }
        bytes.removeLast(start)
        bytes += Array(SecretPlaceholder.text(of: Self.nameOfStart).utf8)
    }

    /// The name of the marker for the start of a secret, whichever it is.
    static let nameOfStart = "secret"
}

extension HeaderField {
    /// Returns the field with another name and value; its bytes stay if they are the same.
    func saying(name: String, _ value: String) -> HeaderField {
        guard value.hasSameBytes(as: self.value) else { return HeaderField(name, value) }
        var field = self
        field.name = name
        return field
    }
}
