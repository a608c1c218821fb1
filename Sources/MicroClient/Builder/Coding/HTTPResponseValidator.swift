import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Says which answers are good.
public struct HTTPResponseValidator: Sendable {
    let validate: @Sendable (HTTPURLResponse, Data, NetworkClient.Configs) throws -> Void

    /// - Parameter validate: throws for an answer that is not good. Of a download, a stream and a mocked value it gets the head, and no bytes.
    public init(_ validate: @escaping @Sendable (HTTPURLResponse, Data, NetworkClient.Configs) throws -> Void) {
        self.validate = validate
    }

    /// Those with a status of a range, and those that a response interceptor accepts.
    ///
    /// - Throws: ``NetworkClientError/unacceptableStatusCode(statusCode:response:data:)``.
    public static func statusCode(_ codes: ClosedRange<Int>) -> HTTPResponseValidator {
        statusCode { codes.contains($0) }
    }

    /// All but those with a status of a range or a set: `.refusing(400...499)`, `.refusing([404, 410])`. What a response interceptor accepts
    /// is good.
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

    /// 200 to 299.
    public static let statusCode = HTTPResponseValidator.statusCode(200...299)

    /// All.
    public static let alwaysSuccess = HTTPResponseValidator { _, _, _ in }
}

extension NetworkClient.Configs {
    /// Default: a status from 200 to 299.
    public var httpResponseValidator: HTTPResponseValidator {
        get { self[\.httpResponseValidator] ?? .statusCode }
        set { self[\.httpResponseValidator] = newValue }
    }
}

extension NetworkClient {
    /// Which answers are good: `.httpResponseValidator(.alwaysSuccess)`.
    public func httpResponseValidator(_ validator: HTTPResponseValidator) -> NetworkClient {
        configs(\.httpResponseValidator, validator)
    }
}
