import YAMLTree

/// `environments/<name>.yml`; the file's name is the environment's.
public struct EnvironmentDefinition: Sendable, Hashable {
    public var name: String
    public var variables: [Variable]
    /// The color as in the file: "#22c55e".
    public var color: String?
    public var description: String?
    /// The environment whose variables are taken where this one has none. Not read by Bruno.
    public var extends: String?
    /// A file of the collection, in the syntax of `.env`, whose pairs join the environment where it has no such name itself. Not read
    /// by Bruno.
    public var dotEnvFilePath: String?
    /// The client certificates, which go before the collection's. Not read by Bruno.
    public var certificates: [ClientCertificate] = []
    /// Names of secrets in a vault: kept and shown.
    public var externalSecrets: ExternalSecrets?
    /// Things in the file that are kept but not understood, one line each, with place.
    public var notes: [FileProblem] = []

    public init(name: String, variables: [Variable], color: String? = nil) {
        self.name = name
        self.variables = variables
        self.color = color
    }

    /// The path of its file.
    public var path: ItemPath { .environments.appending("\(name).yml") }
}

/// Names of secrets that are kept in a vault.
public struct ExternalSecrets: Sendable, Hashable {
    /// "aws-secrets-manager" and the like.
    public var type: String
    public var variables: [Reference]

    public init(type: String, variables: [Reference]) {
        self.type = type
        self.variables = variables
    }

    public struct Reference: Sendable, Hashable {
        public var name: String
        /// The key of the vault's own name: "path", "secretName", "vaultName" or "projectId".
        public var key: String
        public var value: String
        public var isEnabled: Bool
        public var description: String?
        public var origin: Int?

        public init(
            _ name: String, key: String, value: String, isEnabled: Bool = true, description: String? = nil,
            origin: Int? = nil
        ) {
            self.name = name
            self.key = key
            self.value = value
            self.isEnabled = isEnabled
            self.description = description
            self.origin = origin
        }

        /// The keys, in the order in which the kinds of vault use them.
        public static let keys = ["path", "secretName", "vaultName", "projectId"]
    }
}
