public import Quoting

/// The content of a request file, as values that forms edit. What the file holds beyond this stays in its text, untouched.
public struct RequestDefinition: Sendable, Hashable {
    public var kind = RequestKind.http
    /// `info.name`; nil when absent (the file name without `.yml` is shown).
    public var name: String?
    /// `info.seq`: place among the requests of its folder.
    public var sequence: Double?
    public var tags: [String] = []
    /// `info.description`.
    public var description: String?
    /// The method as written; upper-cased only when sent. Default: "GET", for GraphQL "POST".
    public var method = "GET"
    /// A template; may hold a query and `:name` segments.
    public var url = ""
    /// The parameters of both kinds, in the file's order.
    public var parameters: [Parameter] = []
    public var headers: [Field] = []
    /// The body; of variants the selected one, as edited.
    public var body = RequestBody()
    /// The variants of the body; empty unless it is a list of them.
    public var bodyVariants: [BodyVariant] = []
    public var auth = Auth.none
    /// `runtime.variables`.
    public var variables: [Variable] = []
    /// `runtime.scripts`: kept and shown, not run.
    public var scripts: [Script] = []
    /// `runtime.assertions`.
    public var assertions: [Assertion] = []
    /// `runtime.actions`.
    public var actions: [VariableAction] = []
    public var settings = RequestSettings()
    public var examples: [RequestExample] = []
    /// The documentation, in Markdown.
    public var docs: String?
    /// `app`: kept and shown, not run.
    public var app: RequestApp?

    public init() {}
}

/// The protocol of a request: the word of `info.type` and the key of its section.
public enum RequestKind: String, Sendable, Hashable, CaseIterable {
    case http
    case graphQL = "graphql"
}

/// A row of a table that can be switched off: a header or a form field.
public struct Field: Sendable, Hashable {
    public var name: String
    public var value: String
    public var isEnabled: Bool
    public var description: String?
    /// The index in the file's list when it was read; nil for a row added since. Ties an edited row to its lines.
    public var origin: Int?
    /// Whether the URL spells the row without an equals sign, as in `?wsdl`. It counts while the value is empty; files have no place for it, so
    /// it makes no difference between two rows.
    var isNameAlone = false

    public init(
        _ name: String, _ value: String, isEnabled: Bool = true, description: String? = nil, origin: Int? = nil
    ) {
        self.name = name
        self.value = value
        self.isEnabled = isEnabled
        self.description = description
        self.origin = origin
    }

    public static func == (one: Field, other: Field) -> Bool {
        one.name == other.name && one.value == other.value && one.isEnabled == other.isEnabled
            && one.description == other.description && one.origin == other.origin
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
        hasher.combine(isEnabled)
        hasher.combine(description)
        hasher.combine(origin)
    }
}

extension Field: ExactlyComparable {
    public func hasSameTexts(as other: Field) -> Bool {
        name.hasSameBytes(as: other.name) && value.hasSameBytes(as: other.value)
            && description.hasSameBytes(as: other.description)
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
        /// A query and its variables; the only kind of a GraphQL request, and of no other.
        case graphQL
        /// Another kind, which is kept and shown, not edited; the word in the file.
        case unsupported(String)
    }
    public var kind = Kind.none
    /// The template of the kinds json, text, xml and sparql, and the query of a GraphQL request.
    public var text = ""
    /// The template of a JSON object: the variables of a GraphQL query. Nil: the key is absent; `{}` is sent.
    public var graphQLVariables: String?
    /// The operation of a GraphQL query that this send is about; goes before what `microscope.yaml` says. Files have no place for it.
    /// Nil: none is chosen.
    public var operationName: String?
    /// The rows of a urlencoded form.
    public var form: [Field] = []
    /// The parts of a multipart form.
    public var parts: [MultipartPart] = []
    /// The files, of which the first selected one is the body.
    public var files: [BodyFile] = []

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
    public var description: String?
    public var origin: Int?

    public init(
        name: String, isFile: Bool, values: [String], contentType: String? = nil, isEnabled: Bool = true,
        description: String? = nil, origin: Int? = nil
    ) {
        self.name = name
        self.isFile = isFile
        self.values = values
        self.contentType = contentType
        self.isEnabled = isEnabled
        self.description = description
        self.origin = origin
    }
}

/// The authentication of a request, a folder or a collection. All texts are templates.
public enum Auth: Sendable, Hashable {
    /// No `auth` key: nothing is sent and nothing inherited.
    case none
    case inherit
    case basic(username: String, password: String)
    case bearer(token: String)
    case apiKey(name: String, value: String, placement: Placement?)
    /// Any other kind, with all that it says; kinds that the format does not have cannot be sent yet.
    case unsupported(AuthDetails)

    public enum Placement: String, Sendable, Hashable { case header, query }
}

/// `settings` of a request. Nil: the key is absent, or says `inherit`.
public struct RequestSettings: Sendable, Hashable {
    /// Whether the block is in the file at all: it changes defaults (`encodeUrl`).
    public var isPresent = false
    public var encodesURL: Bool?
    /// The timeout in milliseconds; 0 waits for ever.
    public var timeoutInMilliseconds: Int?
    public var followsRedirects: Bool?
    public var maximumRedirects: Int?
    public var forwardsAuthorization: Bool?
    /// Settings that say `inherit`; a value given to one of them wins.
    public var inherited: Set<Key> = []

    /// A setting by its key in the file.
    public enum Key: String, Sendable, Hashable, CaseIterable {
        case encodeUrl, timeout, followRedirects, maxRedirects, forwardAuthorizationHeader
    }

    public init() {}
}

/// A named value.
public struct Variable: Sendable, Hashable {
    public var name: String
    /// The text as written; the type says how paths see it.
    public var value: String
    public var type: ValueType
    public var isEnabled: Bool
    /// Whether its value is kept elsewhere (`secret: true`) and `value` is empty.
    public var isSecret: Bool
    public var description: String?
    public var origin: Int?
    /// The variants; empty unless the value is a list of them; `value` and `type` are those of the selected one, as edited.
    public var variants: [ValueVariant] = []

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

    /// `null`, like a word that the format does not have, leaves the text a string.
    public enum ValueType: String, Sendable, Hashable { case string, number, boolean, null, object }
}
