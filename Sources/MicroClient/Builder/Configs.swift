import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClient {
    /// Values that modifiers set and calls go by: the last one set counts, wherever in the chain it was set.
    ///
    /// A value of your own is a property that keeps itself under its own key path:
    /// ```swift
    /// extension NetworkClient.Configs {
    ///     var pageSize: Int {
    ///         get { self[\.pageSize] ?? 20 }
    ///         set { self[\.pageSize] = newValue }
    ///     }
    /// }
    /// ```
    public struct Configs: Sendable {
        /// Transport, retries, interceptors, redirects, and all else that the library's other doors have too.
        public var configuration: NetworkConfiguration
        private var values: [Key: any Sendable] = [:]

        // What the steps of one request leave for its call.

        /// Sent when the `URLRequest` has no body.
        var bodySource = BodySource.none
        /// Of the body, for a request that says none itself.
        var contentType: String?
        var timeout: Duration?
        var callSite: CallSite?
        /// The answer that is being looked at: set while validators, error decoders and serializers run, nil before.
        public internal(set) var response: HTTPURLResponse?

        /// The configs of a chain without modifiers.
        public init(configuration: NetworkConfiguration) { self.configuration = configuration }

        /// The value kept under a key path; nil when none was set.
        public subscript<Value: Sendable>(_ keyPath: WritableKeyPath<Configs, Value> & Sendable) -> Value? {
            // Unwrapped first: a missing value would pass for the nil of an optional one.
            get { values[Key(keyPath)].flatMap { $0 as? Value } }
            set { values[Key(keyPath)] = newValue }
        }
    }
}

/// `@unchecked Sendable`: made of key paths that are Sendable only.
private struct Key: Hashable, @unchecked Sendable {
    private let keyPath: AnyKeyPath

    init<Value>(_ keyPath: WritableKeyPath<NetworkClient.Configs, Value> & Sendable) { self.keyPath = keyPath }
}

/// Where in the source a call stands.
struct CallSite: Sendable, Hashable, CustomStringConvertible {
    /// "Module/File.swift".
    var fileID: String
    var line: UInt

    var description: String { "\(fileID)/\(line)" }
}

extension NetworkClient.Configs: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many values are set; they themselves may be secrets.
    public var description: String { "Configs(\(values.count) values)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}
