import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("NTLM and Negotiate, at the level of messages")
struct AuthenticationMessagesTests {
    let transport = CurlTransport()

    @Test("goes through NTLM's three messages on one connection")
    func ntlm() async throws {
        let server = try RawServer { connection, number in
            while let head = connection.readHead() {
                _ = connection.read(field("Content-Length", in: head).flatMap { Int($0) } ?? 0)
                let message = field("Authorization", in: head).flatMap { Data(base64Encoded: String($0.dropFirst(5))) }
                switch message.map(ntlmType) {
                case 1:
                    connection.write(
                        "HTTP/1.1 401 No\r\nWWW-Authenticate: NTLM \(ntlmChallenge.base64EncodedString())\r\n"
                            + "Content-Length: 2\r\n\r\nno")
                case 3: connection.write(ok("\(number) \(namesInUTF16(message, "me"))"))
                default: connection.write("HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n")
                }
            }
        }
        let ntlm = authenticated(
            server.baseURL, .ntlm(user: "DOMAIN\\me", password: "secret"), method: .post, body: .bytes(Data("x".utf8)))
        let response = try await transport.response(ntlm)
        #expect(response.head.status == 200)
        #expect(response.text == "1 true")
        #expect(response.resent.count == 1)
        #expect(response.connected.map(\.isReused) == [false, true])
        #expect(response.uploaded == [1])
    }

    @Test("gives the 401 to Negotiate without a ticket")
    func negotiate() async throws {
        let server = try RawServer { connection, _ in
            while connection.readHead() != nil {
                connection.write("HTTP/1.1 401 No\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 2\r\n\r\nno")
            }
        }
        let response = try await transport.response(authenticated(server.baseURL, .negotiate))
        #expect(response.heads.map(\.status) == [401])
        #expect(response.text == "no")
    }
}

private func ntlmType(_ message: Data) -> Int? {
    let bytes = Array(message)
    return bytes.count > 8 && bytes.starts(with: Array("NTLMSSP\0".utf8)) ? Int(bytes[8]) : nil
}

private func namesInUTF16(_ message: Data?, _ name: String) -> Bool {
    message?.range(of: Data(name.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })) != nil
}

/// A type 2 message: Unicode and NTLM, a target without a name, eight bytes of challenge.
///
/// - Source: MS-NLMP, section 2.2.1.2.
private let ntlmChallenge = Data(
    Array("NTLMSSP\0".utf8) + [2, 0, 0, 0] + [0, 0, 0, 0, 48, 0, 0, 0] + [0x01, 0x82, 0x00, 0x00]
        + [1, 2, 3, 4, 5, 6, 7, 8] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 48, 0, 0, 0]
        + [UInt8](repeating: 0, count: 8))
