internal import Digests
import Foundation

/// The server's side of NTLM, version 2.
///
/// Its challenge is always the same, so that no connection has to be remembered: good enough to see whether a client responds correctly.
/// - Source: MS-NLMP, sections 2.2.1 and 3.3.2.
enum NTLMVerifier {
    private static let signature = Array("NTLMSSP\0".utf8)
    private static let challenge: [UInt8] = Array("demo API".utf8)

    static func check(_ call: Call) throws -> [(String, JSON)] {
        guard let text = call.authorization("ntlm"), let data = Data(base64Encoded: String(text)) else {
            throw refusal("no NTLM credentials")
        }
        let message = Array(data)
        guard message.count > 8, message.starts(with: signature) else { throw refusal("this is no message of NTLM") }
        switch message[8] {
        case 1: throw refusal("the challenge has to be answered", message: challengeMessage)
        case 3: return try verify(message)
        default: throw refusal("a message of type \(message[8]) is not a client's")
        }
    }

    private static func verify(_ message: [UInt8]) throws -> [(String, JSON)] {
        guard let response = field(20, of: message), response.count > 16, let domain = field(28, of: message),
            let user = field(36, of: message)
        else { throw refusal("the answer is cut off, or not of version 2") }
        let name = text(user)
        guard name == DemoCredentials.username else { throw refusal("the user is not known") }
        let secret = MD4.hash(of: utf16(DemoCredentials.password))
        let key = try Digest(authenticating: utf16(name.uppercased()) + domain, key: secret, .md5)
        let proof = try Digest(authenticating: challenge + response.dropFirst(16), key: key.bytes, .md5)
        guard proof.bytes == Array(response.prefix(16)) else { throw refusal("the response does not match") }
        return [("user", .string(name)), ("domain", .string(text(domain)))]
    }

    /// Returns the bytes that a field's length and offset point to; nil when they lie outside.
    private static func field(_ position: Int, of message: [UInt8]) -> [UInt8]? {
        guard message.count >= position + 8 else { return nil }
        let count = Int(message[position]) | Int(message[position + 1]) << 8
        let offset = (0..<4).reduce(0) { $0 | Int(message[position + 4 + $1]) << (8 * $1) }
        guard offset + count <= message.count else { return nil }
        return Array(message[offset..<(offset + count)])
    }

    /// Type 2: Unicode, NTLM, a domain as target, and information on it, which asks for version 2.
    private static var challengeMessage: String {
        let name = utf16("DEMO")
        let information = [2, 0] + little(name.count, 2) + name + [0, 0, 0, 0]
        let nameStart = 48
        let head =
            signature + little(2, 4) + little(name.count, 2) + little(name.count, 2) + little(nameStart, 4)
            + little(0x0089_8205, 4) + challenge + [UInt8](repeating: 0, count: 8)
        let pointer =
            little(information.count, 2) + little(information.count, 2) + little(nameStart + name.count, 4)
        return Data(head + pointer + name + information).base64EncodedString()
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func utf16(_ text: String) -> [UInt8] { text.utf16.flatMap { little(Int($0), 2) } }

    private static func text(_ bytes: [UInt8]) -> String {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        return String(decoding: units, as: UTF16.self)
    }

    private static func refusal(_ reason: String, message: String? = nil) -> Refusal {
        notVerified(
            reason, hint: "user name and password are both demo, the domain is any",
            challenge: message.map { "NTLM \($0)" } ?? "NTLM")
    }
}
