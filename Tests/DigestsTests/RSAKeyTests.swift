import Foundation
import TestSupport
import Testing

@testable import Digests

@Suite("RSA keys") struct RSAKeyTests {
    /// The base string of OAuth's published test case for RSA-SHA1.
    private static let message =
        "GET&http%3A%2F%2Fphotos.example.net%2Fphotos&file%3Dvacaction.jpg%26oauth_consumer_key%3Ddpf43f3p2l4k3l03%26"
        + "oauth_nonce%3D13917289812797014437%26oauth_signature_method%3DRSA-SHA1%26oauth_timestamp%3D1196666512%26"
        + "oauth_version%3D1.0%26size%3Doriginal"

    /// The first is published with the test case; the others were made with Python's cryptography, version 48.
    private static let signatures: [(algorithm: DigestAlgorithm, base64: String)] = [
        (
            .sha1,
            "jvTp/wX1TYtByB1m+Pbyo0lnCOLIsyGCH7wke8AUs3BpnwZJtAuEJkvQL2/9n4s5wUmUl4aCI4BwpraNx4RtEXMe5qg5T1LVTGliMRpKas"
                + "KsW//e+RinhejgCuzoH26dyF8iY2ZZ/5D1ilgeijhV/vBka5twt399mXwaYdCwFYE="
        ),
        (
            .sha256,
            "iI5WSokfMWqDkaN7CzkOA+NcF/rAbJerT7FkX2JZ5pthz8tqY+zniPvbxid/QMJ40DHxY1+vqY5ULN9TlTSebdFoKiWfv/nFw/G4njPoFva"
                + "o7T4kRNTItO3WaB7ZwFFbkSRyCKgB4jDapsHFUlbWaXqJ4zIZ7T36J6KkAi0wbKo="
        ),
        (
            .sha512,
            "KM3xiLxg+5PutfBjl02z9D0rdbjh2g24fTGmKGip/qUQq8/lopakMhv61xKrKEsY2Xzu6Cbmf7bHKz0wV77w0BZ7dRo8WAAwzzIebx9fMLE"
                + "+Bs9Kg0NFed507P5Rr/AdtPAqtfm5VV+vgqQIPduZQXyCnYOh+1YvGsaVZ87PKbQ="
        ),
    ]

    @Test("signs as published, and takes its own signature for right", arguments: signatures)
    func vectors(algorithm: DigestAlgorithm, base64: String) throws {
        let signature = try RSAPrivateKey(pem: PublishedKey.privatePEM).signature(of: Self.message.utf8, algorithm)
        #expect(Data(signature).base64EncodedString() == base64)
        let key = try RSAPublicKey(pem: PublishedKey.publicPEM)
        #expect(key.verifies(signature, of: Self.message.utf8, algorithm))
        #expect(!key.verifies(signature, of: (Self.message + "x").utf8, algorithm))
        #expect(!key.verifies([], of: Self.message.utf8, algorithm))
    }

    @Test("a text that is no key is refused in OpenSSL's words")
    func noKey() {
        let error = #expect(throws: KeyError.self) { try RSAPrivateKey(pem: "open sesame") }
        #expect(error?.operation == "PEM_read_bio_PrivateKey")
        #expect(error?.message.isEmpty == false && error?.code != 0)
        #expect(error.map { "\($0)" }?.contains("open sesame") == false)
        #expect(throws: KeyError.self) { try RSAPublicKey(pem: PublishedKey.privatePEM) }
        #expect(throws: KeyError.self) { try RSAPrivateKey(pem: "") }
    }

    @Test("a key of another kind is refused")
    func otherKind() {
        let key = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
            -----END PRIVATE KEY-----
            """
        let error = #expect(throws: KeyError.self) { try RSAPrivateKey(pem: key) }
        #expect(error?.message == "not an RSA key")
    }

    @Test("a key with a passphrase is refused, and nobody is asked for it")
    func passphrase() {
        let key = """
            -----BEGIN ENCRYPTED PRIVATE KEY-----
            MIIC3TBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQIzPx0OB0n6OYCAggA
            MAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAECBBDsE/rqXH+W7vWYc7zelBCKBIIC
            gIYU74qv4ggcSIixPK4xt93sNTZiCSwgO1ZcG+Rdti/rt7DADD416B4O7S22VdRm
            9bGMjw5tdNSaoCUwVvFaL7KtMrnwYyJkI/iU9352U+J+V3cWDC410v7+oTfPNYfp
            C04MAM0vZWRuf/Wc9g+r2RvFZXphJyJw9eyBQFA+qWMZ6LmONpzX4Max8G67/T0P
            ehXPeJ4LLaJKFsa6SlnZD1CrjSc0nXVcuv93Q7+cd84fZ+w5SnLDYC9qBpW6XfFk
            lue14y83pYpvnTQ+lI06LtlvvUbS9dofdUJ5Nie0wmiZ9DZx+m3J/Qe2G00i8I68
            lQL9Bj2RAxDGBMBDn759aJjI7Slrd6kHs35QqCm5QIarGoVA2D9PP09y4twiOHUh
            P1LX45GorIa34lVVFu1RfEi9Wy4+s4Xy6+hdpzr3Ru6wpe+qZGcavYeQU5Su+0v7
            SsQXN/1sU0XVVNo+Q85BSib8ONSph9FiaVG0WFCQeIujXQAF3zUXi7OIEiVhsl8B
            cPmkkVBjOQzt9pTwlCAQNu9Lpl8rISkJ/SsvTCHc8LoBrEaUwD4eksZscVnmowsc
            zSvnkDlQS/q/YceOj7/s4RuvXN2UTrFo23slaS2omGnK3Ve+OUVtJ5TXBnoNLBMW
            BEyKqWJXNRW81u18MFmGxUoiwddQkxMPWCZMXW8gETYopGEc5IBlwkPsBsgUvWdW
            j+vfYmXxyiFxb9FJwv1WO52Lp7YDSjIrQVfOjYNUJuz63/reiH3rwJxBLiWx5Ely
            6k2xdLiGqbqbIW0F91P9tEvx5ZV3s6ruI6XoSW2qCvnawfpMW8++GqmKyRTpPLhJ
            IR1GY8gwNxpzHL/wh8+hQa0=
            -----END ENCRYPTED PRIVATE KEY-----
            """
        let error = #expect(throws: KeyError.self) { try RSAPrivateKey(pem: key) }
        #expect(error?.operation == "PEM_read_bio_PrivateKey")
    }

    @Test("nothing is left in OpenSSL's queue for the next error to find")
    func queue() throws {
        _ = try? RSAPrivateKey(pem: "x")
        _ = try RSAPrivateKey(pem: PublishedKey.privatePEM)
        let key = try RSAPublicKey(pem: PublishedKey.publicPEM)
        #expect(!key.verifies([1, 2, 3], of: "x".utf8, .sha256))
        #expect(KeyError(operation: "none").code == 0)
    }
}
