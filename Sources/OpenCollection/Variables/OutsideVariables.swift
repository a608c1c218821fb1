import Secrets

/// Variables that no collection declares: those of the process and of `.env` files. Nothing says which of them are secrets.
struct OutsideVariables: Sendable {
    var values: [String: String]
    /// The names that a selected environment declares as `secret: true`.
    var secretNames: Set<String> = []
    /// `notSecret` of `microscope.yaml`.
    var publicNames: Set<String> = []

    subscript(name: String) -> String? { values[name] }

    /// Whether a selected environment, the name or the look of a value says that it is a secret.
    func isSecret(_ name: String) -> Bool {
        guard let value = values[name], !publicNames.contains(name) else { return false }
        return secretNames.contains(name) || Self.seemsSecret(value, under: name)
    }

    /// Whether the name or the look of a value says that it is a secret, where nothing says so or the opposite.
    static func seemsSecret(_ value: String, under name: String) -> Bool {
        // What describes a secret may still be a URL with a password in it.
        SecretVocabulary.isSecret(undeclared: value, under: name) || !LiteralSecret.all(in: value).isEmpty
    }
}
