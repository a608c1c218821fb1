import Exchanges
import Foundation
import MicroClient
public import OpenCollection
import Secrets

/// Takes secrets out of what is printed about a send: by the names of headers and parameters, and known values wherever they occur.
public struct SecretMask: Sendable {
    private let isActive: Bool
    private let sweep: SecretMatcher
    /// Their places in what was sent.
    let places: SecretPlaces

    /// What a rendered request says is secret.
    ///
    /// - Parameter places: their places in what was sent, beside the URL of this request.
    public init(_ rendered: RenderedRequest, places: SecretPlaces = SecretPlaces()) {
        isActive = true
        sweep = SecretMatcher(rendered.secretValues.map(\.value).filter { $0.utf8.count >= SecretMatcher.shortest })
        self.places = places.union(SecretPlaces(url: rendered.secretURL))
            .union(SecretPlaces(fieldNames: rendered.secretFields))
    }

    private init(isActive: Bool = false) {
        self.isActive = isActive
        sweep = SecretMatcher([])
        places = SecretPlaces()
    }

    /// What the history keeps has markers for what was known; what is named like a secret is hidden.
    static let ofHistory = SecretMask(isActive: true)

    /// Shows everything.
    public static let none = SecretMask()

    func value(of header: HeaderField) -> String {
        guard isActive else { return header.value }
        let isSecret =
            places.fieldNames.contains(header.name.lowercased()) || Redaction.isSecret(header.value, under: header.name)
        return isSecret ? Redaction.mask : text(Redaction.hidingTokens(header.value))
    }

    /// A URL without what is secret in it.
    public func url(_ url: String) -> String { isActive ? text(Redaction.url(places.hiding(url))) : url }

    /// The body of the request as text, without what stands under names that say it to be secret.
    func body(_ body: String, isForm: Bool) -> String {
        guard isActive else { return body }
        let body = String(decoding: places.hiding(body: Data(body.utf8)), as: UTF8.self)
        return text(Redaction.body(body, isForm: isForm))
    }

    /// Whether the value of a capture is not to be shown.
    func hides(_ capture: RecordedCapture) -> Bool { isActive && capture.isSecret }

    /// Known values only.
    public func text(_ text: String) -> String { sweep.masked(text) }

    /// - Parameter isCut: whether it may end within one of them.
    func text(_ text: String, isCut: Bool) -> String { isCut ? sweep.maskedStart(text) : sweep.masked(text) }
}
