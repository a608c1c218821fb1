import BodyStore
import Exchanges
import MicroClient
import OpenCollection
import Secrets

/// Values that have turned out to be secret since the start. Wherever they come again in what is told of a send, in whatever spelling,
/// they are shown as dots; in an answer's body they are what the server said.
public struct KnownSecrets: Sendable {
    private var matcher = SecretMatcher([])
    /// Names of fields whose value came from a secret, however short, in lower case.
    package private(set) var headers: Set<String> = []
    /// Names of those that are too short to be told from other text and that were told of.
    private var toldShort: Set<String> = []

    package init() {}

    /// Those that are too short to be told from other text are left out.
    ///
    /// - Returns: whether any of them was not known yet.
    @discardableResult
    package mutating func insert(_ new: some Sequence<String>) -> Bool {
        let count = matcher.known.count
        matcher.insert(new.lazy.filter { $0.utf8.count >= SecretMatcher.shortest })
        return matcher.known.count > count
    }

    /// What is about to be sent. The host's field is not kept: that is a secret in one request alone.
    package mutating func insert(_ secrets: SecretSet) {
        insert(secrets.values)
        headers.formUnion(secrets.fieldNames.subtracting(["host", ":authority"]))
    }

    /// Names of those that a request's templates name and that are too short to be told from other text; each is given once.
    package mutating func newShortNames(in rendered: RenderedRequest) -> [String] {
        rendered.secrets.shortNames(among: rendered.variableNames).filter { toldShort.insert($0).inserted }
    }

    /// The long values under a name that says no more, and the fields.
    package var asSet: SecretSet {
        SecretSet(matcher.known.sorted().map { NamedSecret(name: "secret", value: $0) }, fieldNames: headers)
    }

    /// A header's value as it may be shown: hidden where its name, or that it was made of a secret, tells that it is one.
    package func value(of field: HeaderField, by mark: String) -> String {
        guard !headers.contains(field.name.lowercased()) else { return Redaction.mask }
        return Redaction.value(masked(field.value, by: mark), of: field.name)
    }

    /// - Parameters:
    ///   - mark: written in the place of each.
    ///   - isCut: whether the text may end within one of them.
    package func masked(_ text: String, by mark: String, isCut: Bool = false) -> String {
        isCut ? matcher.maskedStart(text, by: mark) : matcher.masked(text, by: mark)
    }
}

extension KnownSecrets {
    package func occur(in text: String) -> Bool { matcher.occurs(in: text) }

    /// Reads the bytes piece by piece, each with the start of the next: one of them may stand across the edge.
    package func occur(in range: Range<Int>, of store: BodyStore) -> Bool {
        let overlap = matcher.longest * SecretMatcher.longestEscape
        return stride(from: range.lowerBound, to: range.upperBound, by: 1 << 20).contains { start in
            store.withBytes(in: start..<min(start + 1 << 20 + overlap, range.upperBound)) { bytes in
                matcher.occurs(in: bytes)
            }
        }
    }
}
