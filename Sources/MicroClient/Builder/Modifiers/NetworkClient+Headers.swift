import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClient {
    /// Sets a header field.
    ///
    /// - Parameters:
    ///   - name: of the field, without regard to case.
    ///   - value: nothing changes when it is nil.
    ///   - update: whether a field of this name is replaced; otherwise the value is added to it, after a comma. Default: false.
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

    /// Takes a header field away that was set before.
    public func removeHeader(_ name: String) -> NetworkClient {
        modifyRequest { $0.setValue(nil, forHTTPHeaderField: name) }
    }
}

extension HeaderField {
    /// Which media types are wanted.
    public static func accept(_ types: MimeType...) -> HeaderField {
        HeaderField("Accept", types.map(\.rawValue).joined(separator: ", "))
    }
    /// What the body is.
    public static func contentType(_ type: MimeType) -> HeaderField { HeaderField("Content-Type", type.rawValue) }
    /// Which program asks.
    public static func userAgent(_ text: String) -> HeaderField { HeaderField("User-Agent", text) }
}
