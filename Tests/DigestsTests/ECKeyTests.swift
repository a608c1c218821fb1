import Foundation
import TestSupport
import Testing

@testable import Digests

/// The key, the message and the signature are those of RFC 7515, appendix A.3.
@Suite("Keys of elliptic curves") struct ECKeyTests {
    private static let message =
        "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290"
        + "Ijp0cnVlfQ"
    private static let signature =
        "DtEhU3ljbEg8L38VWAfUAqOyKAM6+Xx+F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3+Kg6NU1Q=="

    @Test("takes the published signature, and its own, for right, and no other")
    func signs() throws {
        let key = try ECPublicKey(pem: PublishedKey.ellipticPublicPEM)
        let published = try Array(#require(Data(base64Encoded: Self.signature)))
        #expect(key.verifies(published, of: Self.message.utf8, .sha256))
        #expect(!key.verifies(published, of: (Self.message + "x").utf8, .sha256))
        #expect(!key.verifies(Array(published.dropLast()), of: Self.message.utf8, .sha256))
        let signature = try ECPrivateKey(pem: PublishedKey.ellipticPrivatePEM).signature(of: "text".utf8, .sha256)
        #expect(signature.count == 64 && key.verifies(signature, of: "text".utf8, .sha256))
    }

    @Test("a key of another kind is refused")
    func otherKind() {
        let error = #expect(throws: KeyError.self) { try ECPrivateKey(pem: PublishedKey.privatePEM) }
        #expect(error?.message == "not an EC key")
        #expect(throws: KeyError.self) { try ECPublicKey(pem: PublishedKey.publicPEM) }
    }
}
