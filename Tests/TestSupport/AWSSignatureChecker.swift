import Digests
import Foundation

/// The server's side of AWS signatures, version 4: computes a request's signature again from what arrived.
///
/// - Source: AWS, "Create a signed AWS API request".
public struct AWSSignatureChecker: Sendable {
    public var secretKey: String

    public init(secretKey: String) { self.secretKey = secretKey }

    /// Returns what is wrong with a request's signature; nil if it is right.
    public func fault(in head: String, body: [UInt8] = []) throws -> String? {
        let lines = head.components(separatedBy: "\r\n").filter { !$0.isEmpty }
        let fields = Self.fields(lines.dropFirst())
        guard let given = fields["authorization"], let time = fields["x-amz-date"],
            let scope = Self.part("Credential=", of: given)?.split(separator: "/", maxSplits: 1).last,
            let names = Self.part("SignedHeaders=", of: given), let signature = Self.part("Signature=", of: given)
        else { return "not signed" }
        let signed = names.components(separatedBy: ";")
        if let missing = signed.first(where: { fields[$0] == nil }) { return "\(missing) is signed and not there" }
        guard signed.contains("host") else { return "the host is not signed" }
        let request = lines[0].components(separatedBy: " ")
        let target = request[1].split(separator: "?", maxSplits: 1).map(String.init)
        let hash = try fields["x-amz-content-sha256"] ?? Digest(of: body, .sha256).hexadecimal
        let canonical =
            [request[0], target[0], target.count > 1 ? target[1] : ""] + signed.map { "\($0):\(fields[$0] ?? "")" }
            + ["", names, hash]
        let text = try [
            "AWS4-HMAC-SHA256", time, String(scope),
            Digest(of: canonical.joined(separator: "\n").utf8, .sha256).hexadecimal,
        ].joined(separator: "\n")
        var key = Array("AWS4\(secretKey)".utf8)
        for part in scope.split(separator: "/") { key = try Digest(authenticating: part.utf8, key: key, .sha256).bytes }
        let expected = try Digest(authenticating: text.utf8, key: key, .sha256).hexadecimal
        return signature == expected ? nil : "wrong signature over \(names)"
    }

    /// Returns fields by name in lower case; values of one name are joined.
    private static func fields(_ lines: some Sequence<String>) -> [String: String] {
        let pairs = lines.compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return (line[..<colon].lowercased(), value)
        }
        return Dictionary(pairs) { "\($0),\($1)" }
    }

    private static func part(_ name: String, of value: String) -> String? {
        value.components(separatedBy: CharacterSet(charactersIn: ", ")).first { $0.hasPrefix(name) }
            .map { String($0.dropFirst(name.count)) }
    }
}
