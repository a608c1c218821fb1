import Digests
import Foundation

/// The server's side of digest authentication, which believes nothing.
///
/// - Source: RFC 7616.
public struct DigestChecker: Sendable {
    public var realm = "here"
    public var user: String
    public var password: String
    /// The name of the algorithm: "MD5" or "SHA-256".
    public var algorithm: String

    public init(user: String, password: String, algorithm: String = "SHA-256") {
        self.user = user
        self.password = password
        self.algorithm = algorithm
    }

    /// Returns the value of `WWW-Authenticate`.
    public func challenge(nonce: String, isStale: Bool = false) -> String {
        "Digest realm=\"\(realm)\", qop=\"auth\", algorithm=\(algorithm), nonce=\"\(nonce)\", opaque=\"o\""
            + (isStale ? ", stale=true" : "")
    }

    /// Returns what is wrong with a request's credentials; nil if they are right.
    public func fault(in head: String, nonce: String) -> String? {
        let lines = head.components(separatedBy: "\r\n")
        let request = lines[0].components(separatedBy: " ")
        guard let field = lines.first(where: { $0.lowercased().hasPrefix("authorization: digest ") }) else {
            return "no credentials"
        }
        let given = Self.parameters(String(field.dropFirst("authorization: digest ".count)))
        let expected = ["username": user, "realm": realm, "nonce": nonce, "uri": request[1], "opaque": "o"]
        for (name, value) in expected where given[name] != value { return "\(name) is \(given[name] ?? "absent")" }
        guard let count = given["nc"], let clientNonce = given["cnonce"], given["qop"] == "auth" else {
            return "no qop"
        }
        let secret = hash("\(user):\(realm):\(password)")
        let response = hash("\(secret):\(nonce):\(count):\(clientNonce):auth:\(hash("\(request[0]):\(request[1])"))")
        return given["response"] == response ? nil : "wrong response"
    }

    private func hash(_ text: String) -> String {
        let digest = try? Digest(of: text.utf8, algorithm == "MD5" ? .md5 : .sha256)
        return digest?.hexadecimal ?? "not available"
    }

    /// Returns the parameters, with names in lower case and values without quotes.
    private static func parameters(_ text: String) -> [String: String] {
        var parameters: [String: String] = [:]
        for part in text.components(separatedBy: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard pair.count == 2 else { continue }
            parameters[pair[0].lowercased()] = pair[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        }
        return parameters
    }
}
