import BodyStore
public import Exchanges
import Foundation
public import MicroClient
import OpenCollection
public import Secrets

/// Hides secrets in what is shown of sends: by the names of headers and parameters, by their places, and known values wherever they occur,
/// in whatever spelling. The body of a response is left as the server sent it.
///
/// A command makes one for a send. The screen keeps one, which learns what turns out to be secret.
public struct SecretMask: Sendable {
    private var isActive = true
    /// The secrets of one send, with their places.
    package let secrets: SecretSet
    private var masking: SecretMasking
    /// The names of fields whose value came from a secret, however short, in lower case.
    package var fieldNames: Set<String> { masking.fieldNames }
    /// The names of secrets that are too short to be distinguished from other text and that were shown to the user.
    private var namedShort: Set<String> = []

    /// - Parameter secrets: The secrets of one send. What the history keeps has markers for them: then names alone decide.
    public init(_ secrets: SecretSet = SecretSet()) {
        (self.secrets, masking) = (secrets, SecretMasking(secrets, by: .unmarked))
    }

    /// A mask that shows everything.
    public static let none: SecretMask = {
        var mask = SecretMask()
        mask.isActive = false
        return mask
    }()

    /// Adds secrets; those too short to be distinguished from other text are left out.
    ///
    /// - Returns: whether any of them was not known yet.
    @discardableResult
    package mutating func insert(_ new: some Sequence<String>) -> Bool {
        let count = masking.matcher.known.count
        masking.insert(new)
        return masking.matcher.known.count > count
    }

    /// Adds the secrets of a request about to be sent. The host's field is not kept: that is a secret in one request alone.
    package mutating func insert(_ secrets: SecretSet) {
        insert(secrets.values)
        masking.insert(fieldNames: secrets.fieldNames.subtracting(["host", ":authority"]))
    }

    /// Returns names in a request's templates whose secrets are too short to be distinguished from other text; each is returned once.
    package mutating func newShortNames(in rendered: RenderedRequest) -> [String] {
        rendered.secrets.shortNames(among: rendered.variableNames).filter { namedShort.insert($0).inserted }
    }

    /// The long values under a name that says no more, and the fields.
    package var asSet: SecretSet {
        SecretSet(
            masking.matcher.known.sorted().map { NamedSecret(name: "secret", value: $0) },
            fieldNames: fieldNames)
    }

    // MARK: What is shown

    /// Returns a header's value, hidden if its name says that it is secret or it was made of a secret.
    public func value(of field: HeaderField, by mark: String = Redaction.mask) -> String {
        isActive ? masking.masked(field.value, as: .field(field.name, isSent: true), by: mark) : field.value
    }

    public func url(_ url: String) -> String { isActive ? masking.masked(url, as: .url) : url }

    /// Returns the body of the request as text, without values whose names say that they are secret.
    ///
    /// - Parameter type: Its `Content-Type`.
    public func body(_ body: String, type: String) -> String {
        isActive ? masking.masked(body, as: .body(type: type)) : body
    }

    /// Whether the value of a capture is not to be shown.
    public func hides(_ capture: RecordedCapture) -> Bool { isActive && capture.isSecret }

    /// A text without known values.
    ///
    /// - Parameters:
    ///   - mark: written in the place of each.
    ///   - isCut: whether the text may end within one of them.
    public func text(_ text: String, by mark: String = Redaction.mask, isCut: Bool = false) -> String {
        isCut ? masking.matcher.maskedStart(text, by: mark) : masking.matcher.masked(text, by: mark)
    }

    // MARK: What is looked through

    package func occur(in text: String) -> Bool { masking.matcher.occurs(in: text) }

    /// Reads the bytes piece by piece, each with the start of the next: a secret may span the edge.
    package func occur(in range: Range<Int>, of store: BodyStore) -> Bool {
        let overlap = masking.matcher.longest * SecretMatcher.longestEscape
        return stride(from: range.lowerBound, to: range.upperBound, by: 1 << 20).contains { start in
            store.withBytes(in: start..<min(start + 1 << 20 + overlap, range.upperBound)) { bytes in
                masking.matcher.occurs(in: bytes)
            }
        }
    }
}
