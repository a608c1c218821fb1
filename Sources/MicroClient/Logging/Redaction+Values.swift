// What print and dump say of values that hold secrets. The values themselves stay as they are.

extension HeaderField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// "Accept: text/plain", the value masked where the name says that it is a secret.
    public var description: String { "\(name): \(Redaction.value(value, of: name))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "value": Redaction.value(value, of: name)], displayStyle: .struct)
    }
}

extension SentRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// "GET http://host/path", secrets in the URL masked.
    public var description: String { subject }
    public var debugDescription: String { description }
    public var customMirror: Mirror { .redacted(self, method, url, headers, bodyLength) }
}

extension WireRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// "GET http://host/path", secrets in the URL masked.
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
}
