import Foundation

/// Reads the error that an answer's body tells of.
public struct ErrorDecoder: Sendable {
    let decode: @Sendable (Data, NetworkClient.Configs) -> (any Error)?

    /// - Parameter decode: nil when the body tells of none that is known.
    public init(_ decode: @escaping @Sendable (Data, NetworkClient.Configs) -> (any Error)?) { self.decode = decode }

    /// The status is the error.
    public static let none = ErrorDecoder { _, _ in nil }

    /// A type of error that the body is decoded to.
    ///
    /// - Parameters:
    ///   - type: what it is decoded to.
    ///   - decoder: nil: ``NetworkClient/Configs/bodyDecoder``.
    public static func decodable<Failure: Error & Decodable>(
        _ type: Failure.Type, decoder: (any DataDecoder)? = nil
    ) -> ErrorDecoder {
        ErrorDecoder { data, configs in try? (decoder ?? configs.bodyDecoder).decode(type, from: data) }
    }
}

extension NetworkClient.Configs {
    /// Asked when the validator refuses an answer, or its body cannot be decoded. Default: none.
    public var errorDecoder: ErrorDecoder {
        get { self[\.errorDecoder] ?? .none }
        set { self[\.errorDecoder] = newValue }
    }
}

extension NetworkClient {
    /// Errors that the server tells of are thrown as what they are: `.errorDecoder(.decodable(APIError.self))`.
    ///
    /// They are asked for when the validator refuses the answer, or its body is not what was expected; where none can be read, the call
    /// throws ``NetworkClientError``. A decoded error carries no exchange: an observer sees it.
    public func errorDecoder(_ decoder: ErrorDecoder) -> NetworkClient { configs(\.errorDecoder, decoder) }
}
