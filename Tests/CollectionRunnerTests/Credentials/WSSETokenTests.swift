import Foundation
import OpenCollection
import Testing

@testable import CollectionRunner

@Suite("WSSE tokens") struct WSSETokenTests {
    @Test("the digest is base64 of the hash's hexadecimal text, over nonce, time and password")
    func token() throws {
        let credentials = UserCredentials(
            AuthDetails(type: "wsse", members: ["username": "ann", "password": "open sesame"]))
        let value = try WSSEToken.value(
            credentials, nonce: Array(0..<16), created: Date(timeIntervalSince1970: 1_700_000_000.25))
        let expected =
            "UsernameToken Username=\"ann\", PasswordDigest=\"ZWZjZmFmYTA1ODM2MjA5ZjE4OTdmMzk3MjM5MzYzMmQ4NzVlYTE1Mw==\", "
            + "Nonce=\"000102030405060708090a0b0c0d0e0f\", Created=\"2023-11-14T22:13:20.250Z\""
        #expect(value == expected)
    }
}
