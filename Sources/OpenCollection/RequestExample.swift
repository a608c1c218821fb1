/// A request with its response, kept to show what to expect. Never sent, its placeholders never replaced.
public struct RequestExample: Sendable, Hashable {
    public var name: String?
    public var description: String?
    /// The request; nil if the key is absent.
    public var request: Request?
    /// The response; nil if the key is absent.
    public var response: Response?
    public var origin: Int?

    public init(
        name: String? = nil, description: String? = nil, request: Request? = nil, response: Response? = nil,
        origin: Int? = nil
    ) {
        self.name = name
        self.description = description
        self.request = request
        self.response = response
        self.origin = origin
    }

    /// Creates an example that begins with the request's own line.
    package init(of definition: RequestDefinition) {
        var request = Request()
        (request.method, request.url) = (definition.method, definition.url)
        var response = Response()
        (response.status, response.statusText) = (200, "OK")
        self.init(name: "Example \(definition.examples.count + 1)", request: request, response: response)
    }

    public struct Request: Sendable, Hashable {
        public var url: String?
        public var method: String?
        public var headers: [Field] = []
        public var parameters: [Parameter] = []
        public var body = RequestBody()

        public init() {}
    }

    public struct Response: Sendable, Hashable {
        public var status: Double?
        public var statusText: String?
        /// Name and value; a repeated name is a repeated header.
        public var headers: [Field] = []
        public var body: Body?

        public init() {}
    }

    /// The text of a response.
    public struct Body: Sendable, Hashable {
        /// "json", "text", "xml", "html" or "binary".
        public var type: String
        public var data: String

        public init(type: String, data: String) {
            self.type = type
            self.data = data
        }
    }
}
