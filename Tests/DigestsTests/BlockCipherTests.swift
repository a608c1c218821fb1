import Testing

@testable import Digests

@Suite("AES") struct BlockCipherTests {
    private static func bytes(_ hexadecimal: String) throws -> [UInt8] {
        try #require(Digest(hexadecimal: hexadecimal)).bytes
    }

    @Test(
        "encrypts the first block as published, and decrypts it",
        arguments: [
            (
                "2b7e151628aed2a6abf7158809cf4f3c", "000102030405060708090a0b0c0d0e0f", BlockCipher.Mode.cbc,
                "7649abac8119b246cee98e9b12e9197d"
            ),
            (
                "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
                "000102030405060708090a0b0c0d0e0f", .cbc, "f58c4c04d6e5f1ba779eabfb5f7bfbd6"
            ),
            ("2b7e151628aed2a6abf7158809cf4f3c", "", .ecb, "3ad77bb40d7a3660a89ecaf32466ef97"),
        ])
    func published(key: String, vector: String, mode: BlockCipher.Mode, block: String) throws {
        let cipher = try #require(
            BlockCipher(key: try Self.bytes(key), vector: try Self.bytes(vector), mode: mode))
        let plain = try Self.bytes("6bc1bee22e409f96e93d7e117393172a")
        let encrypted = try #require(cipher.encrypted(plain))
        #expect(encrypted.count == 32 && Digest(bytes: Array(encrypted.prefix(16))).hexadecimal == block)
        #expect(cipher.decrypted(encrypted) == plain)
        #expect(cipher.decrypted(Array(encrypted.dropLast())) == nil)
    }

    @Test("a key of another length is none, and other bytes are not decrypted")
    func refused() throws {
        #expect(BlockCipher(key: [1, 2, 3], vector: []) == nil)
        let (key, other) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16))
        #expect(BlockCipher(key: key, vector: []) == nil)
        let cipher = try #require(BlockCipher(key: key, vector: other))
        let empty = try #require(cipher.encrypted([]))
        #expect(empty.count == 16 && cipher.decrypted(empty) == [])
        #expect(BlockCipher(key: other, vector: other)?.decrypted(empty) != [])
    }
}
