import Foundation

/// A request exactly as it is sent: nothing is normalised, reordered or added by the values themselves.
///
/// `URLRequest` cannot represent this: on Linux it loses the order of fields and duplicates, and rewrites `|` and `%zz` in URLs.
public struct WireRequest: Sendable {
    /// The method: any token, sent as it is, in its own case.
    public var method: HTTPMethod
    /// The absolute URL as text: scheme, authority, path and query exactly as sent. A fragment is not sent.
    public var url: String
    /// The header fields in the order, spelling and number in which they are sent. The transport adds `Host` and the length of the body.
    public var headers: HeaderFields
    /// The body. Default: none.
    public var body: BodySource
    /// The options: timeouts, TLS, proxy, limits.
    public var options: TransferOptions

    /// Creates a request; by default a GET without fields.
    public init(
        method: HTTPMethod = .get, url: String, headers: HeaderFields = [], body: BodySource = .none,
        options: TransferOptions = TransferOptions()
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.options = options
    }
}

/// The source of a request's body.
public enum BodySource: Sendable {
    /// No body.
    case none
    /// The body is in memory.
    case bytes(Data)
    /// The body is a file, read while it is sent; its size when opened is its length.
    case file(URL)
    /// The body is produced while it is sent.
    case stream(BodySource.Stream)

    /// Whether the same bytes can be sent again, for a retry or a redirect that keeps the body.
    public var isReplayable: Bool {
        if case .stream(let stream) = self { return stream.isReplayable }
        return true
    }

    /// The length in bytes; nil if it is not known without reading.
    public var length: Int64? {
        switch self {
        case .none: 0
        case .bytes(let data): Int64(data.count)
        case .file(let url): (try? FileManager.default.attributesOfItem(atPath: url.path))?[.size] as? Int64
        case .stream(let stream): stream.length
        }
    }
}

extension BodySource {
    /// A body that is produced while it is sent.
    public struct Stream: Sendable {
        /// The length in bytes; nil when unknown (HTTP/1.1 then sends it chunked).
        public var length: Int64?
        /// Whether ``open`` may be called again and gives the same bytes.
        public var isReplayable: Bool
        /// Starts reading from the beginning; the returned closure gives chunk after chunk, then nil.
        public var open: @Sendable () throws -> @Sendable () async throws -> Data?

        /// Creates a body; by default of unknown length and read once.
        public init(
            length: Int64? = nil, isReplayable: Bool = false,
            open: @escaping @Sendable () throws -> @Sendable () async throws -> Data?
        ) {
            self.length = length
            self.isReplayable = isReplayable
            self.open = open
        }
    }
}
