import Digests
import Foundation
import OpenCollection

/// The value of `X-WSSE`.
///
/// The digest is that of the reference implementation: base64 of the *hex text* of SHA-1 over nonce, time and password, where the
/// UsernameToken profile has the hash's bytes.
enum WSSEToken {
    static let header = "X-WSSE"

    /// - Parameter nonce: 16 random bytes.
    static func value(_ credentials: UserCredentials, nonce: [UInt8], created: Date) throws -> String {
        let nonce = Digest(bytes: nonce).hexadecimal
        let time = created.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        let hash = try Digest(of: (nonce + time + credentials.password).utf8, .sha1).hexadecimal
        let digest = Data(hash.utf8).base64EncodedString()
        return "UsernameToken Username=\"\(credentials.username)\", PasswordDigest=\"\(digest)\", "
            + "Nonce=\"\(nonce)\", Created=\"\(time)\""
    }
}
