import Foundation

/// A request as it shall stand on the wire: nothing is normalised, reordered or added by the values themselves.
///
/// `URLRequest` cannot say this: on Linux it loses the order of fields, duplicates, and rewrites `|` and `%zz` in URLs.
public struct WireRequest: Sendable {
    /// Any token; sent as it is, in its own case.
    public var method: HTTPMethod
    /// The absolute URL as text: scheme, authority, path and query exactly as sent. A fragment is not sent.
    public var url: String
    /// In the order, spelling and number in which they are sent. `Host` and the length of the body are added by the transport.
    public var headers: HeaderFields
    /// Default: none.
    public var body: BodySource
    /// How it is carried: timeouts, TLS, proxy, limits.
    public var options: TransferOptions

    /// A GET without fields, unless said otherwise.
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

/// Where the bytes of a request's body come from.
public enum BodySource: Sendable {
    /// No body.
    case none
    /// In memory.
    case bytes(Data)
    /// A file, read while it is sent; its size when opened is its length.
    case file(URL)
    /// Made while it is sent.
    case stream(BodySource.Stream)

    /// Whether the same bytes can be sent once more, for a retry or a redirect that keeps the body.
    public var isReplayable: Bool {
        if case .stream(let stream) = self { return stream.isReplayable }
        return true
    }

    /// Length in bytes where it is known without reading.
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
    /// A body made while it is sent.
    public struct Stream: Sendable {
        /// In bytes; nil when unknown (HTTP/1.1 then sends it chunked).
        public var length: Int64?
        /// Whether ``open`` may be called again and gives the same bytes.
        public var isReplayable: Bool
        /// Starts reading from the beginning; the result gives chunk after chunk, then nil.
        public var open: @Sendable () throws -> @Sendable () async throws -> Data?

        /// A stream of unknown length that is read once, unless said otherwise.
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
