import YAMLTree

/// The credentials of a kind with its own keys, as the file has them, so that a form can show and edit them.
///
/// Typed views say what is sent: ``UserCredentials``, ``AWSCredentials`` and so on.
///
/// As text it is its kind: "oauth2".
public struct AuthDetails: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The word of `type`.
    public var type: String
    /// The other members, as the file has them: texts, numbers, switches, and mappings of them.
    public var members: YAMLMapping

    public init(type: String, members: YAMLMapping = YAMLMapping()) {
        self.type = type
        self.members = members
    }

    public static func digest(username: String, password: String) -> AuthDetails {
        AuthDetails(type: "digest", members: ["username": .string(username), "password": .string(password)])
    }

    /// - Parameter domain: empty: none.
    public static func ntlm(username: String, password: String, domain: String) -> AuthDetails {
        var members: YAMLMapping = ["username": .string(username), "password": .string(password)]
        if !domain.isEmpty { members["domain"] = .string(domain) }
        return AuthDetails(type: "ntlm", members: members)
    }

    /// Creates credentials for AWS signatures; empty texts are left out.
    public static func aws(
        accessKeyID: String, secretAccessKey: String, sessionToken: String, region: String, service: String
    ) -> AuthDetails {
        var members: YAMLMapping = [
            "accessKeyId": .string(accessKeyID), "secretAccessKey": .string(secretAccessKey),
        ]
        for (key, value) in [("sessionToken", sessionToken), ("service", service), ("region", region)]
        where !value.isEmpty {
            members[key] = .string(value)
        }
        return AuthDetails(type: "awsv4", members: members)
    }

    public init(stringLiteral value: String) { self.init(type: value) }

    public var description: String { type }

    var written: YAMLValue {
        .mapping(YAMLMapping([("type", .string(type))] + members.entries.map { ($0.key, $0.value) }))
    }
}
