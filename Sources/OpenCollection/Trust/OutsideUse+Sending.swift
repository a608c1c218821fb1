import Foundation

extension RenderedRequest {
    /// Files that are read when it is sent: those of the body, the key that signs it, the client certificate.
    public var filesRead: [OutsideUse] {
        var uses = body.paths.map { OutsideUse(.read($0), for: "body") }
        if case .oauth1(let oauth)? = credential, case .file(let path)? = oauth.privateKey {
            uses.append(OutsideUse(.read(path), for: "private key of OAuth 1.0"))
        }
        return uses + (clientCertificate?.paths ?? []).map { OutsideUse(.read($0), for: "client certificate") }
    }

    /// The shared credentials file of AWS, where a profile in it signs the request.
    ///
    /// - Parameter path: absolute; nil: nobody knows where it is.
    public func awsFileRead(_ path: String?) -> [OutsideUse] {
        guard let path, case .aws(let aws)? = credential, !aws.profileName.isEmpty else { return [] }
        return [.awsKeys(in: path)]
    }

    /// Its credentials, each with the origin to which it goes; empty where that is this machine.
    public func credentialsPresented(from path: ItemPath, in environment: String?) -> [OutsideUse] {
        let holder = credentialOrigin.file(of: path)
        return presented(from: path, holder, environment) + tokenCredentials(in: holder, environment)
    }

    private func presented(from path: ItemPath, _ holder: String, _ environment: String?) -> [OutsideUse] {
        guard let origin = Self.origin(of: url), !origin.isLocal else { return [] }
        var fields = secretFields(of: path)
        switch credential {
        case .apiKey(let name, _, .query)?: fields.append((name, holder))
        case .oauth1(let oauth)? where oauth.placement != .header: fields.append(("oauth_signature", holder))
        case .oauth2(let oauth)?: if case .query(let name)? = oauth.placement { fields.append((name, holder)) }
        default: break
        }
        return fields.map { Self.present($0.name, in: $0.holder, environment, to: origin.text) }
    }

    /// What a token is asked for with, and the server of tokens to which it goes; empty where that is this machine.
    private func tokenCredentials(in holder: String, _ environment: String?) -> [OutsideUse] {
        guard case .oauth2(let oauth)? = credential else { return [] }
        let secrets = [("client_secret", oauth.clientSecret), ("password", oauth.password)].filter { !$0.1.isEmpty }
        let own = secrets.map(\.0)
        // Also where tokens are not refreshed: the edit that begins it would be the first use of its own.
        let refreshed = oauth.flow == .implicit ? [] : ["refresh_token"]
        let code = oauth.flow == .authorizationCode ? ["code"] : []
        let refreshURL = oauth.refreshTokenURL.isEmpty ? oauth.accessTokenURL : oauth.refreshTokenURL
        var seen: Set<OutsideUse> = []
        return [(oauth.accessTokenURL, own + code), (refreshURL, own + refreshed)].flatMap { url, names in
            guard let server = Self.origin(of: url), !server.isLocal else { return [OutsideUse]() }
            return names.map { Self.present($0, in: holder, environment, to: server.text) }
        }.filter { seen.insert($0).inserted }
    }

    /// Its secret header fields as they would go along to where a redirect leads, this machine too; empty where the request says that none
    /// ever may.
    ///
    /// - Parameters:
    ///   - names: which of them; nil: all.
    ///   - target: a URL.
    public func credentialsForwarded(
        _ names: [String]? = nil, to target: String, from path: ItemPath, in environment: String?
    ) -> [OutsideUse] {
        guard forwardsAuthorization != false, let before = Self.origin(of: url), let origin = Self.origin(of: target)
        else { return [] }
        return secretFields(of: path).filter { names?.contains($0.name) != false }.map {
            Self.present($0.name, in: $0.holder, environment, to: origin.text, before: [before.text])
        }
    }

    private func secretFields(of path: ItemPath) -> [(name: String, holder: String)] {
        headers.filter(\.isSecret).map { ($0.name, $0.origin.file(of: path)) }
    }

    private static func present(
        _ name: String, in holder: String, _ environment: String?, to origin: String, before: [String] = []
    ) -> OutsideUse {
        var credential = PresentedCredential(name, in: holder, environment: environment, to: origin)
        credential.before = before
        let place = environment.map { "\(holder), \($0)" } ?? holder
        return OutsideUse(.present(credential), for: "credentials of \(place)")
    }

    /// Scheme, host and port, and whether that never leaves the machine; nil without a host.
    private static func origin(of url: String) -> (text: String, isLocal: Bool)? {
        guard let parts = URLComponents(string: url), let host = parts.host?.lowercased(), !host.isEmpty,
            let scheme = parts.scheme?.lowercased()
        else { return nil }
        let usual = ["http": 80, "https": 443][scheme]
        let port = parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        return ("\(scheme)://\(host)\(port)", isLoopback(host))
    }

    /// Source: RFC 6761, section 6.3; RFC 5735, section 3; RFC 4291, section 2.5.3.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }
}

extension Collection {
    /// Where the value of an environment's secret is kept, as `microscope.yaml` says; nil: nowhere that it says.
    public func secretSource(of name: String, in environment: EnvironmentDefinition) -> SecretSource? {
        companion.secretSource(of: name, in: chain(of: environment).map(\.name))
    }
}
