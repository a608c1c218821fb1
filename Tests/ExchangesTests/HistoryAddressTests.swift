import Foundation
import Testing

@testable import Exchanges

@Suite("Addresses of exchanges")
struct HistoryAddressTests {
    @Test(
        "an address is a short id, or counts back from the last one, of all or of one request",
        arguments: [
            ("@", HistoryAddress.back(0, request: nil)), ("@-1", .back(1, request: nil)),
            ("@-12", .back(12, request: nil)),
            ("users/get@", .back(0, request: "users/get")), ("users/get.yml@-2", .back(2, request: "users/get.yml")),
            ("Get user@-1", .back(1, request: "Get user")), ("a@b@", .back(0, request: "a@b")),
            ("3f2a", .id(prefix: "3f2a")), ("3F2A9C1", .id(prefix: "3f2a9c1")),
            ("3f2a9c10-aaaa-4bbb-8ccc-0123456789ab", .id(prefix: "3f2a9c10-aaaa-4bbb-8ccc-0123456789ab")),
        ])
    func read(_ text: String, _ address: HistoryAddress) { #expect(HistoryAddress(text) == address) }

    @Test(
        "what is no address is none",
        arguments: ["", "3f2", "users/get", "@-0", "@-", "@2", "@x", "@--1", "xyz12", "ｆ2a9c"])
    func none(_ text: String) { #expect(HistoryAddress(text) == nil) }

    @Test("the short text of an id is an address of it")
    func short() throws {
        let id = try #require(UUID(uuidString: "3F2A9C10-AAAA-4BBB-8CCC-0123456789AB"))
        #expect(HistoryAddress.shortText(of: id) == "3f2a9c1")
        #expect(HistoryAddress("3f2a9c1") == .id(prefix: "3f2a9c1"))
    }
}
