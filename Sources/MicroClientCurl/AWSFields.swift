internal import CTLSFacts
import Foundation
import MicroClient

/// Extra header fields of a request that is signed for AWS: libcurl also signs the lines that suppress its own fields, which the server
/// does not receive. So these fields are sent, with values that mean the same as their absence.
struct AWSFields {
    private let request: WireRequest
    private let scope: AWSCredentialScope

    /// Creates the fields; nil unless the request is to be signed.
    init?(_ request: WireRequest) {
        guard case .awsSignature(_, _, let region, let service) = request.options.authentication,
            let scope = AWSCredentialScope(host: request.host, region: region, service: service)
        else { return nil }
        self.request = request
        self.scope = scope
    }

    /// Returns the line for a field; nil: libcurl may add the field, unsigned.
    func line(for name: String) -> String? {
        switch name {
        case "Accept": "Accept: */*"
        case "Content-Type": "Content-Type: application/octet-stream"
        default: nil
        }
    }

    /// The field with the hash of the body, which S3 requires.
    var hashLine: String? {
        guard scope.service == "s3", !request.headers.contains(named: "x-amz-content-sha256") else { return nil }
        switch request.body {
        case .none: return "x-amz-content-sha256: \(sha256(Data()))"
        case .bytes(let data): return "x-amz-content-sha256: \(sha256(data))"
        case .file, .stream: return nil
        }
    }

    private func sha256(_ data: Data) -> String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        data.withUnsafeBytes { _ = EVP_Digest($0.baseAddress, $0.count, &digest, &count, EVP_sha256(), nil) }
        return digest.prefix(Int(count)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
