import Foundation

/// A type with a value for tests and previews: requests for that type return it while mocks are in use.
public protocol Mockable {
    /// The value that requests for this type return.
    static var mock: Self { get }
}

extension NetworkClient {
    /// The policy for using mocks instead of sending requests.
    public enum MocksPolicy: Sendable, Hashable, CaseIterable {
        /// Mocks are never used.
        case ignore
        /// Mocks are used where there is one.
        case ifSpecified
        /// Mocks are always used: a request without one is an error, ``NetworkClient/MissingMock``.
        case require
    }
}

extension NetworkClient {
    /// The error of a request without a mock when requests must not be sent.
    public struct MissingMock: Error, Sendable, Hashable, LocalizedError {
        /// The type of the value that was requested.
        public let type: String

        public var errorDescription: String? {
            "there is no mock of \(type), and requests are not sent: use .mock(value), or make \(type) Mockable"
        }
    }
}

extension NetworkClient.Configs {
    /// The policy for mocks. Default: they are used where specified in tests and previews, and ignored elsewhere.
    public var usingMocksPolicy: NetworkClient.MocksPolicy {
        get { self[\.usingMocksPolicy] ?? valueFor(live: .ignore, test: .ifSpecified, preview: .ifSpecified) }
        set { self[\.usingMocksPolicy] = newValue }
    }

    fileprivate var mocks: [ObjectIdentifier: any Sendable] {
        get { self[\.mocks] ?? [:] }
        set { self[\.mocks] = newValue }
    }

    /// Returns the mocked value of a call; nil when the request is to be sent.
    ///
    /// - Throws: ``NetworkClientError/unknown(_:)`` around ``NetworkClient/MissingMock``; the errors of validators and the serializer.
    func mock<Response, Value>(of serializer: Serializer<Response, Value>) throws -> Value? {
        guard usingMocksPolicy != .ignore else { return nil }
        // Unwrapped first: a missing mock would count as the nil of an optional value.
        if Value.self != Response.self, let mock = mocks[ObjectIdentifier(Value.self)], let value = mock as? Value {
            return try self.value(ofMock: value) { value, _ in value }
        }
        if let mock = mocks[ObjectIdentifier(Response.self)], let response = mock as? Response {
            return try value(ofMock: response, serializer.serialize)
        }
        if let type = Value.self as? any Mockable.Type, let value = type.mock as? Value {
            return try self.value(ofMock: value) { value, _ in value }
        }
        guard usingMocksPolicy == .require else { return nil }
        throw NetworkClientError.unknown(NetworkClient.MissingMock(type: "\(Value.self)"))
    }
}

extension NetworkClient {
    /// Sets the value that requests for its type return while mocks are in use; `Data` is the body of any response.
    ///
    /// The ``Configs/httpResponseValidator`` validates it as a response 200; a value that is not `Data` has no bytes there.
    public func mock<Value: Sendable>(_ value: Value) -> NetworkClient {
        configs { $0.mocks[ObjectIdentifier(Value.self)] = value }
    }

    /// Sets whether requests are mocked. Default: see ``Configs/usingMocksPolicy``.
    public func usingMocks(policy: NetworkClient.MocksPolicy) -> NetworkClient { configs(\.usingMocksPolicy, policy) }
}
