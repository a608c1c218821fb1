import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A validator that decides which responses are accepted.
public struct HTTPResponseValidator: Sendable {
    let validate: @Sendable (HTTPURLResponse, Data, NetworkClient.Configs) throws -> Void

    /// Creates a validator.
    ///
    /// - Parameter validate: Throws for a response to refuse. For a download, a stream and a mocked value it gets the head, and no bytes.
    public init(_ validate: @escaping @Sendable (HTTPURLResponse, Data, NetworkClient.Configs) throws -> Void) {
        self.validate = validate
    }

    /// Returns a validator that accepts the statuses of a range, and responses that a response interceptor accepts.
    ///
    /// - Throws: ``NetworkClientError/unacceptableStatusCode(statusCode:response:data:)``.
    public static func statusCode(_ codes: ClosedRange<Int>) -> HTTPResponseValidator {
        statusCode { codes.contains($0) }
    }

    /// Returns a validator that refuses the statuses of a range or a set: `.refusing(400...499)`, `.refusing([404, 410])`. A response that a
    /// response interceptor accepts is not refused.
    ///
    /// - Throws: ``NetworkClientError/unacceptableStatusCode(statusCode:response:data:)``.
    public static func refusing(_ codes: some Collection<Int> & Sendable) -> HTTPResponseValidator {
        statusCode { !codes.contains($0) }
    }

    private static func statusCode(_ isGood: @escaping @Sendable (Int) -> Bool) -> HTTPResponseValidator {
        HTTPResponseValidator { response, data, _ in
            guard response.recordedAcceptance ?? isGood(response.statusCode) else {
                throw NetworkClientError.unacceptableStatusCode(
                    statusCode: response.statusCode, response: response, data: data)
            }
        }
    }

    /// The validator that accepts the statuses 200 to 299.
    public static let statusCode = HTTPResponseValidator.statusCode(200...299)

    /// The validator that accepts every response.
    public static let alwaysSuccess = HTTPResponseValidator { _, _, _ in }
}

extension NetworkClient.Configs {
    /// The validator of responses. Default: a status from 200 to 299.
    public var httpResponseValidator: HTTPResponseValidator {
        get { self[\.httpResponseValidator] ?? .statusCode }
        set { self[\.httpResponseValidator] = newValue }
    }
}

extension NetworkClient {
    /// Sets which responses are accepted: `.httpResponseValidator(.alwaysSuccess)`.
    public func httpResponseValidator(_ validator: HTTPResponseValidator) -> NetworkClient {
        configs(\.httpResponseValidator, validator)
    }
}
