import Digests
import Foundation
import MicroClient
import OpenCollection

/// Signs requests for AWS, version 4.
///
/// - Source: AWS, "Create a signed AWS API request".
struct AWSSignature {
    let accessKeyID: String
    let secretAccessKey: String
    /// The session token; empty if there is none.
    let sessionToken: String
    let scope: AWSScope
    let time: Date

    /// The fields that a signature adds, beside Authorization.
    static let fields = ["X-Amz-Date", "X-Amz-Security-Token", "X-Amz-Content-Sha256"]

    /// Returns the value of Authorization, and the request with all the other fields that were signed.
    ///
    /// - Parameter bodyHash: SHA-256 in hexadecimal, or "UNSIGNED-PAYLOAD"; a field of the request that says it wins.
    func sign(_ request: WireRequest, bodyHash: String) throws -> (request: WireRequest, authorization: String) {
        var request = request
        request.headers["X-Amz-Date"] = stamp
        if !sessionToken.isEmpty { request.headers["X-Amz-Security-Token"] = sessionToken }
        let hash = request.headers["X-Amz-Content-Sha256"] ?? bodyHash
        if scope.isStorage { request.headers["X-Amz-Content-Sha256"] = hash }
        let (names, canonical) = canonicalRequest(request, hash)
        let signature = try signature(of: canonical)
        let authorization =
            "AWS4-HMAC-SHA256 Credential=\(accessKeyID)/\(scopeText), SignedHeaders=\(names), Signature=\(signature)"
        return (request, authorization)
    }

    // MARK: What is signed

    private func canonicalRequest(_ request: WireRequest, _ hash: String) -> (names: String, text: String) {
        let target = SignedTarget(request.url)
        let fields = signedFields(request, target)
        let names = fields.map(\.name).joined(separator: ";")
        let lines = fields.map { "\($0.name):\($0.value)\n" }.joined()
        let path = scope.isStorage ? storagePath(target.path) : canonicalPath(target.path)
        let text = [request.method.rawValue, path, target.pairs.respelled.sortedText, lines, names, hash]
        return (names, text.joined(separator: "\n"))
    }

    /// Returns the signed fields by lower-case name; values of one name are joined, runs of spaces within them become one.
    private func signedFields(_ request: WireRequest, _ target: SignedTarget) -> [SignedPair] {
        var values = ["host": request.headers["Host"] ?? target.host]
        for field in request.headers where isSigned(field.name) && !field.isNamed("Host") {
            let value = field.value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
            let name = field.name.lowercased()
            values[name] = values[name].map { "\($0),\(value)" } ?? value
        }
        return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Whether a field is signed: those that a connection or a proxy may change are not.
    private func isSigned(_ name: String) -> Bool {
        let name = name.lowercased()
        return !Self.unsigned.contains(name) && !name.hasPrefix("proxy-") && !name.hasPrefix("sec-")
    }

    private static let unsigned: Set = [
        "authorization", "accept-encoding", "cache-control", "connection", "content-length", "cookie", "expect", "from",
        "keep-alive", "max-forwards", "pragma", "referer", "te", "trailer", "transfer-encoding", "upgrade",
        "user-agent",
        "x-amzn-trace-id",
    ]

    /// Dots and empty segments taken out, then encoded, which encodes the escapes of the wire a second time.
    private func canonicalPath(_ path: String) -> String {
        var kept: [Substring] = []
        for segment in path.split(separator: "/") where segment != "." {
            if segment == ".." { _ = kept.popLast() } else { kept.append(segment) }
        }
        let text = "/" + kept.joined(separator: "/")
        let isOpen = path.hasSuffix("/") || path.hasSuffix("/.") || path.hasSuffix("/..")
        return SignatureCoding.encoded(isOpen && !kept.isEmpty ? text + "/" : text, keepingSlashes: true)
    }

    /// Returns the path as it is, in its canonical percent-encoding.
    private func storagePath(_ path: String) -> String {
        SignatureCoding.encoded(SignatureCoding.decoded(path, plusIsSpace: false), keepingSlashes: true)
    }

    // MARK: The signature

    private func signature(of canonical: String) throws -> String {
        let hash = try Digest(of: canonical.utf8, .sha256).hexadecimal
        let text = ["AWS4-HMAC-SHA256", stamp, scopeText, hash].joined(separator: "\n")
        var key = Array("AWS4\(secretAccessKey)".utf8)
        for part in [day, scope.region, scope.service, "aws4_request"] {
            key = try Digest(authenticating: part.utf8, key: key, .sha256).bytes
        }
        return try Digest(authenticating: text.utf8, key: key, .sha256).hexadecimal
    }

    private var scopeText: String { "\(day)/\(scope.region)/\(scope.service)/aws4_request" }
    private var day: String { String(stamp.prefix(8)) }

    /// "20150830T123600Z"
    private var stamp: String {
        time.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
    }
}
