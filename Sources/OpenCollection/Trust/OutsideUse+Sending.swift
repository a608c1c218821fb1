import Quoting
import Secrets

extension RenderedRequest {
    /// The files that are read when it is sent: those of the body, the key that signs it, the client certificate.
    public var filesRead: [OutsideUse] {
        var uses = body.paths.map { OutsideUse(.read($0), for: "body") }
        if case .oauth1(let oauth)? = credential, case .file(let path)? = oauth.privateKey {
            uses.append(OutsideUse(.read(path), for: "private key of OAuth 1.0"))
        }
        uses += (clientCertificate?.paths ?? []).map { OutsideUse(.read($0), for: "client certificate") }
        return uses
            + [connection.authorityFile].compactMap(\.self).map {
                OutsideUse(.read($0), for: "certificate authorities")
            }
    }

    /// The place that it is sent to in place of its URL's host, if the collection's files say so.
    public var detours: [OutsideUse] {
        guard let origin = ServerOrigin(url), let place = connection.detour(from: url) else { return [] }
        return [OutsideUse(.connect(place, insteadOf: origin.text), for: CompanionFile.path.text)]
    }

    /// The shared credentials file of AWS, where a profile in it signs the request.
    ///
    /// - Parameter path: The absolute path; nil: not known.
    public func awsFileRead(_ path: String?) -> [OutsideUse] {
        guard let path, case .aws(let aws)? = credential, !aws.profileName.isEmpty else { return [] }
        return [.awsKeys(in: path)]
    }

    /// The secrets that flow into it, each with the server to which it goes; those that stay on this machine are left out, and those
    /// that go back where they came from.
    public func credentialsPresented(in environment: String?) -> [OutsideUse] {
        var seen: Set<OutsideUse> = []
        return flows.compactMap { flow in
            let isByBrowser = flow.leg == .authorization
            guard let url = url(of: flow.leg), var credential = presented(flow.value, to: url, environment, isByBrowser)
            else { return nil }
            if flow.leg == .proxy { (credential.proxy, credential.verifiesTLS) = (nil, true) }
            return credential.isOfNoAccount ? nil : OutsideUse(.present(credential), for: credential.value.source.text)
        }.filter { seen.insert($0).inserted }
    }

    /// Returns its secret header fields as a redirect would send them, to this machine too; empty if the request says that none
    /// ever may.
    ///
    /// - Parameters:
    ///   - names: The names of the fields to take; nil: all.
    ///   - target: a URL.
    public func credentialsForwarded(
        _ names: [String]? = nil, to target: String, in environment: String?
    ) -> [OutsideUse] {
        guard forwardsAuthorization != false else { return [] }
        return headers.filter { $0.isSecret && names?.contains($0.name) != false }.flatMap { header in
            header.sources.compactMap { value in
                guard var credential = presented(value, to: target, environment) else { return nil }
                (credential.value.name, credential.isFurther) = (header.name, true)
                return OutsideUse(.present(credential), for: credential.value.source.text)
            }
        }
    }

    /// The secrets that are not part of it, but would be sent if it was another request, as a replay is.
    public func credentialsInSight(in environment: String?) -> [OutsideUse] {
        let flowing = Set(flows.map(\.value))
        return sourcesInSight.filter { !flowing.contains($0) }.compactMap { value in
            guard let credential = presented(value, to: url, environment), !credential.isOfNoAccount else { return nil }
            return OutsideUse(.present(credential), for: value.source.text)
        }
    }

    /// Whether it goes straight to a server that proves who it is, as far as the collection's files say.
    public var isSentDirectly: Bool { connectionNotes.isEmpty }

    /// Notes on settings of the collection's files that let others read along on the connection.
    var connectionNotes: [String] {
        guard let origin = ServerOrigin(url) else { return [] }
        var notes: [String] = []
        if case .server(let server) = proxy.choice(for: url) {
            let place = secrets.matcher.masked(server.place).shownInLine()
            notes.append("It goes through the collection's proxy \(place).")
        }
        if let place = connection.detour(from: url) {
            notes.append("It is sent to \(place.text), as \(CompanionFile.path) says.")
        }
        if !verifiesTLS, !origin.isLocal, origin.text.hasPrefix("https:") {
            notes.append("The server's certificates are not checked, as \(CompanionFile.path) says.")
        }
        return notes
    }

    /// - Parameter isByBrowser: Whether a browser sends it, which has its own ways and checks.
    private func presented(
        _ value: NamedSource, to url: String, _ environment: String?, _ isByBrowser: Bool = false
    ) -> PresentedCredential? {
        guard let origin = ServerOrigin(url) else { return nil }
        var credential = PresentedCredential(value.name, of: value.source.written(for: environment), to: origin.text)
        credential.shownOrigin = ServerOrigin(hidingSecrets(inURL: url))?.text ?? SecretMatcher.mask
        guard !isByBrowser else { return credential }
        if case .server(let server) = proxy.choice(for: url) {
            credential.proxy = server.place
            credential.shownProxy = secrets.matcher.masked(server.place)
        }
        credential.route = [
            connection.detour(from: url).map { "connecting to \($0.text)" },
            connection.authorityFile.map { "trusting the authorities of \($0)" },
        ].compactMap(\.self)
        let speaksTLS = [origin.text, credential.proxy ?? ""].contains { $0.hasPrefix("https:") }
        credential.verifiesTLS = verifiesTLS || !speaksTLS || origin.isLocal && credential.proxy == nil
        return credential
    }

    /// Replaces the secrets in one of its URLs by dots.
    private func hidingSecrets(inURL url: String) -> String {
        let text = url == self.url ? secretURL : secrets.text(url)
        return secrets.matcher.masked(SecretMatcher.hiding(text.spans.map(\.range), in: url))
    }

    private func url(of leg: SecretFlow.Leg) -> String? {
        switch leg {
        case .head, .body: return url
        case .token: return oauth2?.accessTokenURL
        case .refresh: return oauth2.map { $0.refreshTokenURL.isEmpty ? $0.accessTokenURL : $0.refreshTokenURL }
        case .authorization: return oauth2?.authorizationURL
        case .proxy: if case .server(let server) = proxy { return server.place } else { return nil }
        }
    }

    private var oauth2: OAuth2Settings? { if case .oauth2(let settings)? = credential { settings } else { nil } }
}

extension PresentedCredential {
    /// Whether the value stays on this machine, or goes back where it came from, directly.
    fileprivate var isOfNoAccount: Bool {
        isDirect && (ServerOrigin(origin)?.isLocal == true || value.source.home == origin)
    }
}

extension ProxyServer {
    /// The same without user and password.
    fileprivate var place: String { "\(scheme)://\(host.asciiLowercased)\(port.map { ":\($0)" } ?? "")" }
}

/// The scheme, host and port of a URL.
public struct ServerOrigin: Sendable, Hashable {
    /// `https://api.example:8443`, the port only where it is not the scheme's.
    public let text: String
    /// Whether it is this machine.
    public let isLocal: Bool

    /// Reads the origin of a URL; nil if it has no host, or one whose name has no value yet.
    public init?(_ url: String) {
        let parts = URLTemplate(url, hashIsData: false)
        let scheme = parts.scheme.isEmpty ? "http://" : parts.scheme.asciiLowercased
        var place = parts.authority.asciiLowercased
        // Readers of URLs disagree about what a backslash ends: such a place is like no other.
        let isOdd = place.utf8.contains(UInt8(ascii: "\\"))
        if !isOdd { place = place.userAndPlace.place }
        if let usual = ["http://": ":80", "https://": ":443"][scheme] { place = place.droppingBytes(behind: usual) }
        guard !place.isEmpty, !place.containsBytes(of: "{{") else { return nil }
        text = scheme + place
        isLocal = !isOdd && Self.isLoopback(URLPlace(url)?.host ?? "")
    }

    public static func == (left: ServerOrigin, right: ServerOrigin) -> Bool {
        left.text.hasSameBytes(as: right.text) && left.isLocal == right.isLocal
    }

    /// Source: RFC 6761, section 6.3; RFC 5735, section 3; RFC 4291, section 2.5.3.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.endsWithBytes(of: ".localhost") || host == "::1" || host == "[::1]" {
            return true
        }
        let numbers = host.split(at: ".").map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }
}

extension Collection {
    /// Returns the source of the value of an environment's secret, as `microscope.yaml` has it; nil if it names none.
    public func secretSource(of name: String, in environment: EnvironmentDefinition) -> SecretSource? {
        companion.secretSource(of: name, in: chain(of: environment).map(\.name))
    }
}
