import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClient {
    /// The settings that modifiers change and calls use: the last one set counts, wherever in the chain it was set.
    ///
    /// A custom setting is a property that is stored under its own key path:
    /// ```swift
    /// extension NetworkClient.Configs {
    ///     var pageSize: Int {
    ///         get { self[\.pageSize] ?? 20 }
    ///         set { self[\.pageSize] = newValue }
    ///     }
    /// }
    /// ```
    public struct Configs: Sendable {
        /// The configuration: transport, retries, interceptors, redirects, and everything that the other APIs use too.
        public var configuration: NetworkConfiguration
        private var values: [Key: any Sendable] = [:]

        // The values that the steps of one request leave for its call.

        /// The body sent when the `URLRequest` has none.
        var bodySource = BodySource.none
        /// The content type of the body, for a request that sets none itself.
        var contentType: String?
        var timeout: Duration?
        var callSite: CallSite?
        /// The response being processed: set while validators, error decoders and serializers run, nil before.
        public internal(set) var response: HTTPURLResponse?

        /// Creates the configs of a chain without modifiers.
        public init(configuration: NetworkConfiguration) { self.configuration = configuration }

        /// The value stored under a key path; nil when none was set.
        public subscript<Value: Sendable>(_ keyPath: WritableKeyPath<Configs, Value> & Sendable) -> Value? {
            // Unwrapped first: a missing value would count as the nil of an optional one.
            get { values[Key(keyPath)].flatMap { $0 as? Value } }
            set { values[Key(keyPath)] = newValue }
        }
    }
}

/// `@unchecked Sendable`: created only from key paths that are Sendable.
private struct Key: Hashable, @unchecked Sendable {
    private let keyPath: AnyKeyPath

    init<Value>(_ keyPath: WritableKeyPath<NetworkClient.Configs, Value> & Sendable) { self.keyPath = keyPath }
}

/// The place of a call in the source.
struct CallSite: Sendable, Hashable, CustomStringConvertible {
    /// The module and file: "Module/File.swift".
    var fileID: String
    var line: UInt

    var description: String { "\(fileID)/\(line)" }
}

extension NetworkClient.Configs: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of values that are set; they themselves may be secrets.
    public var description: String { "Configs(\(values.count) values)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}
