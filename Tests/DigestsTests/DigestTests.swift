import Testing

@testable import Digests

@Suite struct DigestTests {
    /// RFC 1321, section A.5; FIPS 180 examples.
    static let hashesOfABC: [(DigestAlgorithm, String)] = [
        (.md5, "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            .sha384,
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        ),
        (
            .sha512,
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
    ]

    @Test("hashes \"abc\" as the standards say", arguments: hashesOfABC)
    func abc(algorithm: DigestAlgorithm, hexadecimal: String) throws {
        #expect(try Digest(of: "abc".utf8, algorithm).hexadecimal == hexadecimal)
    }

    @Test("hashes nothing at all")
    func empty() throws {
        #expect(try Digest(of: [], .md5).description == "d41d8cd98f00b204e9800998ecf8427e")
    }

    @Test("gives the same hash piece by piece", arguments: DigestAlgorithm.allCases)
    func pieces(algorithm: DigestAlgorithm) throws {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let running = try RunningDigest(algorithm)
        for start in stride(from: 0, to: 1000, by: 37) { running.update(bytes[start..<min(start + 37, 1000)]) }
        #expect(running.finish() == (try Digest(of: bytes, algorithm)))
        #expect(running.finish() == running.finish())
    }
}

@Suite struct AuthenticationCodeTests {
    /// RFC 4231, test cases 1, 2 and 6, and 2 for SHA-512; RFC 2202, test case 2 of each.
    static let codes: [(id: String, algorithm: DigestAlgorithm, key: [UInt8], text: String, hexadecimal: String)] = [
        (
            "RFC 4231, 1", .sha256, .init(repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            "RFC 4231, 2", .sha256, Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            "RFC 4231, 6", .sha256, .init(repeating: 0xAA, count: 131),
            "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            "RFC 2202, MD5 2", .md5, Array("Jefe".utf8), "what do ya want for nothing?",
            "750c783e6ab0b503eaa86e310a5db738"
        ),
        (
            "RFC 2202, SHA-1 2", .sha1, Array("Jefe".utf8), "what do ya want for nothing?",
            "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
        ),
        (
            "RFC 4231, SHA-512 2", .sha512, Array("Jefe".utf8), "what do ya want for nothing?",
            "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b"
                + "636e070a38bce737"
        ),
    ]

    @Test("authenticates as the RFCs' vectors say", arguments: codes)
    func vectors(id: String, algorithm: DigestAlgorithm, key: [UInt8], text: String, hexadecimal: String) throws {
        #expect(try Digest(authenticating: text.utf8, key: key, algorithm).hexadecimal == hexadecimal)
        let running = try RunningAuthenticationCode(key: key, algorithm)
        for byte in text.utf8 { running.update([byte]) }
        #expect(running.finish().hexadecimal == hexadecimal)
    }

    @Test("takes an empty key")
    func emptyKey() throws {
        #expect(try Digest(authenticating: [], key: [], .md5).hexadecimal == "74e6f7298a9c2d168935f58c001bad88")
    }
}
