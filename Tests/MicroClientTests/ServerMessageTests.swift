import Foundation
import TestSupport
import Testing

@testable import MicroClient

@Suite("What a server says of an error")
struct ServerMessageTests {
    struct Row: Sendable {
        var body: String
        var message: String?

        init(_ body: String, _ message: String?) { (self.body, self.message) = (body, message) }
    }

    static let rows = [
        Row(
            #"{"type":"/e","title":"Out of stock","detail":"Item 7 is\n gone","status":409}"#,
            "Out of stock: Item 7 is gone"),
        Row(#"{"title":"Out of stock"}"#, "Out of stock"),
        Row(#"{"detail":"Not found."}"#, "Not found."),
        Row(#"{"message":"no such user","code":7}"#, "no such user"),
        Row(#"{"error":"invalid_grant","error_description":"The token has expired"}"#, "The token has expired"),
        Row(#"{"error":"invalid_grant"}"#, "invalid_grant"),
        Row(#"{"error":{"message":"over quota","code":429}}"#, "over quota"),
        Row(
            #"{"message":"t0psecret-token is not valid for abcdefghij0123456789"}"#,
            "\(Redaction.mask) is not valid for \(Redaction.mask)"),
        Row(#"{"message":"q3rysecret?"}"#, "\(Redaction.mask)?"),
        Row(#"{"message":""}"#, nil), Row(#"{"ok":false}"#, nil), Row("[1]", nil), Row("<html>", nil), Row("", nil),
        Row(#"{"message":"\#(String(repeating: "a", count: 400))"}"#, String(repeating: "a", count: 299) + "…"),
    ]

    @Test("is the end of the error's sentence, secrets masked", arguments: rows)
    func sentence(row: Row) async throws {
        let client = NetworkClient.over(FakeTransport(.response(409, body: [row.body])))
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.run(
                NetworkRequest<VoidRequest, Data>(
                    path: "/orders?api_key=q3rysecret", method: .get,
                    additionalHeaders: ["Authorization": "Bearer t0psecret-token"]))
        }
        #expect(error?.serverMessage == row.message)
        let sentence = try #require(error?.localizedDescription)
        #expect(sentence.hasSuffix(row.message.map { "409 Conflict: \($0)" } ?? "bytes."))
    }
}
