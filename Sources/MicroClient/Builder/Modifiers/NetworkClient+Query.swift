import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClient {
    /// Appends items to the query, in order; those without a value are left out.
    public func query(_ items: [URLQueryItem]) -> NetworkClient { query { _ in items } }

    /// Appends items that are made of the configs.
    public func query(_ items: @escaping @Sendable (Configs) throws -> [URLQueryItem]) -> NetworkClient {
        modifyRequest { request, configs in try request.append(path: nil, queryItems: items(configs)) }
    }

    /// Appends values of any kind, sorted by their names; those that are nil are left out.
    ///
    /// - Parameter parameters: encoded by ``Configs/queryEncoder``.
    public func query(_ parameters: [String: (any Encodable & Sendable)?]) -> NetworkClient {
        query { try $0.queryItems(NamedValues(parameters.filter { $0.value != nil })) }
    }

    /// Appends the properties of a value, encoded by ``Configs/queryEncoder``.
    @_disfavoredOverload
    public func query(_ value: some Encodable & Sendable) -> NetworkClient {
        query { try $0.queryItems(value) }
    }

    /// Appends one value, encoded by ``Configs/queryEncoder``; nothing when it is nil.
    public func query(_ name: String, _ value: (some Encodable & Sendable)?) -> NetworkClient {
        query { try value.map($0.queryItems(name)) ?? [] }
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

    fileprivate func queryItems<Value: Encodable & Sendable>(_ name: String) -> (Value) throws -> [URLQueryItem] {
        { try queryItems(NamedValues([name: $0])) }
    }
}

/// Values of any kind under names that are not known beforehand.
struct NamedValues: Encodable, Sendable {
    /// A nil is encoded as one.
    let values: [(name: String, value: (any Encodable & Sendable)?)]

    init(_ values: [String: (any Encodable & Sendable)?]) {
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

/// Any name.
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
