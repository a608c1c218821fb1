#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The collector of the parts of an ``HttpRequest``.
public struct RequestWriter {
    /// The method. Default: GET.
    public var method = HTTPMethod.get
    private(set) var path = ""
    private(set) var queryItems: [URLQueryItem] = []
    /// The header fields in the order in which they are set.
    private(set) var headers: [HeaderField] = []
    private(set) var body: (any Encodable)?
    private(set) var timeout: Duration?
    private(set) var cachePolicy: URLRequest.CachePolicy?

    init() {}

    // MARK: Path and query

    /// Appends to the path: slashes separate, escapes are kept, spaces and the like are encoded. The text after a `?` is query.
    public mutating func append(path: String) { self.path += path }

    /// Appends a value within one segment: characters that would end the segment, or have a meaning in a URL, are encoded.
    ///
    /// A URL cannot contain `.` or `..` as a whole segment: such a request is malformed.
    public mutating func append(segment value: some CustomStringConvertible) {
        path += value.description.percentEncodedSegment
    }

    /// Appends an item to the query; nothing when the value is nil.
    public mutating func append<Value: CustomStringConvertible>(query name: String, _ value: Value?) {
        if let value { queryItems.append(URLQueryItem(name: name, value: value.description)) }
    }

    /// Appends an item for each value; nothing when there are none.
    public mutating func append<Value: CustomStringConvertible>(query name: String, _ values: [Value]?) {
        for value in values ?? [] { append(query: name, value) }
    }

    /// Appends an item with the raw value; nothing when the value is nil.
    @_disfavoredOverload
    public mutating func append<Value: RawRepresentable>(query name: String, _ value: Value?)
    where Value.RawValue: CustomStringConvertible {
        append(query: name, value?.rawValue)
    }

    // MARK: The rest

    /// Sets the body, sent as its ``HttpBody`` conformance defines; a type that is only `Encodable` is sent as JSON. Nil: no body.
    public mutating func set(body: (some Encodable)?) throws { self.body = body }

    /// Adds header fields; those with a nil value are left out. They take precedence over those of the body.
    public mutating func set(headers: [String: String?]?) {
        for (name, value) in (headers ?? [:]).sorted(by: { $0.key < $1.key }) {
            if let value { self.headers.append(HeaderField(name, value)) }
        }
    }

    /// Adds header fields in this order, with duplicates.
    public mutating func set(headers: HeaderFields) { self.headers += headers }

    /// Sets the longest silence while the response is awaited or arrives. Nil: the client's.
    public mutating func set(timeout: Duration?) { self.timeout = timeout }

    /// Sets the longest silence in seconds. Nil: the client's.
    public mutating func set(timeout: TimeInterval?) { self.timeout = timeout.map { .seconds($0) } }

    /// Sets the longest silence in whole seconds. Nil: the client's.
    public mutating func set(timeout: Int?) { self.timeout = timeout.map { .seconds($0) } }

    /// Sets the policy of the `URLRequest` that middlewares and loggers see. The policies that ignore caches send `Cache-Control: no-cache` too.
    public mutating func set(cachePolicy: URLRequest.CachePolicy?) { self.cachePolicy = cachePolicy }
}
