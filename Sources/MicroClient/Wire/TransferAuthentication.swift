extension TransferOptions {
    /// Credentials that a transport presents by itself: at once, or as the answer to a challenge.
    ///
    /// They replace an `Authorization` field of the request and user information of its URL. They are dropped across origins like one. Where
    /// a challenge comes first (digest, NTLM, negotiate), the body is sent after it: the hop before goes out with an empty one.
    public indirect enum Authentication: Sendable, Hashable {
        /// - Source: RFC 7617.
        case basic(user: String, password: String)
        /// - Source: RFC 7616.
        case digest(user: String, password: String)
        /// `user` may name a domain: "DOMAIN\\user".
        case ntlm(user: String, password: String)
        /// The ticket of the logged-in user, by GSS-API.
        ///
        /// - Source: RFC 4559.
        case negotiate
        /// Signature version 4; `service` and `region` are taken from the host when nil. A body that is a file or a stream needs the field
        /// `x-amz-content-sha256`.
        case awsSignature(accessKey: String, secretKey: String, region: String? = nil, service: String? = nil)
    }
}

/// Without the secrets, wherever it is printed.
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
