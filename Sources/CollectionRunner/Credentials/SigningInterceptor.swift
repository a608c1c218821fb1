import Digests
import Foundation
import MicroClient
import OpenCollection

/// Signs each attempt again, with its own time and nonce.
struct SigningInterceptor: WireInterceptor {
    /// The header field of the signature: its name and place are those of the preview, its value is made here.
    private let header: RenderedHeader?
    /// Number of header fields before it.
    private let position: Int
    private let credential: RenderedCredential
    private let sources: CredentialSources
    private let now: @Sendable () -> Date
    private let files: RequestFiles

    /// Creates an interceptor; nil if nothing has to be signed.
    init?(
        _ rendered: RenderedRequest, _ sources: CredentialSources, _ files: RequestFiles,
        now: @escaping @Sendable () -> Date
    ) {
        guard let credential = rendered.credential, credential.isMadeForEachAttempt else { return nil }
        self.credential = credential
        self.sources = sources
        self.files = files
        self.now = now
        let place = rendered.headers.firstIndex(where: \.isMadeWhenSent)
        header = place.map { rendered.headers[$0] }
        position = place ?? 0
    }

    func intercept(_ request: WireRequest) async throws -> WireRequest {
        switch credential {
        case .wsse(let wsse):
            return placed(try WSSEToken.value(wsse, nonce: sources.randomBytes(16), created: now()), in: request)
        case .aws(let aws): return try await signed(request, aws)
        case .oauth1(let oauth): return try await signed(request, oauth)
        case .basic, .bearer, .apiKey, .digest, .ntlm, .oauth2: return request
        }
    }

    private func placed(_ value: String, in request: WireRequest) -> WireRequest {
        guard let header else { return request }
        var fields = request.headers.filter { !$0.isNamed(header.name) }
        fields.insert(HeaderField(header.name, value), at: min(position, fields.count))
        var request = request
        request.headers = HeaderFields(fields)
        return request
    }

    // MARK: AWS

    private func signed(_ request: WireRequest, _ aws: AWSCredentials) async throws -> WireRequest {
        let host = SignedTarget(request.url).host
        guard let scope = AWSScope(service: aws.service, region: aws.region, host: host) else {
            throw CredentialFailure("The AWS credentials name no service, and the host \(host) does not contain it.")
        }
        let signature = try signature(aws, scope)
        let hash = try await bodyHash(of: request, scope)
        let (signed, authorization) = try signature.sign(request, bodyHash: hash)
        return placed(authorization, in: signed)
    }

    private func signature(_ aws: AWSCredentials, _ scope: AWSScope) throws -> AWSSignature {
        guard aws.profileName.isEmpty else {
            throw CredentialFailure(
                "The keys of the AWS profile \(aws.profileName) lie outside the collection, and were not read.")
        }
        return AWSSignature(
            accessKeyID: aws.accessKeyID, secretAccessKey: aws.secretAccessKey, sessionToken: aws.sessionToken,
            scope: scope, time: now())
    }

    /// Returns the hash of the body. S3 takes a body without one, so one that can be read only once is not refused there.
    private func bodyHash(of request: WireRequest, _ scope: AWSScope) async throws -> String {
        if let hash = request.headers["X-Amz-Content-Sha256"] { return hash }
        if scope.isStorage, !request.body.isReplayable { return "UNSIGNED-PAYLOAD" }
        return try await request.body.digest(.sha256).hexadecimal
    }

    // MARK: OAuth 1

    private func signed(_ request: WireRequest, _ oauth: OAuth1Credentials) async throws -> WireRequest {
        let form = request.headers.sayForm ? try await request.body.bytes(upTo: 1 << 24) : nil
        let signature = OAuth1Signature(
            credentials: oauth,
            timestamp: oauth.timestamp.isEmpty ? String(Int(now().timeIntervalSince1970)) : oauth.timestamp,
            nonce: oauth.nonce.isEmpty ? freshNonce() : oauth.nonce, privateKey: try privateKey(of: oauth))
        let hasBody = ![.get, .head].contains(request.method)
        let parameters = try signature.parameters(
            for: request, form: hasBody || oauth.placement == .body ? form : nil,
            bodyHash: form == nil ? try await bodyHash(of: request, oauth) : nil)
        switch oauth.placement {
        case .header: return placed(OAuth1Placing.header(parameters, realm: oauth.realm), in: request)
        case .query:
            var request = request
            request.url = OAuth1Placing.url(request.url, parameters)
            return request
        case .body: return OAuth1Placing.body(request, form: form, parameters)
        }
    }

    /// Letters and digits.
    private func freshNonce() -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        return String(sources.randomBytes(32).map { letters[Int($0) % letters.count] })
    }

    private func bodyHash(of request: WireRequest, _ oauth: OAuth1Credentials) async throws -> String? {
        // The parameters take the place of a body that is no form, so there is none left to hash.
        guard oauth.includesBodyHash, oauth.placement != .body else { return nil }
        return Data(try await request.body.digest(oauth.method.hash).bytes).base64EncodedString()
    }

    /// Largest key file that is read, in bytes; no real key is near it.
    private static let mostKeyBytes = 1 << 16

    private func privateKey(of oauth: OAuth1Credentials) throws -> String? {
        guard oauth.method.isRSA else { return nil }
        switch oauth.privateKey {
        case .text(let text): return text.replacing("\\n", with: "\n")
        case .file(let path): return try files.text(of: path, upTo: Self.mostKeyBytes)
        case nil: return nil
        }
    }
}

extension RenderedRequest {
    /// Whether its credentials are a header field that is made for each attempt.
    var isSignedWhenSent: Bool { credential?.isMadeForEachAttempt == true && headers.contains(where: \.isMadeWhenSent) }

    /// The signature of OAuth 1 that is put into the query or the body for each attempt; nil without one.
    var signatureInItems: OAuth1Signature? {
        guard case .oauth1(let oauth)? = credential, oauth.placement != .header else { return nil }
        return OAuth1Signature(credentials: oauth, timestamp: "", nonce: "")
    }
}

extension RenderedCredential {
    /// Whether they are made here, not by the renderer or the transport.
    fileprivate var isMadeForEachAttempt: Bool {
        switch self {
        case .wsse, .aws, .oauth1: true
        case .basic, .bearer, .apiKey, .digest, .ntlm, .oauth2: false
        }
    }
}
