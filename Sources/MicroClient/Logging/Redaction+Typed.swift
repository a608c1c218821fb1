import Foundation

// Descriptions and mirrors of requests, clients and interceptors for print and dump: never the content of foreign types.

extension NetworkRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A description such as "POST /users", secrets in the path masked.
    public var description: String { "\(method) \(Redaction.url(path ?? baseURL?.absoluteString ?? ""))" }
    public var debugDescription: String { description }

    /// A mirror with the names of fields and items, and their values unless secret; of the body only its type.
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "method": method.rawValue, "path": path.map(Redaction.url) as Any,
            "baseURL": baseURL.map { Redaction.url($0.absoluteString) } as Any,
            "queryItems": (queryItems ?? []).map { Redaction.item($0.name, $0.value) },
            "formItems": (formItems ?? []).map(\.description), "body": "\(RequestModel.self)",
            "additionalHeaders": (additionalHeaders ?? [:]).map { Redaction.item($0.key, $0.value) }.sorted(),
            "retryStrategy": retryStrategy as Any,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension URLFormItem: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A description such as "username=ann", the value masked if the name is that of a secret.
    public var description: String { Redaction.item(name, value) }
    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}

extension NetworkConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The base URL, secrets masked.
    public var description: String { "NetworkConfiguration(\(Redaction.url(baseURL.absoluteString)))" }
    public var debugDescription: String { description }

    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "session": "\(type(of: session))", "baseURL": Redaction.url(baseURL.absoluteString),
            "retryStrategy": retryStrategy, "logger": logger.map { "\(type(of: $0))" } as Any, "logLevel": logLevel,
            "interceptors": typeNames(interceptors), "wireInterceptors": typeNames(wireInterceptors),
            "responseInterceptors": typeNames(responseInterceptors), "redirects": redirects, "options": options,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension NetworkClient: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The base URL, secrets masked.
    public var description: String { "NetworkClient(\(Redaction.url(configuration.baseURL.absoluteString)))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["configuration": configuration], displayStyle: .struct)
    }
}

extension SendOptions: CustomReflectable {
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "retry": retry as Any, "redirects": redirects as Any, "interceptors": typeNames(interceptors),
            "logLevel": logLevel as Any,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension SendOptions: CustomStringConvertible, CustomDebugStringConvertible {
    /// The types of the interceptors.
    public var description: String { "SendOptions(interceptors: \(typeNames(interceptors)))" }
    public var debugDescription: String { description }
}

private func typeNames(_ values: [Any]) -> [String] { values.map { "\(type(of: $0))" } }

extension Redaction {
    /// Returns "name=value" as it may be printed; the name alone if there is no value.
    fileprivate static func item(_ name: String, _ value: String?) -> String {
        value.map { "\(name)=\(Redaction.value($0, of: name))" } ?? name
    }
}

extension APIKeyInterceptor: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The field, its value masked.
    public var description: String { "\(fieldName): \(Redaction.mask)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}

extension BearerTokenInterceptor: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The field, its value masked.
    public var description: String { "\(fieldName): Bearer \(Redaction.mask)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}

extension BasicCredentialsInterceptor: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The field, its value masked.
    public var description: String { "\(fieldName): Basic \(Redaction.mask)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}

extension BasicCredentialsInterceptor.Credentials: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The user without the password.
    public var description: String { "user \(user)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}
