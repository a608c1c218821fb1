internal import Digests
import Foundation

/// The server's side of a WSSE UsernameToken.
enum WSSEVerifier {
    static func check(_ call: Call) throws -> [(String, JSON)] {
        guard let value = call.fields["X-WSSE"], value.hasPrefix("UsernameToken ") else {
            throw refusal("no UsernameToken in X-WSSE")
        }
        let given = Dictionary(
            credentialParameters(value.dropFirst("UsernameToken ".count)).map { ($0.name, $0.value) }
        ) { $1 }
        guard given["Username"] == DemoCredentials.username else { throw refusal("the user is not known") }
        let (nonce, created) = (given["Nonce"] ?? "", given["Created"] ?? "")
        guard let form = try form(of: given["PasswordDigest"] ?? "", nonce + created + DemoCredentials.password) else {
            throw refusal("the digest does not match")
        }
        guard let time = SignatureTime.date(created) else { throw refusal("Created is no time") }
        if let reason = call.staleness(of: nonce, at: time, within: 300) { throw refusal(reason) }
        return [("user", .string(DemoCredentials.username)), ("digest", .string(form))]
    }

    /// Returns the form of the digest: base64 of the hash's bytes, or of their hexadecimal text, as both are in use; nil when it is neither.
    private static func form(of digest: String, _ text: String) throws -> String? {
        let hash = try Digest(of: text.utf8, .sha1)
        switch Data(base64Encoded: digest).map({ [UInt8]($0) }) {
        case hash.bytes?: return "of bytes"
        case Array(hash.hexadecimal.utf8)?: return "of hexadecimal text"
        default: return nil
        }
    }

    private static func refusal(_ reason: String) -> Refusal {
        notVerified(
            reason, hint: "user name and password are both demo",
            challenge: "WSSE realm=\"demo\", profile=\"UsernameToken\"")
    }
}
