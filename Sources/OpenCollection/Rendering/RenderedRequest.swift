import Quoting
import Secrets

/// A request as it will be sent: what the preview shows, what `send` and a run put on the wire.
public struct RenderedRequest: Sendable, Hashable {
    /// The method in upper case.
    public var method: String
    /// The final URL: parameters in place, encoded, without fragment, user and password.
    public var url: String {
        get { secretURL.string }
        set { secretURL = SecretText(newValue) }
    }
    package var secretURL: SecretText
    /// The headers in the order of sending; those of the connection last.
    public var headers: [RenderedHeader]
    public var body: RenderedBody
    /// The places of secrets in the bytes of the body.
    package var bodySpans: [SecretSpan] = []
    /// The names without a value: sending is refused until each has one, or the user says to send as it is.
    public var missing: [MissingVariable]
    /// The names that lead back to themselves, one line each.
    public var cycles: [String]
    /// Why it cannot be sent, one line each; empty when it can.
    public var problems: [String]
    /// Notes that do not stop the request, one line each.
    public var notes: [String]
    /// Secrets in sight and credentials, to be masked wherever they occur in what is shown or stored.
    public var secrets: SecretSet
    /// The secrets that are part of it, of the requests for its token, or of those to the collection's proxy.
    public var flows: [SecretFlow] = []
    /// Sources of all secrets that could be a part of it.
    public var sourcesInSight: [NamedSource] = []
    /// Names of secrets that are not part of it, and that a replay must not fill in: the user has not agreed that they go where it goes. Rendering
    /// knows none.
    public var withheldSecrets: Set<String> = []
    /// Names of the variables that its templates name, each once, in order; those in other variables are not among them.
    public var variableNames: [String] = []
    /// Names whose values are generated for each request, `$guid`, at any place; each once, in order.
    public var generatedNames: [String] = []
    /// Values in header fields that are sent in Latin-1: they were received as such bytes.
    public var latin1Values: [String] = []
    /// The credentials, resolved; nil when none are sent.
    public var credential: RenderedCredential?
    /// The place where the credentials are defined.
    public var credentialOrigin = Origin.request
    /// The timeout; nil: no limit.
    public var timeout: Duration?
    /// The longest time without a byte; nil: no limit. No file says it.
    public var idleTimeout: Duration?
    public var followsRedirects: Bool
    public var maximumRedirects: Int
    /// Whether credentials follow a redirect to another origin: false is never; true and nil are to be asked about.
    public var forwardsAuthorization: Bool?
    /// The retry settings from `microscope.yaml`; nil if there are none.
    public var retry: Sourced<RetrySettings>?
    public var verifiesTLS: Bool
    public var connection = RenderedConnection()
    public var proxy = ProxyRule.system
    /// The client certificate for the request's own origin, if that asks for one; nil: none.
    public var clientCertificate: RenderedCertificate?

    /// Whether secrets are a part of its body, which stays with the origin that it is meant for then.
    public var hasSecretBody: Bool { flows.contains { $0.leg == .body } }

    /// The same with their places in the URL, the header fields and the bytes of the body.
    public var placedSecrets: SecretSet {
        let fields = headers.map { ($0.name.lowercased(), SecretText(Array($0.value.utf8), $0.spans)) }
        var set = secrets
        set.fieldNames.formUnion(secretFields)
        set.insertPlaces(
            url: secretURL, fields: Dictionary(fields) { $1 },
            body: body.bytes.isEmpty ? [] : body.bytes.withUnsafeBytes { SecretSet.BodyPart.all(in: $0, bodySpans) })
        return set
    }

    /// Names of the header fields that are made of secrets, in lower case: also that of the host where a secret in it is too short to be looked
    /// for.
    public var secretFields: Set<String> {
        let isHostShort = headers.contains { header in
            header.name == "Host" && header.spans.contains { $0.range.count < SecretMatcher.shortest }
        }
        let host: Set = isHostShort ? ["host", ":authority"] : []
        return host.union(headers.lazy.filter(\.isSecret).map { $0.name.lowercased() })
    }

    /// Whether it can be sent as it is.
    public var isSendable: Bool { missing.isEmpty && cycles.isEmpty && problems.isEmpty }

    /// The headers that are given to the connection: all but those that it adds on its own, that each attempt makes, or that are left out.
    public var headersToSend: [RenderedHeader] {
        headers.filter { $0.origin != .connection && !$0.isMadeWhenSent && !$0.isLeftOut }
    }
}

public struct RenderedHeader: Sendable, Hashable {
    public var name: String
    public var value: String
    public var origin: Origin
    /// A credential, or holds a secret: shown masked.
    public var isSecret: Bool
    /// Whether the header was not written by the user: it is that of the body type, Microscope's own or the connection's.
    public var isAutomatic: Bool
    /// Whether the value only describes what each attempt generates: "Digest, made from the server's challenge".
    public var isMadeWhenSent = false
    /// The places of secrets in the value.
    package var spans: [SecretSpan] = []
    /// Sources of the secrets in it.
    public var sources: [NamedSource] = []

    /// Whether it means that the header is not sent at all: these have no meaning when they are empty, and would be added otherwise.
    public var isLeftOut: Bool { value.isEmpty && !isAutomatic && Self.isLeftOutWhenEmpty(name) }

    public static func isLeftOutWhenEmpty(_ name: String) -> Bool {
        ["Accept", "Content-Type", "User-Agent"].contains { $0.equalsIgnoringASCIICase(name) }
    }

    public init(_ name: String, _ value: String, origin: Origin, isSecret: Bool = false, isAutomatic: Bool = false) {
        self.name = name
        self.value = value
        self.origin = origin
        self.isSecret = isSecret
        self.isAutomatic = isAutomatic
    }

    init(_ name: String, _ value: SecretText, origin: Origin, isSecret: Bool = false, isAutomatic: Bool = false) {
        self.init(name, value.string, origin: origin, isSecret: isSecret, isAutomatic: isAutomatic)
        spans = value.spans
    }
}

public enum RenderedBody: Sendable, Hashable {
    case none
    /// `contentType` is that of the Content-Type header sent with it; nil without such a header.
    case bytes([UInt8], contentType: String?)
    /// A form; the boundary between its parts is made when it is sent, and joins a Content-Type header that has none.
    case multipart([RenderedPart])
    /// The content of a file: a path as the collection says it, relative to its root.
    case file(path: String)

    /// The bytes of the body; empty for what is read when it is sent.
    public var bytes: [UInt8] {
        guard case .bytes(let bytes, _) = self else { return [] }
        return bytes
    }

    /// Paths of the files that are read when it is sent.
    public var paths: [String] {
        switch self {
        case .none, .bytes: []
        case .file(let path): [path]
        case .multipart(let parts):
            parts.compactMap { part in if case .file(let path) = part.content { path } else { nil } }
        }
    }
}

/// A part of a multipart form: one text, or one file.
public struct RenderedPart: Sendable, Hashable {
    public var name: String
    public var content: Content
    /// The content type; nil if a text has none, or a file has one by its name.
    public var contentType: String?
    /// The places of secrets in the text, or in the path.
    package var spans: [SecretSpan] = []

    public enum Content: Sendable, Hashable {
        case text(String)
        /// A path as the collection says it, relative to its root.
        case file(String)
    }

    public init(_ name: String, _ content: Content, contentType: String? = nil) {
        self.name = name
        self.content = content
        self.contentType = contentType
    }
}

/// A name without a value, and where it is needed.
public struct MissingVariable: Sendable, Hashable {
    public var name: String
    /// "URL", "header X-Key", "body", with the variables that led there: "header X-Key, in variable key".
    public var location: String
    /// The file that has the placeholder: that of the innermost variable on the way.
    public var place: String
    public var reason: ResolvedText.MissingName.Reason
    /// The name without the spaces around it, if that one has a value.
    public var meant: String?

    /// A line for the user: "host has no value (URL)".
    public var text: String {
        let line = "\(shownName) \(reason.text) (\(location))"
        return meant.map { "\(line); spaces make another name: did you mean {{\($0.shownInLine())}}?" } ?? line
    }

    /// A question in quotes, a name with spaces around it in its braces.
    private var shownName: String {
        let shown = name.shownInLine()
        if reason == .prompt { return "\"\(shown.dropFirst())\"" }
        return name.trimmingWhitespace() == name ? shown : "{{\(shown)}}"
    }
}

/// The values that are sent if the user gives no others.
public struct ClientDefaults: Sendable, Hashable {
    public var userAgent: String
    public var accept: String
    /// The `Accept-Encoding` header; nil if it is not sent.
    public var acceptEncoding: String?
    /// The connection settings of the command line. Default: none.
    public var connection = ConnectionSettings()
    /// The certificate authorities that this process's environment names. Default: none.
    public var authorities: RenderedConnection.Authorities?

    public init(userAgent: String, accept: String = "*/*", acceptEncoding: String? = nil) {
        self.userAgent = userAgent
        self.accept = accept
        self.acceptEncoding = acceptEncoding
    }
}
