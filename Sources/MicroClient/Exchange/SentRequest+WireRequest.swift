import Foundation

extension Exchange.SentRequest {
    /// Creates the record of a request as it is handed to a transport.
    package init(_ request: WireRequest) {
        var bytes: Data?
        if case .bytes(let data) = request.body { bytes = data }
        self.init(
            method: request.method, url: request.url, headers: request.headers, bodyLength: request.body.length,
            body: bytes)
    }
}

extension ResponseHead {
    /// The `Content-Length` as a number; nil when absent, malformed, or of an encoded body (its decoded length differs).
    var contentLength: Int64? {
        guard !headers.contains(named: "Content-Encoding") else { return nil }
        return headers["Content-Length"].flatMap { Int64($0) }
    }
}
