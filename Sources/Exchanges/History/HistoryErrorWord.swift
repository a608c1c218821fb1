/// The words of `error:` that stand for a kind of failure, whatever the history calls it.
public enum HistoryErrorWord: String, Sendable, Hashable, CaseIterable {
    case timeout
    case dns
    case connect
    case tls
    case certificate
    case reset
    case proxy
    case token
    case cancelled

    /// "timeout, dns, connect"
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// Texts of which one stands in the stage, code or message of each failure that is meant.
    ///
    /// - Source: ``RecordedFailure/Stage``, `TransferError.Stage` and `TransferError.Code`.
    package var spellings: [String] {
        switch self {
        case .timeout: ["timeout", "timedOut", "timed out"]
        case .dns: ["dns", "nameLookup", "couldNotResolveHost"]
        // Not "connect": a lost connection was made.
        case .connect: ["couldNotConnect", "could not connect", "failed to connect"]
        case .tls: ["tls", "certificate"]
        case .certificate: ["certificate"]
        case .reset: ["reset", "connectionLost", "emptyReply"]
        case .proxy: ["proxy"]
        case .token: ["token"]
        case .cancelled: ["cancel"]
        }
    }

    /// What to look for when a person writes this behind `error:`: the text itself where it is none of the words.
    package static func spellings(of text: String) -> [String] {
        HistoryErrorWord(rawValue: text.lowercased())?.spellings ?? [text]
    }

    /// The stage whose every failure is meant as well; nil: the spellings say all.
    package static func stage(of text: String) -> String? {
        HistoryErrorWord(rawValue: text.lowercased()) == .connect ? "connect" : nil
    }
}
