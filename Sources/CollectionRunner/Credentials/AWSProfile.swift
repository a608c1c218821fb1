public import OpenCollection
import Quoting
import Secrets

/// Keys of one profile in AWS's shared credentials file.
struct AWSProfile: Hashable {
    var accessKeyID: String
    var secretAccessKey: String
    var sessionToken: String

    /// - Throws: ``CredentialFailure`` when the file has no such profile, or the profile no keys.
    init(named name: String, in file: String) throws(CredentialFailure) {
        guard let values = Self.values(of: name, in: file) else {
            throw CredentialFailure("The shared credentials file has no profile \(name).")
        }
        guard let id = values["aws_access_key_id"], let secret = values["aws_secret_access_key"] else {
            throw CredentialFailure(
                "The profile \(name) of the shared credentials file has no aws_access_key_id and aws_secret_access_key."
            )
        }
        accessKeyID = id
        secretAccessKey = secret
        sessionToken = values["aws_session_token"] ?? ""
    }

    /// Returns the values of `[name]` or `[profile name]`; nil if there is neither. The later of two values counts.
    private static func values(of name: String, in file: String) -> [String: String]? {
        var values: [String: String]?
        var isInside = false
        for line in file.split(whereSeparator: \.isNewline) {
            let text = line.trimmingWhitespaceScalars().unicodeScalars
            if text.first == "#" || text.first == ";" { continue }
            if text.first == "[", let end = text.firstIndex(of: "]") {
                let words = text[..<end].dropFirst().split(whereSeparator: \.properties.isWhitespace).map(Array.init)
                let name = Array(name.unicodeScalars)
                isInside = words == [name] || words == [Array("profile".unicodeScalars), name]
                if isInside { values = values ?? [:] }
            } else if isInside, let equals = text.firstIndex(of: "=") {
                let key = String(text[..<equals]).trimmingWhitespaceScalars().lowercased()
                values?[key] = String(text[equals...].dropFirst()).trimmingWhitespaceScalars()
            }
        }
        return values
    }
}

extension RenderedRequest {
    /// The profile that has the keys with which it is signed; nil where they stand in the collection, or it is not signed for AWS.
    public var awsProfileName: String? {
        guard case .aws(let aws)? = credential, !aws.profileName.isEmpty else { return nil }
        return aws.profileName
    }

    /// Returns the request with the keys of its profile, which are secrets of it from then on; unchanged without a profile.
    ///
    /// - Parameters:
    ///   - path: The shared credentials file.
    ///   - files: Decides whether that file may be read.
    /// - Throws: ``RequestFileError`` when it cannot be read, what `files` throws when it may not be, and ``CredentialFailure`` when it has
    ///   no such profile, or that no keys.
    public func withAWSProfile(at path: String, _ files: RequestFiles) throws -> RenderedRequest {
        guard case .aws(var aws)? = credential, let name = awsProfileName else { return self }
        let profile = try AWSProfile(named: name, in: try files.text(of: path, upTo: 1 << 20))
        aws.accessKeyID = profile.accessKeyID
        aws.secretAccessKey = profile.secretAccessKey
        aws.sessionToken = profile.sessionToken
        aws.profileName = ""
        var request = self
        request.credential = .aws(aws)
        let keys = [
            ("access key id", aws.accessKeyID), ("secret access key", aws.secretAccessKey),
            ("session token", aws.sessionToken),
        ]
        request.secrets.insert(keys.map { NamedSecret(name: $0.0, value: $0.1) })
        return request
    }
}
