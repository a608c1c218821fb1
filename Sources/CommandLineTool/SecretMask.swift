import Exchanges
import Foundation
import MicroClient
import Secrets

/// Takes secrets out of what is printed about a send: by the names of headers and parameters, and known values wherever they occur.
public struct SecretMask: Sendable {
    private var isActive = true
    let secrets: SecretSet
    private let matcher: SecretMatcher

    public init(_ secrets: SecretSet) { (self.secrets, matcher) = (secrets, secrets.matcher) }

    /// What the history keeps has markers for what was known; what is named like a secret is hidden.
    static let ofHistory = SecretMask(SecretSet())

    /// Shows everything.
    public static let none = SecretMask(isActive: false)

    private init(isActive: Bool) {
        self.init(SecretSet())
        self.isActive = isActive
    }

    func value(of header: HeaderField) -> String {
        guard isActive else { return header.value }
        let isSecret =
            secrets.fieldNames.contains(header.name.lowercased())
            || Redaction.isSecret(header.value, under: header.name)
        return isSecret ? Redaction.mask : text(Redaction.hidingTokens(header.value))
    }

    /// A URL without what is secret in it.
    public func url(_ url: String) -> String { isActive ? text(Redaction.url(secrets.hiding(url))) : url }

    /// The body of the request as text, without what stands under names that say it to be secret.
    func body(_ body: String, isForm: Bool) -> String {
        guard isActive else { return body }
        let body = String(decoding: secrets.hiding(body: Data(body.utf8)), as: UTF8.self)
        return text(Redaction.body(body, isForm: isForm))
    }

    /// Whether the value of a capture is not to be shown.
    func hides(_ capture: RecordedCapture) -> Bool { isActive && capture.isSecret }

    /// Known values only.
    public func text(_ text: String) -> String { matcher.masked(text) }

    /// - Parameter isCut: whether it may end within one of them.
    func text(_ text: String, isCut: Bool) -> String { isCut ? matcher.maskedStart(text) : matcher.masked(text) }
}
