import YAMLTree

/// All that the file says of credentials of a kind with keys of its own, so that a form can show and edit it.
///
/// Typed views say what is sent: ``UserCredentials``, ``AWSCredentials`` and so on.
///
/// As text it is its kind: "oauth2".
public struct AuthDetails: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The word of `type`.
    public var type: String
    /// Everything else, as the file has it: texts, numbers, switches, and mappings of them.
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

    /// Empty texts are left out.
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
