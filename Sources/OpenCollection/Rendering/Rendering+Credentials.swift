import Quoting
import Secrets

extension AuthDetails {
    /// Whether credentials of this kind are sent; the others are refused.
    public var isSendable: Bool {
        ["basic", "bearer", "apikey", "digest", "ntlm", "wsse", "awsv4", "oauth1", "oauth2"].contains(type)
    }
}

// Credentials with their own keys. What they send is generated for each attempt; the headers here say so in words.

extension Rendering {
    mutating func apply(_ details: AuthDetails, origin: Origin) {
        switch details.type {
        case "digest": applyDigest(user(details, origin), origin)
        case "ntlm": applyNTLM(user(details, origin), origin)
        case "wsse": applyWSSE(user(details, origin), origin)
        case "awsv4": applyAWS(AWSCredentials(details), origin)
        case "oauth1": applyOAuth1(OAuth1Credentials(details), origin)
        case "oauth2": applyOAuth2(OAuth2Settings(details), origin)
        case "": problems.append("The credentials (\(origin.title)) have no type: add one, such as type: bearer.")
        default: problems.append("Credentials of type \(details) (\(origin.title)) cannot be sent yet.")
        }
    }

    private mutating func user(_ details: AuthDetails, _ origin: Origin) -> UserCredentials {
        var user = UserCredentials(details)
        resolve(&user.username, "user name", origin)
        resolve(secret: &user.password, "password", origin)
        resolve(&user.domain, "domain", origin)
        return user
    }

    private mutating func applyDigest(_ digest: UserCredentials, _ origin: Origin) {
        guard !digest.username.isEmpty, !digest.password.isEmpty else {
            return notes.append("Digest credentials (\(origin.title)) need a user name and a password: none are sent.")
        }
        guard value(ofHeader: "Authorization") == nil else {
            return notes.append(
                "The header Authorization is sent as it is written, so digest credentials are not used."
            )
        }
        credential = .digest(digest)
        describe("Authorization", "Digest, made from the server's challenge", origin)
    }

    private mutating func applyNTLM(_ ntlm: UserCredentials, _ origin: Origin) {
        credential = .ntlm(ntlm)
        describe("Authorization", "NTLM, made from the server's challenge", origin)
    }

    private mutating func applyWSSE(_ wsse: UserCredentials, _ origin: Origin) {
        if wsse.username.utf8.contains(where: "\"\r\n\0".utf8.contains) {
            problems.append(
                "The user name of the WSSE credentials holds a quote or a line break, which cannot be sent.")
        }
        credential = .wsse(wsse)
        describe("X-WSSE", "UsernameToken, made for each attempt", origin)
    }

    private mutating func applyAWS(_ template: AWSCredentials, _ origin: Origin) {
        var aws = template
        resolve(&aws.accessKeyID, "access key id", origin)
        resolve(secret: &aws.secretAccessKey, "secret access key", origin)
        resolve(secret: &aws.sessionToken, "session token", origin)
        resolve(&aws.service, "service", origin)
        resolve(&aws.region, "region", origin)
        resolve(&aws.profileName, "profile name", origin)
        guard !aws.profileName.isEmpty || !aws.accessKeyID.isEmpty && !aws.secretAccessKey.isEmpty else {
            return notes.append("The AWS credentials (\(origin.title)) lack a key: the request is sent unsigned.")
        }
        if !aws.profileName.isEmpty { note([NamedSource("AWS keys", .profile(aws.profileName))]) }
        credential = .aws(aws)
        describe("Authorization", "AWS4-HMAC-SHA256, signed for each attempt", origin)
    }

    private mutating func applyOAuth1(_ template: OAuth1Credentials, _ origin: Origin) {
        var oauth = template
        resolve(secret: &oauth.consumerKey, "consumer key", origin)
        resolve(secret: &oauth.consumerSecret, "consumer secret", origin)
        resolve(secret: &oauth.accessToken, "access token", origin)
        resolve(secret: &oauth.accessTokenSecret, "access token secret", origin)
        resolve(&oauth.callbackURL, "callback URL", origin)
        resolve(&oauth.verifier, "verifier", origin)
        resolve(&oauth.timestamp, "timestamp", origin)
        resolve(&oauth.nonce, "nonce", origin)
        resolve(&oauth.version, "version", origin)
        resolve(&oauth.realm, "realm", origin)
        resolve(&oauth.privateKey, origin)
        check(oauth, origin)
        credential = .oauth1(oauth)
        if oauth.placement == .header {
            describe("Authorization", "OAuth, signed with \(oauth.method.rawValue) for each attempt", origin)
        }
    }

    private mutating func check(_ oauth: OAuth1Credentials, _ origin: Origin) {
        if let word = oauth.unknownMethod {
            let known = OAuth1Credentials.SignatureMethod.allCases.map(\.rawValue).joined(separator: ", ")
            problems.append("\"\(word)\" is not a signature method of OAuth 1 (\(origin.title)): \(known) are known.")
        }
        if oauth.method.isRSA, oauth.privateKey == nil {
            problems.append("\(oauth.method.rawValue) signs with a private key (\(origin.title)), and there is none.")
        }
        if oauth.placement == .body, ![.none, .formURLEncoded].contains(definition.body.kind) {
            notes.append("The parameters of OAuth 1 (\(origin.title)) replace the body.")
        }
    }

    // MARK: Parts

    mutating func resolve(_ text: inout String, _ name: String, _ origin: Origin) {
        note(resolve(text, "auth \(name)", origin: origin).secretText, as: &text)
    }

    mutating func resolve(secret text: inout String, _ name: String, _ origin: Origin) {
        note(resolveSecret(text, name, origin: origin), as: &text)
    }

    private mutating func note(_ resolved: SecretText, as text: inout String) {
        text = resolved.string
        credentialSecrets.insert(resolved)
    }

    private mutating func resolve(_ key: inout OAuth1Credentials.PrivateKey?, _ origin: Origin) {
        switch key {
        case .text(let template): key = .text(resolveSecret(template, "private key", origin: origin).string)
        case .file(let template): key = .file(resolve(template, "auth private key file", origin: origin).text)
        case nil: break
        }
    }

    mutating func describe(_ name: String, _ words: String, _ origin: Origin) {
        var header = RenderedHeader(name, words, origin: .auth(origin), isSecret: true)
        header.isMadeWhenSent = true
        set(header)
    }
}
