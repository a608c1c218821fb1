import Testing

@testable import MicroClient

@Suite("Header fields")
struct HeaderFieldsTests {
    @Test(
        "names compare without regard to the case of letters, and of nothing else",
        arguments: [
            ("Content-Type", "content-type", true), ("ETag", "ETAG", true), ("", "", true),
            ("Content-Type", "Content-Typ", false), ("Content-Type", "Content_Type", false),
            // Bytes that differ by 0x20 as letters of two cases do, and are none.
            ("X^", "X~", false), ("X@", "X`", false), ("X\r", "X-", false),
        ])
    func names(own: String, other: String, isSame: Bool) {
        #expect(HeaderField(own, "").isNamed(other) == isSame)
    }
}
