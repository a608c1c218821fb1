import Foundation

/// Makes a value of what a caller got.
public struct Serializer<Response, Value> {
    let serialize: (Response, NetworkClient.Configs) throws -> Value

    /// - Parameter serialize: what it throws ends the call as it is, but for a `DecodingError`, which becomes
    ///   ``NetworkClientError/decodingError(_:)``.
    public init(_ serialize: @escaping (Response, NetworkClient.Configs) throws -> Value) {
        self.serialize = serialize
    }
}

extension Serializer where Response == Data, Value: Decodable {
    /// By ``NetworkClient/Configs/bodyDecoder``; `Data` and `String` get the body as it came, ``VoidResponse`` ignores it, an `Optional` is
    /// nil for an empty one.
    public static var decodable: Serializer {
        Serializer { data, configs in
            let head = try configs.response.map(ResponseHead.init) ?? ResponseHead(status: 200)
            return try AnswerDecoder(decoder: configs.bodyDecoder).decode(Value.self, from: data, head: head)
        }
    }

    /// The same, the type named.
    public static func decodable(_ type: Value.Type) -> Serializer { .decodable }
}

extension Serializer<Data, Data> {
    /// The body as it came.
    public static var data: Serializer { .identity }
}

extension Serializer<Data, String> {
    /// The body as text, in its charset.
    public static var string: Serializer { .decodable }
}

extension Serializer where Value == Void {
    /// Whatever came does not matter.
    public static var void: Serializer { Serializer { _, _ in } }
}

extension Serializer where Response == Value {
    /// What the caller got.
    public static var identity: Serializer { Serializer { response, _ in response } }
    /// The same as ``identity``.
    public static var instance: Serializer { .identity }
}
