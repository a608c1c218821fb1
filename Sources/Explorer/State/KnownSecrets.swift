import Exchanges
import MicroClient
import OpenCollection

/// Values that have turned out to be secret since the start. Wherever they come again in what is told of a send, in whatever spelling,
/// they are shown as dots; in an answer's body they are what the server said.
public struct KnownSecrets: Sendable {
    private var values: Set<String> = []
    private var sweep = SecretSweep([])

    /// Those that are too short to be told from other text are left out.
    mutating func insert(_ new: some Sequence<String>) {
        let fresh = Set(new.lazy.filter { $0.utf8.count >= SecretSweep.shortest }).subtracting(values)
        guard !fresh.isEmpty else { return }
        values.formUnion(fresh)
        sweep.insert(fresh)
    }

    func masked(_ text: String, _ signs: Signs) -> String { sweep.masked(text, by: signs.secret) }
}

extension ExplorerState {
    /// A line of the log.
    mutating func note(_ entry: LogState.Entry) {
        var entry = entry
        entry.message = secrets.masked(entry.message, signs)
        log.append(entry)
    }

    /// What came into being while it was sent.
    mutating func learnSecrets(of record: RecordedExchange) {
        let captured = record.captures.filter(\.isSecret).compactMap { capture -> String? in
            if case .string(let text) = capture.json.flatMap(TypedValue.init(json:)) { text } else { nil }
        }
        secrets.insert(record.issuedSecrets + captured)
    }
}
