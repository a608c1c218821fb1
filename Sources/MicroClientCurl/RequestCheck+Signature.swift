import MicroClient

extension WireRequest {
    /// The reason why the request cannot be signed as its options ask; nil when it can, or need not.
    ///
    /// A signature covers the body, which libcurl signs only if it has all of it beforehand, and fields, some of which it signs incorrectly.
    var signatureFault: String? {
        guard case .awsSignature(_, _, let region, let service) = options.authentication else { return nil }
        guard AWSCredentialScope(host: host, region: region, service: service) != nil else {
            return "The host does not contain the AWS region and service: they must be given."
        }
        let names = headers.map { $0.name.lowercased() }
        guard Set(names).count == names.count, headers.allSatisfy({ !$0.value.allSatisfy(\.isWhitespace) }) else {
            return "A header field that is empty or repeated cannot be signed for AWS."
        }
        switch body {
        case .none, .bytes: return nil
        case .file, .stream:
            return headers.contains(named: "x-amz-content-sha256")
                ? nil : "A body read while it is sent needs its SHA-256, or UNSIGNED-PAYLOAD, in x-amz-content-sha256."
        }
    }

    /// Whether the body's bytes are part of a signature.
    var isSignedWithBody: Bool {
        guard case .awsSignature = options.authentication, case .bytes = body else { return false }
        return true
    }
}
