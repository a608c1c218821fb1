import Foundation

/// A decoder of the error in a response's body.
public struct ErrorDecoder: Sendable {
    let decode: @Sendable (Data, NetworkClient.Configs) -> (any Error)?

    /// Creates a decoder.
    ///
    /// - Parameter decode: Returns the error of a body, or nil if the body contains no known error.
    public init(_ decode: @escaping @Sendable (Data, NetworkClient.Configs) -> (any Error)?) { self.decode = decode }

    /// The decoder that finds no error, so that the status is the error.
    public static let none = ErrorDecoder { _, _ in nil }

    /// Returns a decoder that decodes the body as an error type.
    ///
    /// - Parameters:
    ///   - type: The type of the error.
    ///   - decoder: The decoder; nil uses ``NetworkClient/Configs/bodyDecoder``.
    public static func decodable<Failure: Error & Decodable>(
        _ type: Failure.Type, decoder: (any DataDecoder)? = nil
    ) -> ErrorDecoder {
        ErrorDecoder { data, configs in try? (decoder ?? configs.bodyDecoder).decode(type, from: data) }
    }
}

extension NetworkClient.Configs {
    /// The decoder of errors, used when the validator refuses a response, or its body cannot be decoded. Default: none.
    public var errorDecoder: ErrorDecoder {
        get { self[\.errorDecoder] ?? .none }
        set { self[\.errorDecoder] = newValue }
    }
}

extension NetworkClient {
    /// Sets how errors in a response's body are decoded: `.errorDecoder(.decodable(APIError.self))`.
    ///
    /// It is used when the validator refuses the response, or its body cannot be decoded; if it finds no error, the call
    /// throws ``NetworkClientError``. A decoded error carries no exchange: an observer receives it.
    public func errorDecoder(_ decoder: ErrorDecoder) -> NetworkClient { configs(\.errorDecoder, decoder) }
}
