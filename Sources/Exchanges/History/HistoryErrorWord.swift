/// The words of `error:` for a kind of failure, whatever the history calls it.
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

    /// The words as a list: "timeout, dns, connect".
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The texts to look for: each failure of this kind has one of them in its stage, code or message.
    ///
    /// - Source: ``RecordedFailure/Stage``, `TransferError.Stage` and `TransferError.Code`.
    package var spellings: [String] {
        switch self {
        case .timeout: ["timeout", "timedOut", "timed out"]
        case .dns: ["dns", "nameLookup", "couldNotResolveHost", "host not found"]
        // Not "connect": a lost connection had been made.
        case .connect: ["couldNotConnect", "could not connect", "failed to connect", "connection refused"]
        case .tls: ["tls", "certificate"]
        case .certificate: ["certificate"]
        case .reset: ["reset", "connectionLost", "emptyReply"]
        case .proxy: ["proxy"]
        case .token: ["token"]
        case .cancelled: ["cancel"]
        }
    }

    /// Returns the texts to look for if this is written after `error:`: the text itself if it is none of the words.
    package static func spellings(of text: String) -> [String] {
        HistoryErrorWord(rawValue: text.lowercased())?.spellings ?? [text]
    }

    /// Returns the stage whose every failure is included as well; nil if the spellings are enough.
    package static func stage(of text: String) -> String? {
        HistoryErrorWord(rawValue: text.lowercased()) == .connect ? "connect" : nil
    }
}
