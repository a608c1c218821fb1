/// The source of a secret value: what the user agrees to belongs to it, whatever request, field or place the value is sent in.
///
/// The value itself is not part of it: a new password from the same source goes where the old one went.
public enum ValueSource: Sendable, Hashable {
    /// A value that was typed, given with `--var`, or kept in the private store for an environment of this collection. nil: typed for the session.
    case entered(String, environment: String?)
    /// A variable of the process environment, or of the `.env` files that are laid over it.
    case process(String)
    /// A pair of the file that an environment names as its `dotEnvFilePath`.
    case pair(String, environment: String)
    /// The output of a program, or an entry of the keyring, whatever variable has it as its value.
    case fetched(SecretSource)
    /// A profile of the shared credentials file of AWS.
    case profile(String)
    /// A field of a token that an endpoint issued to a client.
    case token(String, endpoint: String, client: String)
    /// A value that an action of a request kept. The origin is that of the response which it was taken from; nil: it was not taken
    /// from a response.
    case captured(String, by: String, from: String?)
    /// A credential written out in a file of the collection. Who wrote the file knows it, unless it was written here and not shared yet: so
    /// it is bound to where it goes, in each environment, but its first origin needs no question.
    case written(String, in: String, environment: String?)
}

extension ValueSource {
    /// Whether the value was entered here for this collection, or issued for it: its first origin is remembered without a question.
    public var isOfCollection: Bool {
        switch self {
        case .entered, .token, .written: true
        case .process, .pair, .fetched, .profile, .captured: false
        }
    }

    /// The variable's own name, whatever name leads to it; nil if it is known by the name that it is used by.
    var name: String? {
        switch self {
        case .entered(let name, _), .process(let name), .pair(let name, _): name
        case .fetched, .profile, .token, .captured, .written: nil
        }
    }

    /// The origin that the value came from, which knows it already; nil: none does.
    var home: String? {
        switch self {
        case .token(_, let endpoint, _): ServerOrigin(endpoint)?.text
        case .captured(_, _, let origin): origin
        default: nil
        }
    }

    /// A phrase for the user: "kept for prod", "process environment".
    public var text: String {
        switch self {
        case .entered(_, let environment): environment.map { "kept for \($0)" } ?? "entered"
        case .process: "process environment"
        case .pair(_, let environment): "variables of \(environment)"
        case .fetched(.command(let words)): "from \(words.first ?? "")"
        case .fetched(.keyring): "from the keyring"
        case .profile: "AWS profile"
        case .token(_, let endpoint, _): "token of \(ServerOrigin(endpoint)?.text ?? endpoint)"
        case .captured(_, let request, _): "captured by \(request)"
        case .written(_, let file, let environment): "credentials of \(environment.map { "\(file), \($0)" } ?? file)"
        }
    }

    /// The parts that distinguish it from every other source, in an order that is always the same.
    public var words: [String] {
        switch self {
        case .entered(let name, let environment): ["entered", name] + [environment].compactMap(\.self)
        case .process(let name): ["process", name]
        case .pair(let name, let environment): ["pair", name, environment]
        case .fetched(.command(let words)): ["command"] + words
        case .fetched(.keyring(let attributes)): ["keyring"] + attributes.flatMap { [$0.name, $0.value] }
        case .profile(let name): ["profile", name]
        case .token(let field, let endpoint, let client): ["token", field, endpoint, client]
        case .captured(let name, let request, let origin): ["captured", name, request] + [origin].compactMap(\.self)
        case .written(let name, let file, let environment): ["written", name, file] + [environment].compactMap(\.self)
        }
    }

    /// The same source, written out for an environment.
    func written(for environment: String?) -> ValueSource {
        guard case .written(let name, let file, _) = self else { return self }
        return .written(name, in: file, environment: environment)
    }
}

extension ValueSource {
    /// The source of a value that an action kept.
    ///
    /// - Parameters:
    ///   - expression: only what is taken from a response is known to the server that sent it.
    ///   - url: The URL of the request that got the response.
    public static func kept(
        _ name: String, from expression: String, isOfResponse: Bool, by request: String?, at url: String?
    ) -> ValueSource {
        var isOfResponse = isOfResponse
        if case .variable? = ServedExpression(expression)?.root { isOfResponse = false }
        return .captured(name, by: request ?? "a request", from: isOfResponse ? ServerOrigin(url ?? "")?.text : nil)
    }
}

/// The source of a secret value, with the name that the user knows it by: of the variable, or of what it is used as.
public struct NamedSource: Sendable, Hashable {
    public var name: String
    public var source: ValueSource

    public init(_ name: String, _ source: ValueSource) {
        self.name = name
        self.source = source
    }
}

/// A secret value that is a part of something that is sent.
public struct SecretFlow: Sendable, Hashable {
    public var value: NamedSource
    public var leg: Leg

    /// The part of a send that the value is in.
    public enum Leg: Sendable, Hashable {
        /// The URL, a header field or the credentials.
        case head
        case body
        /// The request for a token of OAuth 2.
        case token
        /// The request that refreshes one.
        case refresh
        /// The page that a browser opens.
        case authorization
        /// User and password of the collection's proxy.
        case proxy
    }
}
