internal import Digests
import Foundation

/// The server's side of AWS signatures, version 4: computes the signature again from what arrived.
enum AWSVerifier {
    static func check(_ call: Call) throws -> [(String, JSON)] {
        guard let text = call.authorization("aws4-hmac-sha256") else { throw refusal("no AWS signature") }
        let given = Dictionary(credentialParameters(text).map { ($0.name, $0.value) }) { $1 }
        let credential = (given["Credential"] ?? "").split(separator: "/").map(String.init)
        guard credential.count == 5, credential[0] == DemoCredentials.awsAccessKeyID, credential[4] == "aws4_request"
        else { throw refusal("the access key is not known") }
        let request = try Request(call, names: (given["SignedHeaders"] ?? "").components(separatedBy: ";"))
        try request.checkTime(call, day: credential[1])
        try request.checkToken()
        try request.checkBody(call)
        let scope = Array(credential.dropFirst())
        guard given["Signature"] == (try request.signature(scope)) else {
            throw refusal("the signature does not match")
        }
        return [
            ("user", .string(credential[0])), ("region", .string(scope[1])), ("service", .string(scope[2])),
            ("signed", .array(request.names.map(JSON.string))),
        ]
    }

    fileprivate static func refusal(_ reason: String) -> Refusal {
        notVerified(
            reason,
            hint: "the keys are \(DemoCredentials.awsAccessKeyID) and \(DemoCredentials.awsSecretAccessKey)",
            challenge: "AWS4-HMAC-SHA256")
    }
}

private struct Request {
    let names: [String]
    private let method: String
    private let path: String
    private let query: String
    /// The fields by lower-case name.
    private let fields: [String: String]
    private let bodyHash: String

    init(_ call: Call, names: [String]) throws {
        self.names = names
        method = call.method
        path = call.target.path
        query = call.target.query ?? ""
        fields = Dictionary(call.fields.all.map { ($0.name.lowercased(), $0.value) }) { "\($0),\($1)" }
        bodyHash = try fields["x-amz-content-sha256"] ?? Digest(of: call.body.bytes, .sha256).hexadecimal
        guard names.contains("host") else { throw AWSVerifier.refusal("the host is not signed") }
        if let missing = names.first(where: { fields[$0] == nil }) {
            throw AWSVerifier.refusal("\(missing) is signed and was not sent")
        }
        if let open = fields.keys.first(where: { $0.hasPrefix("x-amz-") && !names.contains($0) }) {
            throw AWSVerifier.refusal("\(open) was sent and is not signed")
        }
    }

    func checkTime(_ call: Call, day: String) throws {
        let stamp = fields["x-amz-date"] ?? ""
        guard let time = SignatureTime.date(stamp), stamp.hasPrefix(day) else {
            throw AWSVerifier.refusal("x-amz-date is no time of the credential's day")
        }
        if let reason = call.staleness(at: time, within: 900) { throw AWSVerifier.refusal(reason) }
    }

    func checkToken() throws {
        guard let token = fields["x-amz-security-token"], token != DemoCredentials.awsSessionToken else { return }
        throw AWSVerifier.refusal("the session token is not known")
    }

    func checkBody(_ call: Call) throws {
        guard bodyHash != "UNSIGNED-PAYLOAD" else { return }
        guard try bodyHash == Digest(of: call.body.bytes, .sha256).hexadecimal else {
            throw AWSVerifier.refusal("x-amz-content-sha256 is not the body's hash")
        }
    }

    func signature(_ scope: [String]) throws -> String {
        let lines = names.map { "\($0):\((fields[$0] ?? "").split(separator: " ").joined(separator: " "))" }
        // The whole path is encoded once more; S3 alone takes its path as it is meant.
        let path = scope[2] == "s3" ? RequestTarget.percentDecoded(path.utf8) : path
        let canonical = [method, OneSpelling.of(path, keeping: "/"), OneSpelling.ofItems(query)] + lines
        let hash = try Digest(
            of: (canonical + ["", names.joined(separator: ";"), bodyHash]).joined(separator: "\n").utf8, .sha256)
        let text = ["AWS4-HMAC-SHA256", fields["x-amz-date"] ?? "", scope.joined(separator: "/"), hash.hexadecimal]
        let key = try scope.reduce(Array("AWS4\(DemoCredentials.awsSecretAccessKey)".utf8)) { key, part in
            try Digest(authenticating: part.utf8, key: key, .sha256).bytes
        }
        return try Digest(authenticating: text.joined(separator: "\n").utf8, key: key, .sha256).hexadecimal
    }
}

/// The one way in which signatures spell texts: percent-encoded, but for unreserved characters (RFC 3986, section 2.3).
enum OneSpelling {
    static func of(_ text: String, keeping more: String = "") -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved.union(CharacterSet(charactersIn: more))) ?? text
    }

    /// Returns the items of a query or form, sorted.
    static func ofItems(_ query: String) -> String {
        sorted(RequestTarget.formItems(query.utf8))
    }

    static func sorted(_ items: [(name: String, value: String)]) -> String {
        items.map { (of($0.name), of($0.value)) }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
            .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
