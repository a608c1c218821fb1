/// Credentials with their placeholders replaced.
public enum RenderedCredential: Sendable, Hashable {
    case basic(username: String, password: String)
    case bearer(token: String)
    case apiKey(name: String, value: String, placement: Auth.Placement)
    case digest(UserCredentials)
    case ntlm(UserCredentials)
    case wsse(UserCredentials)
    case aws(AWSCredentials)
    case oauth1(OAuth1Credentials)
    /// The token that is sent is got first.
    case oauth2(OAuth2Settings)
}

// What credentials with keys of their own say; every text is a template until it is rendered.

/// User and password for digest authentication (RFC 7616), NTLM and a WSSE UsernameToken.
public struct UserCredentials: Sendable, Hashable {
    public var username: String
    public var password: String
    /// A Windows domain for NTLM; empty: none.
    public var domain: String

    public init(_ details: AuthDetails) {
        username = details.text(at: ["username"])
        password = details.text(at: ["password"])
        domain = details.text(at: ["domain"])
    }
}

/// Keys for AWS signatures, version 4.
public struct AWSCredentials: Sendable, Hashable {
    public var accessKeyID: String
    public var secretAccessKey: String
    /// Empty: none.
    public var sessionToken: String
    /// Empty: what the host says.
    public var service: String
    /// Empty: what the host says.
    public var region: String
    /// A profile of the shared credentials file, whose keys replace the three above; empty: none.
    public var profileName: String

    public init(_ details: AuthDetails) {
        accessKeyID = details.text(at: ["accessKeyId"])
        secretAccessKey = details.text(at: ["secretAccessKey"])
        sessionToken = details.text(at: ["sessionToken"])
        service = details.text(at: ["service"])
        region = details.text(at: ["region"])
        profileName = details.text(at: ["profileName"])
    }
}

/// What signs a request by OAuth 1.0 (RFC 5849).
public struct OAuth1Credentials: Sendable, Hashable {
    public var consumerKey: String
    public var consumerSecret: String
    /// Empty: no token.
    public var accessToken: String
    public var accessTokenSecret: String
    /// Empty: not sent.
    public var callbackURL: String
    /// Empty: not sent.
    public var verifier: String
    public var method: SignatureMethod
    /// For the methods that begin with RSA; nil: none.
    public var privateKey: PrivateKey?
    /// Empty: the time of each attempt, in seconds.
    public var timestamp: String
    /// Empty: a new one for each attempt.
    public var nonce: String
    /// Default: "1.0".
    public var version: String
    /// Empty: not sent.
    public var realm: String
    /// Default: the header.
    public var placement: Placement
    /// Of bodies that are no forms. Default: false.
    public var includesBodyHash: Bool
    /// What stands at `signatureMethod` when it is none of them; nil otherwise.
    public var unknownMethod: String?

    /// Default: HMAC-SHA1.
    public enum SignatureMethod: String, Sendable, Hashable, CaseIterable {
        case hmacSHA1 = "HMAC-SHA1"
        case hmacSHA256 = "HMAC-SHA256"
        case hmacSHA512 = "HMAC-SHA512"
        case rsaSHA1 = "RSA-SHA1"
        case rsaSHA256 = "RSA-SHA256"
        case rsaSHA512 = "RSA-SHA512"
        case plainText = "PLAINTEXT"

        /// Whether it signs with a private key.
        public var isRSA: Bool { [.rsaSHA1, .rsaSHA256, .rsaSHA512].contains(self) }
    }

    public enum PrivateKey: Sendable, Hashable {
        /// PEM; `\n` stands for a line break.
        case text(String)
        /// A path from the collection's root.
        case file(String)
    }

    /// Where the parameters go.
    public enum Placement: String, Sendable, Hashable { case header, query, body }

    public init(_ details: AuthDetails) {
        func text(_ key: String...) -> String { details.text(at: key) }
        consumerKey = text("consumerKey")
        consumerSecret = text("consumerSecret")
        accessToken = text("accessToken")
        accessTokenSecret = text("accessTokenSecret")
        callbackURL = text("callbackUrl")
        verifier = text("verifier")
        let word = text("signatureMethod")
        method = SignatureMethod(rawValue: word) ?? .hmacSHA1
        unknownMethod = word.isEmpty || word == method.rawValue ? nil : word
        let key = text("privateKey", "value")
        privateKey = key.isEmpty ? nil : text("privateKey", "type") == "file" ? .file(key) : .text(key)
        timestamp = text("timestamp")
        nonce = text("nonce")
        version = text("version").isEmpty ? "1.0" : text("version")
        realm = text("realm")
        placement = Placement(rawValue: text("placement")) ?? .header
        includesBodyHash = text("includeBodyHash") == "on"
    }
}
