import Foundation

/// A serializer that makes a value from the response of a caller.
public struct Serializer<Response, Value> {
    let serialize: (Response, NetworkClient.Configs) throws -> Value

    /// Creates a serializer.
    ///
    /// - Parameter serialize: Makes the value. Its errors end the call unchanged, except for a `DecodingError`, which becomes
    ///   ``NetworkClientError/decodingError(_:)``.
    public init(_ serialize: @escaping (Response, NetworkClient.Configs) throws -> Value) {
        self.serialize = serialize
    }
}

extension Serializer where Response == Data, Value: Decodable {
    /// The serializer that decodes by ``NetworkClient/Configs/bodyDecoder``; `Data` and `String` get the body as received, ``VoidResponse``
    /// ignores it, an `Optional` is nil for an empty one.
    public static var decodable: Serializer {
        Serializer { data, configs in
            let head = try configs.response.map(ResponseHead.init) ?? ResponseHead(status: 200)
            return try ResponseDecoder(decoder: configs.bodyDecoder).decode(Value.self, from: data, head: head)
        }
    }

    /// Returns ``decodable`` for an explicit type.
    public static func decodable(_ type: Value.Type) -> Serializer { .decodable }
}

extension Serializer<Data, Data> {
    /// The serializer that returns the body as received.
    public static var data: Serializer { .identity }
}

extension Serializer<Data, String> {
    /// The serializer that returns the body as text, decoded by its charset.
    public static var string: Serializer { .decodable }
}

extension Serializer where Value == Void {
    /// The serializer that ignores the response.
    public static var void: Serializer { Serializer { _, _ in } }
}

extension Serializer where Response == Value {
    /// The serializer that returns the caller's response unchanged.
    public static var identity: Serializer { Serializer { response, _ in response } }
    /// The serializer ``identity``.
    public static var instance: Serializer { .identity }
}
