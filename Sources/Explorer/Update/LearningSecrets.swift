import Exchanges
import ExplorerKit
import Interchange
import OpenCollection
import Secrets

extension SecretMask {
    func masked(_ text: String, _ glyphs: Glyphs, isCut: Bool = false) -> String {
        self.text(text, by: glyphs.secret, isCut: isCut)
    }
}

extension ExplorerState {
    /// Adds a line to the log, its secrets masked.
    mutating func note(_ entry: LogState.Entry) {
        var entry = entry
        entry.message = secrets.masked(entry.message, glyphs)
        log.append(entry)
    }

    /// Learns the secrets of what is about to be sent. Those that cannot be found in what comes back are reported.
    mutating func learnSecrets(of rendered: RenderedRequest) {
        secrets.insert(rendered.placedSecrets)
        for name in secrets.newShortNames(in: rendered) {
            let message =
                "\(name) is shorter than \(SecretMatcher.shortest) bytes: it is hidden where a request has it in its URL, headers or body, not where a server gives it back."
            note(message, .info)
        }
    }

    /// Learns the secrets that came into being while it was sent.
    mutating func learnSecrets(of record: RecordedExchange) { learn(record.secretsFromResponses) }

    mutating func learnSecrets(of captures: [RecordedCapture]) { learn(captures.secrets) }

    /// Hides them from now on, and in lines of the log that were written before they were known.
    private mutating func learn(_ new: [NamedSecret]) {
        guard secrets.insert(new.map(\.value)) else { return }
        log.rewriteMessages { [secrets, glyphs] in secrets.masked($0, glyphs) }
    }
}
