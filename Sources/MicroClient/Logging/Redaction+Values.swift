// Descriptions and mirrors, without secrets, for print and dump. The values themselves stay as they are.

extension HeaderField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A description such as "Accept: text/plain", the value masked if the name is that of a secret.
    public var description: String { "\(name): \(Redaction.value(value, of: name))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "value": Redaction.value(value, of: name)], displayStyle: .struct)
    }
}

extension Exchange.SentRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A description such as "GET http://host/path", secrets in the URL masked.
    public var description: String { subject }
    public var debugDescription: String { description }
    public var customMirror: Mirror { .redacted(self, method, url, headers, bodyLength) }
}

extension WireRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A description such as "GET http://host/path", secrets in the URL masked.
    public var description: String { "\(method) \(Redaction.url(url))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { .redacted(self, method, url, headers, body.length) }
}

extension Mirror {
    fileprivate static func redacted(
        _ subject: Any, _ method: HTTPMethod, _ url: String, _ headers: HeaderFields, _ bodyLength: Int64?
    ) -> Mirror {
        let children: KeyValuePairs<String, Any> = [
            "method": method.rawValue, "url": Redaction.url(url), "headers": Array(headers),
            "bodyLength": bodyLength as Any,
        ]
        return Mirror(subject, children: children, displayStyle: .struct)
    }

    /// Returns a mirror that contains only the description.
    static func described(_ subject: some CustomStringConvertible) -> Mirror {
        Mirror(subject, children: ["description": subject.description], displayStyle: .struct)
    }
}

extension BodySource: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A description such as "12 bytes", "file photo.jpg", "stream".
    public var description: String {
        switch self {
        case .none: "none"
        case .bytes(let data): ByteText.of(Int64(data.count))
        case .file(let url): "file \(url.lastPathComponent)"
        case .stream: "stream"
        }
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}

extension TransferOptions.Proxy: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The proxy's URL, user information masked, and the hosts for which it is not used.
    public var description: String {
        let but = exceptions.isEmpty ? "" : ", not for \(exceptions.joined(separator: ", "))"
        return Redaction.url(url) + but
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}

extension TransferOptions.ClientCertificate: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path of the certificate's file.
    public var description: String {
        switch self {
        case .pem(let certificate, _, _): certificate
        case .pkcs12(let file, _): file
        }
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}
