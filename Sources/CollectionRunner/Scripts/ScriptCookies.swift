import Foundation
import MicroClient
import OpenCollection
import ScriptWorker
import Secrets

/// The cookies of an environment as scripts reach them: those of the servers that were agreed to.
struct ScriptCookies: Sendable {
    private let use: CookieJar.Use
    private let origins: [String]
    /// Values that scripts got: they are credentials, and masked in all that scripts write.
    private let given = Locked<Set<String>>([])

    /// - Parameter origins: The origins whose cookies scripts may read and set.
    init(_ use: CookieJar.Use, origins: [String]) { (self.use, self.origins) = (use, origins) }

    /// The values that scripts got so far.
    var secrets: [NamedSecret] { given.withLock { $0.sorted() }.map { NamedSecret(name: "cookie", value: $0) } }

    /// - Parameter url: The URL whose cookies are meant, without placeholders.
    /// - Throws: ``ScriptProblem`` for another server, and where cookies are switched off.
    func answer(_ call: ScriptCookieCall, url: String) throws -> [ScriptCookie] {
        guard case .jar(let jar) = use else { throw ScriptProblem("cookies are disabled") }
        if call.action == "clear" {
            let hosts = origins.compactMap { URL(string: $0)?.host?.lowercased() }
            jar.removeAll { cookie in
                hosts.contains { $0 == cookie.domain || !cookie.isHostOnly && $0.hasSuffix(".\(cookie.domain)") }
            }
            return []
        }
        guard let origin = ServerOrigin(url)?.text, origins.contains(origin), let place = URL(string: url) else {
            throw ScriptProblem("not allowed: cookies of \(ServerOrigin(url)?.text ?? url)")
        }
        let found = jar.cookies(for: place)
        switch call.action {
        case "all":
            given.withLock { $0.formUnion(found.map(\.value)) }
            return found.map(ScriptCookie.init)
        case "set":
            guard let cookie = call.cookie else { throw ScriptProblem("a cookie needs a name and a value") }
            jar.receive([try cookie.field()], from: place)
        case "delete": for cookie in found where call.name == nil || cookie.name == call.name { jar.remove(cookie) }
        default: throw ScriptProblem("cookies.\(call.action) is not available")
        }
        return []
    }
}

extension ScriptCookie {
    fileprivate init(_ cookie: Cookie) {
        self.init(name: cookie.name, value: cookie.value)
        (domain, path, isHostOnly) = (cookie.domain, cookie.path, cookie.isHostOnly)
        (isSecure, isHTTPOnly, sameSite) = (cookie.isSecure, cookie.isHTTPOnly, cookie.sameSite?.rawValue)
        expires = cookie.expiresAt.map { $0.timeIntervalSince1970 * 1000 }
    }

    private var secondsLeft: Double? { expires.map { $0 / 1000 - Date().timeIntervalSince1970 } }

    /// Returns the cookie as a server sets one: the jar takes it by the same rules.
    fileprivate func field() throws -> String {
        let attributes = [
            ("Path", path ?? "/"), ("Domain", domain), ("SameSite", sameSite),
            ("Max-Age", (maxAge ?? secondsLeft).flatMap { Int(exactly: $0.rounded()) }.map(String.init)),
        ].compactMap { name, value in value.map { (name, $0) } }
        guard !name.isEmpty, !([name, value] + attributes.map(\.1)).joined().contains(where: { ";\r\n".contains($0) })
        else {
            throw ScriptProblem("a cookie needs a name, and has no semicolon and no line break")
        }
        let flags = (isSecure == true ? "; Secure" : "") + (isHTTPOnly == true ? "; HttpOnly" : "")
        return "\(name)=\(value)" + attributes.map { "; \($0.0)=\($0.1)" }.joined() + flags
    }
}
