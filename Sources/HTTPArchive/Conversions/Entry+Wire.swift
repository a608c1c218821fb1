import Foundation
import MicroClient

extension WireRequest {
    /// Creates a request from that of an archive, to send it again: method, URL, header fields and body as recorded.
    ///
    /// Fields of the connection that carried it are left out: `Host`, `Content-Length`, `Transfer-Encoding`, `Connection`, and the
    /// pseudo-fields of HTTP/2, which begin with a colon. Masked values stay masked.
    public init(_ request: HAR.Request) {
        let fields = request.headers.filter { field in
            field.name.utf8.first != UInt8(ascii: ":") && !Self.fieldsOfAConnection.contains(field.name.lowercased())
        }
        let body = request.postData?.body ?? Data()
        self.init(
            method: HTTPMethod(rawValue: request.method), url: request.url,
            headers: HeaderFields(fields.map { HeaderField($0.name, $0.value) }),
            body: body.isEmpty ? .none : .bytes(body))
    }

    private static let fieldsOfAConnection: Set = [
        "host", "content-length", "transfer-encoding", "connection", "keep-alive", "proxy-connection",
    ]
}

extension ResponseHead {
    /// Creates the head of an archive's response; nil when none arrived. Its body is ``HAR/Content/body``.
    public init?(_ response: HAR.Response) {
        guard (100...999).contains(response.status) else { return nil }
        // Some programs write several fields of a name, such as Set-Cookie, as one with a line each.
        var fields: [HeaderField] = []
        for field in response.headers where field.name.utf8.first != UInt8(ascii: ":") {
            let lines = field.value.utf8.split(whereSeparator: Self.endsLine)
            fields +=
                lines.count > 1
                ? lines.map { HeaderField(field.name, String(Substring($0))) } : [HeaderField(field.name, field.value)]
        }
        self.init(
            status: response.status, reason: response.statusText,
            httpVersion: Self.version(response.httpVersion), headers: HeaderFields(fields))
    }

    private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// Reads "HTTP/1.1", "http/2.0", "h2" and "h3", as programs write the version.
    private static func version(_ text: String) -> String? {
        let text = text.lowercased()
        let number = text.hasPrefix("http/") ? text.dropFirst(5) : text.hasPrefix("h") ? text.dropFirst() : text[...]
        let version = number.hasSuffix(".0") && number != "1.0" ? number.dropLast(2) : number
        return ["1.0", "1.1", "2", "3"].contains(version) ? String(version) : nil
    }
}

extension ConnectionFacts {
    /// Creates the connection of an entry; nil when the archive has no server address.
    public init?(_ entry: HAR.Entry) {
        guard let address = entry.serverIPAddress, !address.isEmpty else { return nil }
        self.init(
            remoteAddress: address, remotePort: entry.remotePort,
            isReused: entry.other["_reused"].flatMap { $0 == true ? true : $0 == false ? false : nil },
            tlsVersion: entry.other["_tlsVersion"]?.text, tlsCipher: entry.other["_tlsCipher"]?.text)
    }
}

extension HAR.Entry {
    /// The server's port; nil if ``connection`` is not a port but an id, as in some browsers.
    fileprivate var remotePort: Int? {
        guard let port = connection.flatMap({ Int($0) }), (1...0xFFFF).contains(port) else { return nil }
        let parts = URLComponents(string: request.url)
        let ofOrigin = parts?.port ?? (parts?.scheme?.lowercased() == "https" ? 443 : 80)
        // In an entry of this library it may be the port of a proxy.
        return port == ofOrigin || other["_attempt"] != nil || other["_reused"] != nil ? port : nil
    }
}
