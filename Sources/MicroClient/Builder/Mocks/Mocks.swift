import Foundation

/// A type that has a value for tests and previews: requests that give it are mocked where mocks are used.
public protocol Mockable {
    /// What requests for this type are answered with.
    static var mock: Self { get }
}

extension NetworkClient {
    /// Whether requests are answered by mocks.
    public enum MocksPolicy: Sendable, Hashable, CaseIterable {
        /// Never.
        case ignore
        /// Where there is one.
        case ifSpecified
        /// Always: a request without one is an error, ``NetworkClient/MissingMock``.
        case require
    }
}

extension NetworkClient {
    /// Nothing says what to answer with, and requests are not to be sent.
    public struct MissingMock: Error, Sendable, Hashable, LocalizedError {
        /// The type of the value that was asked for.
        public let type: String

        public var errorDescription: String? {
            "there is no mock of \(type), and requests are not to be sent: say .mock(value), or make \(type) Mockable"
        }
    }
}

extension NetworkClient.Configs {
    /// Default: mocks are used where they are specified in tests and previews, and ignored elsewhere.
    public var usingMocksPolicy: NetworkClient.MocksPolicy {
        get { self[\.usingMocksPolicy] ?? valueFor(live: .ignore, test: .ifSpecified, preview: .ifSpecified) }
        set { self[\.usingMocksPolicy] = newValue }
    }

    fileprivate var mocks: [ObjectIdentifier: any Sendable] {
        get { self[\.mocks] ?? [:] }
        set { self[\.mocks] = newValue }
    }

    /// What a call is answered with; nil when it is to be sent.
    ///
    /// - Throws: ``NetworkClientError/unknown(_:)`` around ``NetworkClient/MissingMock``; what validators and the serializer throw.
    func mock<Response, Value>(of serializer: Serializer<Response, Value>) throws -> Value? {
        guard usingMocksPolicy != .ignore else { return nil }
        // Unwrapped first: a missing mock would pass for the nil of an optional value.
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
    /// A value that requests for its type are answered with, where mocks are used; `Data` stands for the body of any answer.
    ///
    /// The ``Configs/httpResponseValidator`` judges it as a response 200; a value that is no `Data` has no bytes there.
    public func mock<Value: Sendable>(_ value: Value) -> NetworkClient {
        configs { $0.mocks[ObjectIdentifier(Value.self)] = value }
    }

    /// Whether requests are answered by mocks. Default: see ``Configs/usingMocksPolicy``.
    public func usingMocks(policy: NetworkClient.MocksPolicy) -> NetworkClient { configs(\.usingMocksPolicy, policy) }
}
