import Foundation
import TestSupport
import Testing

@testable import MicroClient

@Suite("Text in the charset of its response")
struct BodyCharsetTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var type: String?
        var bytes: [UInt8]
        var text: String
        var testDescription: String { "\(type ?? "no type"): \(bytes)" }

        init(_ type: String?, _ bytes: [UInt8], _ text: String) {
            (self.type, self.bytes, self.text) = (type, bytes, text)
        }
    }

    static let rows = [
        Row(nil, [0x61, 0xC3, 0xA4], "aä"),
        Row("text/plain", [0x61, 0xE4], "a\u{FFFD}"),
        Row("text/plain; charset=utf-8", [0xEF, 0xBB, 0xBF, 0x61], "a"),
        Row("text/plain;charset=\"UTF-8\"", [0xC3, 0xA4], "ä"),
        Row("text/plain; charset=us-ascii", [0x61], "a"),
        Row("text/plain; charset=utf-16", [0xFF, 0xFE, 0x3D, 0xD8, 0x00, 0xDE], "😀"),
        Row("text/plain; charset=utf-16", [0xFE, 0xFF, 0x00, 0xE4], "ä"),
        Row("text/plain; charset=utf-16", [0x00, 0xE4], "ä"),
        Row("text/plain; charset=UTF-16LE", [0xE4, 0x00], "ä"),
        Row("text/plain; charset=utf-16be", [0xD8, 0x3D, 0x61], "\u{FFFD}\u{FFFD}"),
        Row("text/plain; charset=utf-32", [0x00, 0x01, 0xF6, 0x00], "😀"),
        Row("text/plain; charset=utf-32le", [0x00, 0xF6, 0x01, 0x00], "😀"),
        Row(nil, [0xFF, 0xFE, 0, 0, 0xE4, 0, 0, 0], "ä"),
        // A byte order mark is what the bytes say of themselves.
        Row("text/plain; charset=windows-1252", [0xFE, 0xFF, 0x20, 0xAC], "€"),
        Row("text/html; charset=ISO-8859-1", [0xE4, 0x80, 0xA4], "ä\u{80}¤"),
        Row("text/html; format=flowed; Charset = iso-8859-15", [0xE4, 0xA4], "ä€"),
        Row("text/html; charset=windows-1252", [0x93, 0xE4, 0x80, 0x94], "“ä€”"),
        Row("text/html; charset=cp1252", [0x61, 0x81, 0x80], "a\u{81}€"),
        Row("text/html; charset=Windows-1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
        Row("text/html; charset=windows-1250", [0x8A, 0xE8, 0x9E], "Ščž"),
        Row("text/plain; charset=", [0x61], "a"),
    ]

    @Test("is what was written", arguments: rows)
    func decoded(row: Row) throws {
        #expect(try ResponseCharset.text(Data(row.bytes), contentType: row.type) == row.text)
        // A slice begins elsewhere.
        #expect(try ResponseCharset.text(Data([0] + row.bytes).dropFirst(), contentType: row.type) == row.text)
    }

    @Test("a charset that is not known is an error that names it, for text alone")
    func unknown() async throws {
        let fields: HeaderFields = [HeaderField("Content-Type", "text/plain; charset=KOI8-R")]
        let client = NetworkClient.over(
            FakeTransport(
                .response(200, headers: fields, body: ["x"]), .response(200, headers: fields, body: ["x"]),
                .response(200, headers: fields, body: ["1"])))
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, String>(method: .get))
        }
        #expect(
            error?.localizedDescription.contains("the charset \"koi8-r\" is not known: ask for Data instead") == true)
        #expect(error?.innermost(as: DecodingError.self) != nil)
        #expect(try await client.run(NetworkRequest<VoidRequest, Data>(method: .get)).value == Data("x".utf8))
        #expect(try await client.run(NetworkRequest<VoidRequest, Int>(method: .get)).value == 1)
    }
}
