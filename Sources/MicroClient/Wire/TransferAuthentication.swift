extension TransferOptions {
    /// Credentials that a transport sends by itself: at once, or in response to a challenge.
    ///
    /// They replace an `Authorization` field of the request and user information of its URL, and are dropped across origins likewise. If
    /// a challenge comes first (digest, NTLM, negotiate), the body is sent after it: the hop before is sent with an empty one.
    public indirect enum Authentication: Sendable, Hashable {
        /// Basic authentication.
        ///
        /// - Source: RFC 7617.
        case basic(user: String, password: String)
        /// Digest authentication.
        ///
        /// - Source: RFC 7616.
        case digest(user: String, password: String)
        /// NTLM authentication; `user` may include a domain: "DOMAIN\\user".
        case ntlm(user: String, password: String)
        /// The ticket of the logged-in user, by GSS-API.
        ///
        /// - Source: RFC 4559.
        case negotiate
        /// AWS signature version 4; `service` and `region` are taken from the host when nil. A body from a file or a stream requires the field
        /// `x-amz-content-sha256`.
        case awsSignature(accessKey: String, secretKey: String, region: String? = nil, service: String? = nil)
    }
}

/// Descriptions without the secrets, wherever the credentials are printed.
extension TransferOptions.Authentication: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        switch self {
        case .basic(let user, _): "basic, user \(user)"
        case .digest(let user, _): "digest, user \(user)"
        case .ntlm(let user, _): "NTLM, user \(user)"
        case .negotiate: "negotiate"
        case .awsSignature(let accessKey, _, _, _): "AWS signature, access key \(accessKey)"
        }
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
