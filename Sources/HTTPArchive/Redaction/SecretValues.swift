import MicroClient
import Secrets

/// The values that were found to be secret.
struct SecretValues {
    private(set) var values: Set<String>

    init(_ values: Set<String>) { self.values = values.filter { !$0.isEmpty } }

    /// - Parameter isCertain: whether its name leaves no doubt; else the value must look like a secret too.
    mutating func insert(_ value: String, isCertain: Bool) {
        guard value.utf8.count >= SecretMatcher.shortest, isCertain || Self.looksSecret(value),
            !value.contains(Mask.text)
        else { return }
        values.insert(value)
    }

    /// Long, or a mixture of letters and digits; no blanks.
    private static func looksSecret(_ value: String) -> Bool {
        guard !value.contains(where: \.isWhitespace) else { return false }
        let isMixed = value.contains(where: \.isNumber) && value.contains(where: \.isLetter)
        return value.utf8.count >= 16 || (value.utf8.count >= 8 && isMixed)
    }
}
