import Foundation
import MicroClient
import Secrets
import Text

extension SecretSet {
    /// Returns a body, or its beginning, with dots in the places of secrets.
    public func hiding(body: Data) -> Data {
        guard hasPlaces else { return body }
        let bytes = Array(body)
        let ranges = bytes.withUnsafeBufferPointer { spans(inBody: $0) }.map(\.range)
        return ranges.isEmpty ? body : Data(SecretMatcher.hiding(ranges, in: bytes))
    }

    /// Returns a hop with dots in the places of secrets in its request.
    func hiding(_ hop: Exchange.Hop) -> Exchange.Hop {
        guard hasPlaces else { return hop }
        var hidden = hop
        let request = hop.request
        hidden.request = Exchange.SentRequest(
            method: request.method, url: hiding(request.url), headers: request.headers,
            bodyLength: request.bodyLength, body: request.body.map { hiding(body: $0) })
        hidden.wire = hop.wire.map { Exchange.WireLog($0.parts.map(hiding)) }
        return hidden
    }

    private func hiding(_ part: Exchange.WireLog.Part) -> Exchange.WireLog.Part {
        switch part.content {
        case .bytes(let data) where part.kind == .requestBody: .init(part.kind, .bytes(hiding(body: data)), of: part)
        case .bytes(let data) where part.kind == .requestHead: .init(part.kind, .bytes(hiding(head: data)), of: part)
        case .fields(let fields) where part.kind == .requestHead:
            .init(
                part.kind,
                .fields(HeaderFields(fields.map { $0.name == ":path" ? HeaderField($0.name, hiding($0.value)) : $0 })),
                of: part)
        default: part
        }
    }

    /// Hides the secrets in "GET /users/… HTTP/1.1"; a head that is cut within a long URL has only the beginning of that.
    private func hiding(head: Data) -> Data {
        let bytes = Array(head)
        guard let target = WireHead.target(in: bytes) else { return head }
        return Data(bytes.replacing([(target, hiding(String(decoding: bytes[target], as: UTF8.self)))]))
    }
}

extension Exchange.WireLog.Part {
    /// - Parameter part: The part that this one replaces, as long as that was.
    fileprivate init(_ kind: Kind, _ content: Exchange.WireLog.Content, of part: Exchange.WireLog.Part) {
        self.init(kind, content, length: part.isCut ? max(part.length, content.length + 1) : nil)
    }
}
