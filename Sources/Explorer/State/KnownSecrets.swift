import BodyStore
import Exchanges
import ExplorerKit
import MicroClient
import OpenCollection
import Secrets

/// Values that have turned out to be secret since the start. Wherever they come again in what is told of a send, in whatever spelling,
/// they are shown as dots; in an answer's body they are what the server said.
public struct KnownSecrets: Sendable {
    private var matcher = SecretMatcher([])
    /// Names of fields whose value came from a secret, however short, in lower case.
    private(set) var headers: Set<String> = []
    /// Names of those that are too short to be told from other text and that were told of.
    private var toldShort: Set<String> = []

    /// Those that are too short to be told from other text are left out.
    ///
    /// - Returns: whether any of them was not known yet.
    @discardableResult
    mutating func insert(_ new: some Sequence<String>) -> Bool {
        let count = matcher.known.count
        matcher.insert(new.lazy.filter { $0.utf8.count >= SecretMatcher.shortest })
        return matcher.known.count > count
    }

    /// What is about to be sent. The host's field is not kept: that is a secret in one request alone.
    mutating func insert(_ secrets: SecretSet) {
        insert(secrets.values)
        headers.formUnion(secrets.fieldNames.subtracting(["host", ":authority"]))
    }

    /// Names of those that a request's templates name and that are too short to be told from other text; each is given once.
    mutating func newShortNames(in rendered: RenderedRequest) -> [String] {
        rendered.secrets.shortNames(among: rendered.variableNames).filter { toldShort.insert($0).inserted }
    }

    /// The long values under a name that says no more, and the fields.
    var asSet: SecretSet {
        SecretSet(matcher.known.sorted().map { NamedSecret(name: "secret", value: $0) }, fieldNames: headers)
    }

    /// A header's value as it may be shown: hidden where its name, or that it was made of a secret, tells that it is one.
    func value(of field: HeaderField, _ signs: Signs) -> String {
        guard !headers.contains(field.name.lowercased()) else { return Redaction.mask }
        return Redaction.value(masked(field.value, signs), of: field.name)
    }

    /// - Parameter isCut: whether the text may end within one of them.
    func masked(_ text: String, _ signs: Signs, isCut: Bool = false) -> String {
        isCut ? matcher.maskedStart(text, by: signs.secret) : matcher.masked(text, by: signs.secret)
    }
}

extension KnownSecrets {
    func occur(in text: String) -> Bool { matcher.occurs(in: text) }

    /// Reads the bytes piece by piece, each with the start of the next: one of them may stand across the edge.
    func occur(in range: Range<Int>, of store: BodyStore) -> Bool {
        let overlap = matcher.longest * SecretMatcher.longestEscape
        return stride(from: range.lowerBound, to: range.upperBound, by: 1 << 20).contains { start in
            store.withBytes(in: start..<min(start + 1 << 20 + overlap, range.upperBound)) { bytes in
                matcher.occurs(in: bytes)
            }
        }
    }
}

extension ExplorerState {
    /// A line of the log.
    mutating func note(_ entry: LogState.Entry) {
        var entry = entry
        entry.message = secrets.masked(entry.message, signs)
        log.append(entry)
    }

    /// What is about to be sent. Of a secret that cannot be found in what comes back, that is said.
    mutating func learnSecrets(of rendered: RenderedRequest) {
        secrets.insert(rendered.placedSecrets)
        for name in secrets.newShortNames(in: rendered) {
            let message =
                "\(name) is shorter than \(SecretMatcher.shortest) bytes: it is hidden where a request has it in its URL, headers or body, not where a server gives it back."
            note(LogState.Entry(at: now, level: .info, message: message))
        }
    }

    /// What came into being while it was sent.
    mutating func learnSecrets(of record: RecordedExchange) { learn(record.secretsFromResponses) }

    mutating func learnSecrets(of captures: [RecordedCapture]) { learn(captures.secrets) }

    /// Hides them from now on, and in lines of the log that were written before they were known.
    private mutating func learn(_ new: [NamedSecret]) {
        guard secrets.insert(new.map(\.value)) else { return }
        log.rewriteMessages { [secrets, signs] in secrets.masked($0, signs) }
    }
}
