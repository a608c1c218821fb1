import Foundation

/// A serializer that makes a request body from a value.
public struct ContentSerializer<Value>: Sendable {
    let serialize: @Sendable (Value, NetworkClient.Configs) throws -> Data
    let contentType: @Sendable (NetworkClient.Configs) -> String?

    /// Creates a serializer.
    ///
    /// - Parameters:
    ///   - contentType: The media type of the bytes, unless the request sets one; nil sets none.
    ///   - serialize: Returns the bytes. Its errors end the call as ``NetworkClientError/encodingError(_:)``.
    public init(
        contentType: String?, _ serialize: @escaping @Sendable (Value, NetworkClient.Configs) throws -> Data
    ) {
        self.init(contentType: { _ in contentType }, serialize: serialize)
    }

    init(
        contentType: @escaping @Sendable (NetworkClient.Configs) -> String?,
        serialize: @escaping @Sendable (Value, NetworkClient.Configs) throws -> Data
    ) {
        self.serialize = serialize
        self.contentType = contentType
    }
}

extension ContentSerializer where Value: Encodable & Sendable {
    /// The serializer that encodes by ``NetworkClient/Configs/bodyEncoder``.
    public static var encodable: ContentSerializer {
        ContentSerializer(
            contentType: { $0.bodyEncoder.contentType }, serialize: { try $1.bodyEncoder.encode($0) })
    }

    /// Returns ``encodable`` for an explicit type.
    public static func encodable(_ type: Value.Type) -> ContentSerializer { .encodable }
}

extension ContentSerializer<Locked<any Encodable>> {
    /// The serializer that encodes by ``NetworkClient/Configs/bodyEncoder`` a value that need not be `Sendable`, since it is not shared. If the
    /// main actor is the default isolation, a type that is only `Encodable` can be used on it alone, as far as the compiler knows.
    static var kept: ContentSerializer {
        ContentSerializer(
            contentType: { $0.bodyEncoder.contentType },
            serialize: { kept, configs in try kept.withLock { try configs.bodyEncoder.encode($0) } })
    }
}

extension ContentSerializer<Data> {
    /// The serializer that sends bytes unchanged.
    public static var data: ContentSerializer {
        ContentSerializer(contentType: "application/octet-stream") { data, _ in data }
    }
}

extension ContentSerializer<String> {
    /// The serializer that sends text as UTF-8.
    public static var text: ContentSerializer {
        ContentSerializer(contentType: "text/plain; charset=utf-8") { text, _ in Data(text.utf8) }
    }
}
