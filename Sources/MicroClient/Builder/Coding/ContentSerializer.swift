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
