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
        let isForm = hop.request.headers.sayForm
        masked.wire = hop.wire.map { Exchange.WireLog($0.parts.map { part($0, isForm: isForm) }) }
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
    private func part(_ part: Exchange.WireLog.Part, isForm: Bool) -> Exchange.WireLog.Part {
        switch part.content {
        case .fields(let fields): return Exchange.WireLog.Part(part.kind, .fields(wireFields(fields)))
        case .bytes(let data):
            var bytes = part.kind == .requestBody ? body(data, isForm: isForm) : head(data, part.kind)
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

    private func body(_ data: Data, isForm: Bool) -> [UInt8] {
        let bytes = Array(data)
        let known = bytes.withUnsafeBufferPointer { places(inRequestBody: $0) }
        return text(bytes, places: ((isForm ? FormBody.places(in: bytes) : []) + known).inOrder).bytes
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
        let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
        guard kind.isOurs, words.count > 1 else { return text(line).bytes }
        let target = url(String(decoding: words[1], as: UTF8.self)).bytes
        return Array(
            [[words[0], target], words.dropFirst(2).map { text($0).bytes }].joined().joined(separator: [0x20]))
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

/// A form that is written like a query.
enum FormBody {
    /// The number of bytes up to which a form is parsed; a longer one is only searched for known values.
    static let longest = 1 << 20

    static func places(in bytes: [UInt8]) -> [SecretSpan] { SecretScan.places(inItems: bytes[...], isForm: true) }
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
