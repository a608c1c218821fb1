/// Names whose values are credentials: shown as dots.
enum Credentials {
    private static let words = ["key", "token", "secret", "password", "authorization", "cookie"]

    /// Whether a header or a parameter with this name holds a credential.
    static func isCredentialName(_ name: String) -> Bool {
        let name = name.lowercased()
        return words.contains { name.contains($0) }
    }
}
