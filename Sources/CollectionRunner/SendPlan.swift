import Foundation
import MicroClient
import OpenCollection

/// A rendered request as the library takes it: the wire request, its policies, and its credentials as an interceptor.
struct SendPlan: Sendable {
    let request: WireRequest
    private(set) var options: SendOptions

    /// - Parameter now: the wall clock, for signatures.
    /// - Throws: ``RequestFileError`` when a file that the body needs cannot be read.
    init(
        _ rendered: RenderedRequest, files: RequestFiles, cookies: CookieJar.Use = .off,
        forwardedFields: @escaping @Sendable (RenderedRequest, _ origin: String) -> [String] = { _, _ in [] },
        sources: CredentialSources = CredentialSources(), now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        var headers = HeaderFields(
            rendered.headersToSend.filter { !$0.isFromAuth }.map(rendered.field))
        let body = try OutgoingBody(rendered.body, contentType: headers["Content-Type"], files: files)
        if let type = body.contentType { headers["Content-Type"] = type }
        request = WireRequest(
            method: HTTPMethod(rawValue: rendered.method), url: rendered.url, headers: headers, body: body.source,
            options: try TransferOptions(rendered, files: files))
        let interceptors: [(any WireInterceptor)?] = [
            CredentialInterceptor(rendered),
            SigningInterceptor(rendered, sources, files, now: now),
        ]
        options = SendOptions(
            retry: rendered.retry.map { RetryPolicy($0.value) }, redirects: RedirectPolicy(rendered), cookies: cookies,
            interceptors: interceptors.compactMap { $0 })
        options.hopOptions = rendered.proxy.hopOptions
        options.forwardedFields = { forwardedFields(rendered, $0) }
    }
}

/// Puts the credentials of a saved request on each attempt, at the place among the header fields that the preview shows.
struct CredentialInterceptor: WireInterceptor {
    let header: HeaderField
    /// Number of header fields before it.
    let position: Int

    /// Creates an interceptor; nil if the request has no credentials that travel in a header.
    init?(_ rendered: RenderedRequest) {
        let headers = rendered.headersToSend
        guard let position = headers.firstIndex(where: \.isFromAuth) else { return nil }
        header = rendered.field(headers[position])
        self.position = position
    }

    func intercept(_ request: WireRequest) async throws -> WireRequest {
        var fields = request.headers.filter { !$0.isNamed(header.name) }
        fields.insert(header, at: min(position, fields.count))
        var request = request
        request.headers = HeaderFields(fields)
        return request
    }
}

extension RenderedRequest {
    /// Returns a field with captured bytes as they were received.
    fileprivate func field(_ header: RenderedHeader) -> HeaderField {
        let bytes = latin1Values.reduce(Array(header.value.utf8)) { bytes, value in
            value.isEmpty ? bytes : bytes.replacing(Array(value.utf8), with: value.latin1Bytes)
        }
        return HeaderField(header.name, bytes: bytes)
    }
}

extension RenderedHeader {
    fileprivate var isFromAuth: Bool {
        switch origin {
        case .auth, .url: true
        default: false
        }
    }
}

extension TransferOptions {
    /// - Throws: ``RequestFileError`` when a certificate's file cannot be read.
    init(_ rendered: RenderedRequest, files: RequestFiles) throws {
        try self.init(ofTokenFor: rendered, files: files)
        tls.clientCertificate = try rendered.clientCertificate.map { try .init($0, files) }
        let settings = rendered.connection.settings
        httpVersion = settings.http.map { HTTPVersion($0) } ?? .automatic
        if let socket = settings.unixSocket {
            (unixSocketPath, proxy) = (socket, .direct)
            return
        }
        addressOverrides = (settings.resolve ?? []).map {
            AddressOverride(host: $0.host, port: $0.port, addresses: $0.addresses)
        }
        connectTarget = settings.connectTo.map { ConnectTarget(host: $0.host, port: $0.port) }
    }

    /// Creates the options of every request that is made for it, as for a token: without the client certificate and the place to connect to, which
    /// are for the request's own origin.
    ///
    /// - Throws: ``RequestFileError`` when the file of authorities cannot be read.
    init(ofTokenFor rendered: RenderedRequest, files: RequestFiles) throws {
        self.init()
        let connection = rendered.connection
        tls.authorityFile = try connection.own.ca ?? connection.settings.ca.map { try files.url(of: $0).path }
        if tls.authorityFile == nil, let usual = connection.usualAuthorities {
            (tls.authorityFile, tls.authorityDirectory) = (usual.file, usual.directory)
        }
        if let seconds = connection.settings.connectTimeout { connectTimeout = seconds > 0 ? .seconds(seconds) : nil }
        proxy = TransferOptions.ProxyChoice(rendered.proxy)
        totalTimeout = rendered.timeout
        idleTimeout = rendered.idleTimeout
        verifiesTLS = rendered.verifiesTLS
        authentication = rendered.credential?.responseToChallenge
    }
}

extension TransferOptions.HTTPVersion {
    fileprivate init(_ version: ConnectionSettings.HTTPVersion) {
        switch version {
        case .one: self = .http1
        case .two: self = .http2
        case .cleartext: self = .http2PriorKnowledge
        }
    }
}

extension ProxyRule {
    /// The options of a hop by its URL; nil if all hops go the same way.
    var hopOptions: (@Sendable (String, TransferOptions) -> TransferOptions)? {
        guard case .server = self else { return nil }
        return { url, options in
            // No proxy leads to a Unix socket.
            guard options.unixSocketPath == nil else { return options }
            var options = options
            options.proxy = TransferOptions.ProxyChoice(choice(for: url))
            return options
        }
    }
}

extension TransferOptions.ProxyChoice {
    fileprivate init(_ rule: ProxyRule) {
        switch rule {
        case .system: self = .environment
        case .direct: self = .direct
        case .server(let server): self = .proxy(TransferOptions.Proxy(server.url))
        }
    }
}

extension TransferOptions.ClientCertificate {
    fileprivate init(_ certificate: RenderedCertificate, _ files: RequestFiles) throws {
        switch certificate {
        case .pem(let certificate, let key, let passphrase):
            self = .pem(
                certificate: try files.url(of: certificate).path, key: try files.url(of: key).path, password: passphrase
            )
        case .pkcs12(let file, let passphrase):
            self = .pkcs12(file: try files.url(of: file).path, password: passphrase)
        }
    }
}

extension RenderedCredential {
    /// Credentials that the transport presents when it is asked for them; nil for those that a header holds.
    fileprivate var responseToChallenge: TransferOptions.Authentication? {
        switch self {
        case .digest(let digest): .digest(user: digest.username, password: digest.password)
        case .ntlm(let ntlm):
            .ntlm(
                user: ntlm.domain.isEmpty ? ntlm.username : "\(ntlm.domain)\\\(ntlm.username)",
                password: ntlm.password)
        case .basic, .bearer, .apiKey, .wsse, .aws, .oauth1, .oauth2: nil
        }
    }
}

extension RedirectPolicy {
    /// Keeps every secret header with the origin that it was meant for, and with those that a person has agreed to.
    fileprivate init(_ rendered: RenderedRequest) {
        self = .ofCollections(
            maximum: rendered.followsRedirects ? rendered.maximumRedirects : 0,
            secretFields: rendered.headers.filter(\.isSecret).map(\.name))
        keepsBodyFromOtherOrigins = rendered.hasSecretBody
        switch rendered.credential {
        case .aws?:
            let own = rendered.headers.map(\.name).filter { $0.lowercased().hasPrefix("x-amz-") }
            droppedAcrossOrigins += AWSSignature.fields + own
        case .oauth1(let oauth)? where oauth.placement == .body: keepsBodyFromOtherOrigins = true
        default: break
        }
    }

    /// Returns the rules that a request of a collection and its replay share.
    ///
    /// - Parameter secretFields: Names of header fields that stay with the origin that they were meant for.
    static func ofCollections(maximum: Int, secretFields: [String]) -> RedirectPolicy {
        var policy = RedirectPolicy(maximum: maximum)
        policy.droppedAcrossOrigins += secretFields
        // As the format has it.
        policy.methodChange = .everyMethod
        policy.allowsDowngrade = true
        return policy
    }
}

extension RetryPolicy {
    /// Creates the policy of `microscope.yaml`; settings that it omits keep the library's defaults.
    init(_ settings: RetrySettings) {
        self.init(maximumRetries: settings.count)
        backoff = RetryPolicy.Backoff(settings)
        if let statuses = settings.statuses { self.statuses = Set(statuses) }
        if let methods = settings.methods {
            self.methods = .only(Set(methods.map { HTTPMethod(rawValue: $0.uppercased()) }))
        }
        if let cap = settings.retryAfterCap { maximumRetryAfter = .seconds(cap) }
        budget = settings.budget.map { .seconds($0) }
    }
}

extension RetryPolicy.Backoff {
    fileprivate init(_ settings: RetrySettings) {
        let base = Duration.seconds(settings.base ?? 0.1)
        let cap = Duration.seconds(settings.cap ?? 30)
        switch (settings.backoff, settings.jitter) {
        case ("constant", _): self = .constant(base)
        case (_, "none"): self = .exponential(base: base, cap: cap)
        default: self = .fullJitter(base: base, cap: cap)
        }
    }
}
