import Foundation
import Secrets

/// The functions that mask secrets in printed text: by the names of header fields and query items, and user information in URLs.
public enum Redaction {
    /// The text that replaces a secret.
    public static let mask = SecretMatcher.mask

    /// Returns whether a header field, query item or form field of this name usually contains a secret.
    ///
    /// True for the fields of credentials and cookies, and for names that contain a word like key, token, secret, password; not for those that
    /// only describe one, such as `token_type`.
    public static func isSecret(name: String) -> Bool {
        SecretVocabulary.isSecret(nil, under: name)
    }

    /// Returns the value as it may be printed; tokens within it, and secrets within a value that is a URL, are masked too.
    public static func value(_ value: String, of name: String) -> String {
        SecretScan().hiding(value, as: .field(name, isSent: false))
    }

    /// Returns a URL without the values of secret items in query and fragment, without user information, and without tokens of well-known services.
    public static func url(_ text: String) -> String { SecretScan().hiding(text, as: .url) }
}
