import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClient {
    /// Sets a header field.
    ///
    /// - Parameters:
    ///   - name: The name of the field, in any case.
    ///   - value: The value; nil changes nothing.
    ///   - update: Whether a field of this name is replaced; otherwise the value is added to it, after a comma. Default: false.
    public func header(
        _ name: String, _ value: (any CustomStringConvertible & Sendable)?, update: Bool = false
    ) -> NetworkClient {
        guard let value else { return self }
        return headers([HeaderField(name, value.description)], update: update)
    }

    /// Sets header fields: `.headers(.accept(.json), .userAgent("mine"))`; `update` as in ``header(_:_:update:)``.
    public func headers(_ fields: HeaderField..., update: Bool = false) -> NetworkClient {
        headers(fields, update: update)
    }

    /// Sets header fields; `update` as in ``header(_:_:update:)``.
    public func headers(_ fields: [String: String], update: Bool = false) -> NetworkClient {
        headers(fields.map { HeaderField($0.key, $0.value) }, update: update)
    }

    /// Sets header fields; `update` as in ``header(_:_:update:)``.
    public func headers(_ fields: [HeaderField], update: Bool = false) -> NetworkClient {
        modifyRequest { request in
            for field in fields {
                let present = update ? nil : request.value(forHTTPHeaderField: field.name)
                request.setValue(
                    present.map { "\($0), \(field.value)" } ?? field.value, forHTTPHeaderField: field.name)
            }
        }
    }

    /// Removes a header field that was set before.
    public func removeHeader(_ name: String) -> NetworkClient {
        modifyRequest { $0.setValue(nil, forHTTPHeaderField: name) }
    }
}

extension HeaderField {
    /// Returns an `Accept` field with the media types that the response may have.
    public static func accept(_ types: MimeType...) -> HeaderField {
        HeaderField("Accept", types.map(\.rawValue).joined(separator: ", "))
    }
    /// Returns a `Content-Type` field with the media type of the body.
    public static func contentType(_ type: MimeType) -> HeaderField { HeaderField("Content-Type", type.rawValue) }
    /// Returns a `User-Agent` field with the name of the program.
    public static func userAgent(_ text: String) -> HeaderField { HeaderField("User-Agent", text) }
}
