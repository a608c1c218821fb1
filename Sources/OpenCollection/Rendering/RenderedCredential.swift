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

// Credentials with their own keys; every text is a template until it is rendered.

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
    /// The session token; empty: none.
    public var sessionToken: String
    /// The service; empty: the one in the host's name.
    public var service: String
    /// The region; empty: the one in the host's name.
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

/// The credentials that sign a request by OAuth 1.0 (RFC 5849).
public struct OAuth1Credentials: Sendable, Hashable {
    public var consumerKey: String
    public var consumerSecret: String
    /// The access token; empty: none.
    public var accessToken: String
    public var accessTokenSecret: String
    /// The callback URL; empty: not sent.
    public var callbackURL: String
    /// The verifier; empty: not sent.
    public var verifier: String
    public var method: SignatureMethod
    /// The private key for the methods that begin with RSA; nil if there is none.
    public var privateKey: PrivateKey?
    /// The timestamp; empty: the time of each attempt, in seconds.
    public var timestamp: String
    /// The nonce; empty: a new one for each attempt.
    public var nonce: String
    /// The version. Default: "1.0".
    public var version: String
    /// The realm; empty: not sent.
    public var realm: String
    /// The place of the parameters. Default: the header.
    public var placement: Placement
    /// Whether bodies that are not forms are hashed. Default: false.
    public var includesBodyHash: Bool
    /// The word of `signatureMethod` if it is none of them; nil otherwise.
    public var unknownMethod: String?

    /// The method of a signature. Default: HMAC-SHA1.
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
        /// A key as PEM; `\n` is a line break.
        case text(String)
        /// A path from the collection's root.
        case file(String)
    }

    /// The place of the parameters.
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
