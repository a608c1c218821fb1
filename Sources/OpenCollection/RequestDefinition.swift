/// What a request file says, as values that forms edit. What the file holds beyond this stays in its text, untouched.
public struct RequestDefinition: Sendable, Hashable {
    /// `info.name`; nil when absent (the file name without `.yml` is shown).
    public var name: String?
    /// `info.seq`: place among the requests of its folder.
    public var sequence: Double?
    public var tags: [String] = []
    /// As written; upper-cased only when sent. Default: "GET".
    public var method = "GET"
    /// A template; may hold a query and `:name` segments.
    public var url = ""
    /// Both kinds in the file's order.
    public var parameters: [Parameter] = []
    public var headers: [Field] = []
    public var body = RequestBody()
    public var auth = Auth.none
    /// `runtime.variables`.
    public var variables: [Variable] = []
    public var settings = RequestSettings()
    /// Markdown.
    public var docs: String?

    public init() {}
}

/// A row of a table that can be switched off: a header or a form field.
public struct Field: Sendable, Hashable {
    public var name: String
    public var value: String
    public var isEnabled: Bool
    public var description: String?
    /// Index in the file's list when it was read; nil for a row added since. Ties an edited row to its lines.
    public var origin: Int?

    public init(
        _ name: String, _ value: String, isEnabled: Bool = true, description: String? = nil, origin: Int? = nil
    ) {
        self.name = name
        self.value = value
        self.isEnabled = isEnabled
        self.description = description
        self.origin = origin
    }
}

/// A query or path parameter.
public struct Parameter: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable { case query, path }
    public var kind: Kind
    public var field: Field

    public init(_ kind: Kind, _ field: Field) {
        self.kind = kind
        self.field = field
    }
}

/// A body with what each kind needs; only what `kind` names is sent and saved, so that switching kinds loses nothing on screen.
public struct RequestBody: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case none, json, text, xml, sparql, formURLEncoded, multipart, file
        /// Kept and shown, not edited; the word in the file.
        case unsupported(String)
    }
    public var kind = Kind.none
    /// Template of the kinds json, text, xml and sparql.
    public var text = ""
    /// Rows of a urlencoded form.
    public var form: [Field] = []
    /// Parts of a multipart form, shown; edited by a later version.
    public var parts: [MultipartPart] = []

    public init() {}
}

/// A part of a multipart form: a text or files.
public struct MultipartPart: Sendable, Hashable {
    public var name: String
    public var isFile: Bool
    /// The text, or paths relative to the collection root.
    public var values: [String]
    public var contentType: String?
    public var isEnabled: Bool

    public init(name: String, isFile: Bool, values: [String], contentType: String? = nil, isEnabled: Bool = true) {
        self.name = name
        self.isFile = isFile
        self.values = values
        self.contentType = contentType
        self.isEnabled = isEnabled
    }
}

/// How a request, a folder or a collection authenticates. All texts are templates.
public enum Auth: Sendable, Hashable {
    /// No `auth` key: nothing is sent and nothing inherited.
    case none
    case inherit
    case basic(username: String, password: String)
    case bearer(token: String)
    case apiKey(name: String, value: String, placement: Placement?)
    /// A kind that cannot be sent yet; its word in the file.
    case unsupported(String)

    public enum Placement: String, Sendable, Hashable { case header, query }
}

/// `settings` of a request. Nil: the key is absent.
public struct RequestSettings: Sendable, Hashable {
    /// Whether the block stands in the file at all: it changes defaults (`encodeUrl`).
    public var isPresent = false
    public var encodesURL: Bool?
    /// In milliseconds; 0 waits for ever. Nil also for `inherit`.
    public var timeoutInMilliseconds: Int?
    public var followsRedirects: Bool?
    public var maximumRedirects: Int?
    public var forwardsAuthorization: Bool?

    public init() {}
}

/// A named value.
public struct Variable: Sendable, Hashable {
    public var name: String
    /// Text as written; the type says how paths see it.
    public var value: String
    public var type: ValueType
    public var isEnabled: Bool
    /// Its value stands elsewhere (`secret: true`), `value` is empty.
    public var isSecret: Bool
    public var description: String?
    public var origin: Int?

    public init(
        _ name: String, _ value: String, type: ValueType = .string, isEnabled: Bool = true, isSecret: Bool = false,
        description: String? = nil, origin: Int? = nil
    ) {
        self.name = name
        self.value = value
        self.type = type
        self.isEnabled = isEnabled
        self.isSecret = isSecret
        self.description = description
        self.origin = origin
    }

    public enum ValueType: String, Sendable, Hashable { case string, number, boolean, object }
}
