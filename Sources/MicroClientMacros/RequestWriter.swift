#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Takes down what an ``HttpRequest`` says of itself.
public struct RequestWriter {
    /// Default: GET.
    public var method = HTTPMethod.get
    private(set) var path = ""
    private(set) var queryItems: [URLQueryItem] = []
    /// In the order in which they are set.
    private(set) var headers: [HeaderField] = []
    private(set) var body: (any Encodable)?
    private(set) var timeout: Duration?
    private(set) var cachePolicy: URLRequest.CachePolicy?

    init() {}

    // MARK: Path and query

    /// Appends to the path as it is: slashes separate, escapes stay, blanks and the like are encoded. What follows a `?` is query.
    public mutating func append(path: String) { self.path += path }

    /// Appends a value within one segment: whatever would end the segment, or has a meaning in a URL, is encoded.
    ///
    /// A whole segment `.` or `..` cannot be said in a URL: such a request is malformed.
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

    /// ``HttpBody`` says how it is sent; what is only `Encodable` becomes JSON. No body when nil.
    public mutating func set(body: (some Encodable)?) throws { self.body = body }

    /// Header fields; those with a nil value are left out. They win over what the body says of itself.
    public mutating func set(headers: [String: String?]?) {
        for (name, value) in (headers ?? [:]).sorted(by: { $0.key < $1.key }) {
            if let value { self.headers.append(HeaderField(name, value)) }
        }
    }

    /// Header fields in this order, with duplicates.
    public mutating func set(headers: HeaderFields) { self.headers += headers }

    /// The longest silence while the answer is awaited or arrives. Nil: the client's.
    public mutating func set(timeout: Duration?) { self.timeout = timeout }

    /// The same in seconds.
    public mutating func set(timeout: TimeInterval?) { self.timeout = timeout.map { .seconds($0) } }

    /// The same in whole seconds.
    public mutating func set(timeout: Int?) { self.timeout = timeout.map { .seconds($0) } }

    /// Of the `URLRequest` that middlewares and loggers see. The policies that ignore caches send `Cache-Control: no-cache` too.
    public mutating func set(cachePolicy: URLRequest.CachePolicy?) { self.cachePolicy = cachePolicy }
}
