import Foundation
import Text

/// Creates the raw request for a typed one.
struct RequestBuilder {
    let configuration: NetworkConfiguration

    /// - Throws: ``NetworkClientError/malformedURL``, ``NetworkClientError/encodingError(_:)``.
    func wireRequest<Body, ResponseModel>(_ request: NetworkRequest<Body, ResponseModel>) throws -> WireRequest {
        let base = request.baseURL ?? configuration.baseURL
        let url = try URLBuilder(base: base.absoluteString).url(
            path: request.path, queryItems: request.queryItems ?? [])
        var wire = WireRequest(method: request.method, url: url, options: request.options ?? configuration.options)
        let body = try encodedBody(of: request)
        wire.body = body.map { .bytes($0.bytes) } ?? .none
        for (name, value) in (request.additionalHeaders ?? [:]).sorted(by: { $0.key < $1.key }) {
            wire.headers[name] = value
        }
        if let body, !wire.headers.contains(named: "Content-Type") { wire.headers.append("Content-Type", body.type) }
        return wire
    }

    private struct EncodedBody {
        var bytes: Data
        var type: String
    }

    private func encodedBody<Body, ResponseModel>(of request: NetworkRequest<Body, ResponseModel>) throws
        -> EncodedBody?
    {
        if let items = request.formItems {
            return EncodedBody(bytes: Data(URLFormItem.encode(items).utf8), type: "application/x-www-form-urlencoded")
        }
        switch request.body {
        case nil, is VoidRequest: return nil
        case let data as Data: return EncodedBody(bytes: data, type: "application/octet-stream")
        case let text as String: return EncodedBody(bytes: Data(text.utf8), type: "text/plain; charset=utf-8")
        case let model?:
            do {
                let encoder = request.encoder ?? configuration.defaultEncoder
                return EncodedBody(bytes: try encoder.encode(model), type: "application/json")
            } catch {
                throw NetworkClientError.encodingError(error)
            }
        }
    }
}

extension URLFormItem {
    /// - Source: WHATWG URL, section 5.2.
    static func encode(_ items: [URLFormItem]) -> String {
        items.compactMap { item in
            item.value.map { PercentCoding.encodeForm(item.name) + "=" + PercentCoding.encodeForm($0) }
        }.joined(separator: "&")
    }
}
