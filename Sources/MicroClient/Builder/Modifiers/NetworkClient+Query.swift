import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClient {
    /// Appends items to the query, in order; those without a value are left out.
    public func query(_ items: [URLQueryItem]) -> NetworkClient { query { _ in items } }

    /// Appends items that depend on the configs.
    public func query(_ items: @escaping @Sendable (Configs) throws -> [URLQueryItem]) -> NetworkClient {
        modifyRequest { request, configs in try request.append(path: nil, queryItems: items(configs)) }
    }

    /// Appends values of any kind, sorted by their names; those that are nil are left out.
    ///
    /// - Parameter parameters: The values, encoded by ``Configs/queryEncoder``.
    public func query(_ parameters: [String: (any Encodable & Sendable)?]) -> NetworkClient {
        query { try $0.queryItems(NamedParameters(parameters.filter { $0.value != nil })) }
    }

    /// Appends the properties of a value, encoded by ``Configs/queryEncoder``.
    @_disfavoredOverload
    public func query(_ value: sending some Encodable) -> NetworkClient {
        let kept = Locked<any Encodable>(value)
        return query { configs in try kept.withLock { try configs.queryItems($0) } }
    }

    /// Appends one value, encoded by ``Configs/queryEncoder``; nothing when it is nil.
    public func query(_ name: String, _ value: sending (some Encodable)?) -> NetworkClient {
        guard let value else { return self }
        let kept = Locked<any Encodable>(value)
        return query { configs in try kept.withLock { try configs.queryItems(NamedParameters([name: $0])) } }
    }

    /// Appends a text; nothing when it is nil.
    public func query(_ name: String, _ value: String?) -> NetworkClient {
        query([URLQueryItem(name: name, value: value)])
    }

    /// Appends the raw value; nothing when it is nil.
    @_disfavoredOverload
    public func query<Value: RawRepresentable>(_ name: String, _ value: Value?) -> NetworkClient
    where Value.RawValue: Encodable & Sendable {
        query(name, value?.rawValue)
    }
}

extension NetworkClient.Configs {
    fileprivate func queryItems(_ value: some Encodable) throws -> [URLQueryItem] {
        do {
            return try queryEncoder.encode(value)
        } catch {
            throw NetworkClientError.encodingError(error)
        }
    }
}

/// Values of any type under names that are not known beforehand.
struct NamedParameters: Encodable {
    /// The values with their names; a nil is encoded as null.
    let values: [(name: String, value: (any Encodable)?)]

    init(_ values: [String: (any Encodable)?]) {
        self.values = values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        for (name, value) in values {
            guard let value else {
                try container.encodeNil(forKey: NameKey(stringValue: name))
                continue
            }
            try container.encode(value, forKey: NameKey(stringValue: name))
        }
    }
}

/// A coding key with any name.
struct NameKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}
