import Interchange
public import OpenCollection

/// The output of `trust`: what a collection could do outside of itself.
public struct TrustReport {
    private let uses: [ListedUse]

    public init(_ uses: [ListedUse]) { self.uses = uses }

    /// The status, which depends on whether something asks for consent.
    public var status: ExitStatus { uses.contains { $0.status == .asks } ? .notBuilt : .success }

    /// Returns a line for each use, safe for a terminal; empty if there is none.
    public func text(showsNonASCII: Bool) -> String {
        uses.map {
            TerminalText.line("\($0.status.rawValue): \(ConsentText($0.use).line)", showsNonASCII: showsNonASCII)
                + "\n"
        }.joined()
    }

    /// The count for standard error: "2 agreed to, 1 asks".
    public var summary: String {
        guard !uses.isEmpty else { return "no external programs, files or hosts for credentials" }
        let words: [(ListedUse.Status, String)] = [
            (.agreed, "agreed to"), (.asks, "to be asked"), (.first, "not sent yet"),
        ]
        let counts = words.compactMap { status, words in
            let count = uses.filter { $0.status == status }.count
            return count == 0 ? nil : "\(count) \(words)"
        }
        return counts.joined(separator: ", ")
    }

    /// Writes an object with the list.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { writer in
            try writer.array("uses", uses) { listed in
                let texts = [
                    ("status", listed.status.rawValue), ("kind", listed.use.demand.kind), ("what", listed.use.text),
                    ("purpose", listed.use.purpose),
                ]
                try writer.object {
                    for (key, text) in texts {
                        try writer.member(key, text)
                    }
                }
            }
        }
    }
}

extension OutsideUse.Demand {
    fileprivate var kind: String {
        switch self {
        case .run: "run"
        case .keyring: "keyring"
        case .read: "read"
        case .takeKeys: "keys"
        case .present: "credentials"
        case .script: "scripts"
        case .connect: "connection"
        }
    }
}
