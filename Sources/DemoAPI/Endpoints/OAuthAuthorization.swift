internal import Digests
import Foundation

/// The authorization endpoint. The user is always logged in, and agrees unless `deny` is there.
///
/// - Source: RFC 6749, sections 4.1.1 to 4.2.2; RFC 7636; RFC 8252, section 7.3.
enum OAuthAuthorization {
    static func reply(_ call: Call) throws -> Reply {
        let client = call.query("client_id") ?? ""
        guard [DemoCredentials.clientID, DemoCredentials.publicClientID].contains(client) else {
            throw Refusal(
                status: 400, message: "the client \"\(client)\" is not known",
                hint: "client_id is \(DemoCredentials.clientID) or \(DemoCredentials.publicClientID)")
        }
        guard let redirect = call.query("redirect_uri"), isLoopback(redirect) else {
            throw Refusal(
                status: 400, message: "redirect_uri is not on the loopback interface",
                hint: "for example http://127.0.0.1:9000/callback")
        }
        do {
            let (place, parameters) = try granted(call, client, redirect)
            return back(to: redirect, place, parameters, call)
        } catch {
            let place = call.query("response_type") == "token" ? "#" : "?"
            return back(to: redirect, place, error.parameters, call)
        }
    }

    private static func granted(
        _ call: Call, _ client: String, _ redirect: String
    ) throws(OAuthError) -> (place: String, [(name: String, value: String)]) {
        if call.query("deny") != nil { throw OAuthError("access_denied", "the user said no") }
        let scope = try OAuthError.checked(scope: call.query("scope"))
        let grant = OAuthGrant(client: client, user: DemoCredentials.username, scope: scope, lifetime: 3600)
        let now = call.state.now()
        switch call.query("response_type") {
        case "token":
            let token = call.state.grants.withLock { $0.addToken(grant, root: "implicit", at: now) }
            let lifetime = String(grant.lifetime)
            return (
                "#", [("access_token", token), ("token_type", "Bearer"), ("expires_in", lifetime), ("scope", scope)]
            )
        case "code":
            let challenge = try PKCEChallenge.of(call)
            guard challenge != nil || client != DemoCredentials.publicClientID else {
                throw OAuthError("invalid_request", "a client without a secret needs code_challenge")
            }
            let code = OAuthGrants.Code(grant: grant, redirect: redirect, challenge: challenge, expires: now + 60)
            return ("?", [("code", call.state.grants.withLock { $0.addCode(code) })])
        default: throw OAuthError("unsupported_response_type", "response_type is code or token")
        }
    }

    private static func back(
        to redirect: String, _ place: String, _ parameters: [(name: String, value: String)], _ call: Call
    ) -> Reply {
        let state = call.query("state").map { [(name: "state", value: $0)] } ?? []
        let query = (parameters + state).map { "\(OneSpelling.of($0.name))=\(OneSpelling.of($0.value))" }
        let mark = place == "?" && redirect.contains("?") ? "&" : place
        let location = redirect + mark + query.joined(separator: "&")
        return .empty(status: 302, fields: [("Location", location), ("Cache-Control", "no-store")])
    }

    private static func isLoopback(_ text: String) -> Bool {
        guard text.utf8.count <= 2000, let url = URLComponents(string: text), url.scheme == "http", url.fragment == nil,
            url.user == nil
        else { return false }
        return ["127.0.0.1", "::1", "[::1]", "localhost"].contains(url.host ?? "")
    }
}

/// The proof that a client has to give when it comes with its code.
struct PKCEChallenge: Hashable {
    private let text: String
    private let isHashed: Bool

    /// Reads the challenge of a request; nil if it has none.
    static func of(_ call: Call) throws(OAuthError) -> PKCEChallenge? {
        guard let text = call.query("code_challenge") else { return nil }
        let method = call.query("code_challenge_method") ?? "plain"
        guard ["S256", "plain"].contains(method), (43...128).contains(text.utf8.count) else {
            throw OAuthError("invalid_request", "code_challenge has 43 to 128 letters, its method is S256 or plain")
        }
        return PKCEChallenge(text: text, isHashed: method == "S256")
    }

    /// - Source: RFC 7636, section 4.6.
    func isMet(by verifier: String) -> Bool {
        guard isHashed else { return verifier == text }
        guard (43...128).contains(verifier.utf8.count), let hash = try? Digest(of: verifier.utf8, .sha256) else {
            return false
        }
        let base64 = Data(hash.bytes).base64EncodedString()
        return text == base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// The error of a request for a token or a code, in the words of the standard.
struct OAuthError: Error {
    /// "invalid_grant"
    let code: String
    let description: String

    init(_ code: String, _ description: String) {
        self.code = code
        self.description = description
    }

    var parameters: [(name: String, value: String)] { [("error", code), ("error_description", description)] }

    /// Returns the scope, or all of them when none is asked for.
    static func checked(scope: String?) throws(OAuthError) -> String {
        let words = (scope ?? "").split(separator: " ").map(String.init)
        guard words.allSatisfy(OAuthGrant.scopes.contains) else {
            throw OAuthError("invalid_scope", "scopes are \(OAuthGrant.scopes.joined(separator: " and "))")
        }
        return OAuthGrant.scopes.filter { words.isEmpty || words.contains($0) }.joined(separator: " ")
    }
}
