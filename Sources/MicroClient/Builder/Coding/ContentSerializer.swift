import Foundation

/// Makes a request's body of a value.
public struct ContentSerializer<Value>: Sendable {
    let serialize: @Sendable (Value, NetworkClient.Configs) throws -> Data
    let contentType: @Sendable (NetworkClient.Configs) -> String?

    /// - Parameters:
    ///   - contentType: what the bytes are said to be unless the request says it; nil says nothing.
    ///   - serialize: what it throws ends the call as ``NetworkClientError/encodingError(_:)``.
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
    /// By ``NetworkClient/Configs/bodyEncoder``.
    public static var encodable: ContentSerializer {
        ContentSerializer(
            contentType: { $0.bodyEncoder.contentType }, serialize: { try $1.bodyEncoder.encode($0) })
    }

    /// The same, the type named.
    public static func encodable(_ type: Value.Type) -> ContentSerializer { .encodable }
}

extension ContentSerializer<Locked<any Encodable>> {
    /// By ``NetworkClient/Configs/bodyEncoder``, for a value that need not be `Sendable`, since nobody else has it. Where the main actor is
    /// the default isolation, a type that is only `Encodable` can be used on it alone, as far as the compiler knows.
    static var kept: ContentSerializer {
        ContentSerializer(
            contentType: { $0.bodyEncoder.contentType },
            serialize: { kept, configs in try kept.withLock { try configs.bodyEncoder.encode($0) } })
    }
}

extension ContentSerializer<Data> {
    /// As it is.
    public static var data: ContentSerializer {
        ContentSerializer(contentType: "application/octet-stream") { data, _ in data }
    }
}

extension ContentSerializer<String> {
    /// As UTF-8.
    public static var text: ContentSerializer {
        ContentSerializer(contentType: "text/plain; charset=utf-8") { text, _ in Data(text.utf8) }
    }
}
